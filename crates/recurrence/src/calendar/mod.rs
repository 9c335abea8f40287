//! Calendar, fiscal and custom periods: compiles a `CalendarRecurrence` into a search over civil time, and names
//! each period.
//!
//! `grid` divides time into numbered periods, `place` selects the days of a period, and `pattern` combines the two
//! with the interval. This file adds the time of day, the lead, and the key and bounds of the period. Periods are
//! computed from local dates only. Nothing here knows about time zones, and nothing walks from the start of the
//! schedule.
//!
//! Design choices: Weeks are ISO weeks. Without days, the occurrence is on the first day of its period, for weeks
//! on Monday. A fiscal year does not divide days or weeks, and custom periods have neither frequency nor interval;
//! such definitions are rejected. A day beyond the end of the month means its last day, except in daily
//! recurrences, where days only filter. An interval skips periods and never makes them longer.
//!
//! Invariant: two occurrences of one recurrence never share a key. A key depends only on the recurrence and the
//! nominal civil time, never on the queried window.

mod by_day;
mod compile;
mod custom;
mod day_span;
mod filter;
mod gap;
mod grid;
mod month_days;
mod name;
mod pattern;
mod place;
#[cfg(test)]
mod tests;
mod year;

use self::pattern::Pattern;
use crate::civil::{Civil, CivilMatch, CivilSearch, SECONDS_PER_DAY};
use crate::definition::CalendarRecurrence;
use crate::error::Error;

/// A checked and compiled `calendar` recurrence.
#[derive(Clone, Debug)]
pub(crate) struct CalendarSearch {
    pattern: Pattern,
    second_of_day: i64,
    lead_seconds: i64,
    /// Whether a period may contain more than one occurrence, so that keys must distinguish them.
    ///
    /// This is a property of the recurrence, not of one period: a month that happens to have a single match still
    /// gets the full key.
    has_several: bool,
}

/// The period that an occurrence stands for, with civil bounds: `starts` is inclusive, `ends` is exclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CivilPeriod {
    pub(crate) key: String,
    pub(crate) label: String,
    pub(crate) starts: Civil,
    pub(crate) ends: Civil,
}

impl CalendarSearch {
    /// Checks and compiles the recurrence. `start` is the civil time of the schedule's start in its zone. Intervals
    /// are counted from the period that contains it.
    pub(crate) fn compile(rule: &CalendarRecurrence, start: Civil) -> Result<Self, Error> {
        compile::search(rule, start.clamp(Civil::MIN, Civil::MAX))
    }

    /// Returns the period that the occurrence with this nominal civil time stands for.
    ///
    /// The nominal time of an occurrence at the end of its period is that boundary, but it still names the period
    /// that ended there. A time between custom periods names the next period; after the last one, the last.
    pub(crate) fn period(&self, nominal: Civil) -> CivilPeriod {
        let nominal = nominal.clamp(Civil::MIN, Civil::MAX);
        let (index, span) = self.pattern.period_of(nominal.day());
        let occurrence = self.has_several.then(|| nominal.day());
        CivilPeriod {
            key: self.pattern.grid.key(index, occurrence),
            label: self.pattern.grid.label(index),
            starts: span.starts.start(),
            ends: span.ends.start(),
        }
    }

    /// Returns the smallest number of civil seconds between two occurrences, over the whole pattern from the start
    /// on, or `None` if there are fewer than two.
    pub(crate) fn min_gap(&self) -> Option<i64> {
        // All occurrences have the same time of day and the same lead, so their distances are whole days.
        self.pattern.min_gap_days().map(|days| days * SECONDS_PER_DAY)
    }

    fn hit(&self, nominal: Civil) -> Option<CivilMatch> {
        let at = nominal.plus(-self.lead_seconds);
        (at >= Civil::MIN && nominal <= Civil::MAX).then_some(CivilMatch { at, nominal })
    }
}

/// The lead moves every occurrence by the same civil length, so `at` and `nominal` have the same order.
impl CivilSearch for CalendarSearch {
    fn at_or_after(&self, from: Civil) -> Option<CivilMatch> {
        let earliest = from.max(Civil::MIN).plus(self.lead_seconds);
        if earliest > Civil::MAX {
            return None;
        }
        let is_past = earliest.second_of_day() > self.second_of_day;
        let day = self.pattern.day_at_or_after(earliest.day().plus(i64::from(is_past)))?;
        self.hit(Civil::new(day, self.second_of_day))
    }

    fn at_or_before(&self, from: Civil) -> Option<CivilMatch> {
        if from < Civil::MIN {
            return None;
        }
        let latest = from.plus(self.lead_seconds).min(Civil::MAX);
        let is_ahead = latest.second_of_day() < self.second_of_day;
        let day = self.pattern.day_at_or_before(latest.day().plus(-i64::from(is_ahead)))?;
        self.hit(Civil::new(day, self.second_of_day))
    }
}
