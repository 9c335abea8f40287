//! Calendar, fiscal and custom periods: a `CalendarRule` into a search over civil time and a name for each period.
//!
//! `grid` cuts time into numbered periods, `place` says which days of a period count, `pattern` joins the two with the
//! interval, and this file adds the time of day, the lead and the period's key and bounds. Periods are cut from local
//! dates only; nothing here knows about zones, and nothing walks from the start of the schedule.
//!
//! Choices: weeks are ISO weeks. A rule without days falls on the first day of its period, a weekly one on Monday. A
//! fiscal year does not cut days or weeks, and custom periods have neither frequency nor interval: such rules are
//! refused. A day beyond the end of the month is its last day, except in daily rules, where days only filter. An
//! interval skips periods and never makes them longer.
//!
//! Invariant: two occurrences of one rule never share a key, and a key depends on the rule and the nominal civil time
//! alone, never on the window that was asked about.

mod by_day;
mod compile;
mod custom;
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
use crate::civil::{Civil, CivilSearch, Hit, SECONDS_PER_DAY};
use crate::error::Error;
use crate::recurrence::CalendarRule;

/// A checked and compiled `calendar` recurrence.
#[derive(Clone, Debug)]
pub(crate) struct CalendarSearch {
    pattern: Pattern,
    second_of_day: i64,
    lead_seconds: i64,
    /// Whether some period may hold more than one occurrence, so that keys must tell them apart.
    ///
    /// It is a fact of the rule, not of one period: a month that happens to hold a single match is still named in full.
    has_several: bool,
}

/// The period that an occurrence stands for, with civil bounds: `starts` belongs to it, `ends` does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CivilPeriod {
    pub(crate) key: String,
    pub(crate) label: String,
    pub(crate) starts: Civil,
    pub(crate) ends: Civil,
}

impl CalendarSearch {
    /// Checks the rule. `start` is the civil time of the schedule's start in its zone: intervals are counted from the
    /// period that holds it.
    pub(crate) fn compile(rule: &CalendarRule, start: Civil) -> Result<Self, Error> {
        compile::search(rule, start.clamp(Civil::MIN, Civil::MAX))
    }

    /// The period that the occurrence with this nominal civil time stands for.
    ///
    /// An occurrence at the very end of its period has that boundary as its nominal time, and still names the period
    /// that ended there. A time in a hole between custom periods names the next period, after the last one the last.
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

    /// The smallest number of civil seconds between two occurrences, over the whole pattern from the start on; none
    /// when there are fewer than two.
    pub(crate) fn min_gap(&self) -> Option<i64> {
        // Every occurrence stands at the same time of day and has the same lead, so whole days are all there is.
        self.pattern.min_gap_days().map(|days| days * SECONDS_PER_DAY)
    }

    fn hit(&self, nominal: Civil) -> Option<Hit> {
        let at = nominal.plus(-self.lead_seconds);
        (at >= Civil::MIN && nominal <= Civil::MAX).then_some(Hit { at, nominal })
    }
}

/// The lead moves every occurrence by the same civil length, so the order of `at` is the order of `nominal`.
impl CivilSearch for CalendarSearch {
    fn at_or_after(&self, from: Civil) -> Option<Hit> {
        let earliest = from.max(Civil::MIN).plus(self.lead_seconds);
        if earliest > Civil::MAX {
            return None;
        }
        let is_past = earliest.second_of_day() > self.second_of_day;
        let day = self.pattern.day_at_or_after(earliest.day().plus(i64::from(is_past)))?;
        self.hit(Civil::new(day, self.second_of_day))
    }

    fn at_or_before(&self, from: Civil) -> Option<Hit> {
        if from < Civil::MIN {
            return None;
        }
        let latest = from.plus(self.lead_seconds).min(Civil::MAX);
        let is_ahead = latest.second_of_day() < self.second_of_day;
        let day = self.pattern.day_at_or_before(latest.day().plus(-i64::from(is_ahead)))?;
        self.hit(Civil::new(day, self.second_of_day))
    }
}
