//! Searches rules that count days, weeks, months or years, in civil time.
//!
//! A year is one bit set of days that pass and lie in a counted period. A search scans outward from the year of its
//! argument. It never walks from the start, never allocates, and visits each year at most once.
//!
//! Where RFC 5545 and python-dateutil differ, the RFC applies: `BYDAY=MO,1TU` is a union; the first week of a
//! weekly rule with `BYSETPOS` is the whole week, not the part after the start; and a week that lies in two years
//! has the number of its own week-year in both.

use super::day_parts::{DayParts, month_len, month_start};
use super::day_set::DaySet;
use super::parts::{Freq, Parts};
use super::picks::SetPositions;
use super::stride::{Stride, week_of};
use super::time_set::{TimeSet, mask};
use super::year_masks::YearMasks;
use crate::civil::{Civil, CivilMatch, CivilSearch, Day, SECONDS_PER_DAY, is_leap};
use crate::error::{Error, ErrorCode};

/// Maximum number of periods without a `BYSETPOS` match that a search examines.
const PERIODS_MAX: usize = 8_000;

/// One rule with a `FREQ` from `YEARLY` to `DAILY`, bound to its start.
#[derive(Clone, Debug)]
pub(crate) struct DaySearch {
    pub(super) freq: Freq,
    /// First day of the week, 0 for Monday.
    pub(super) week_start: i64,
    pub(crate) start: Civil,
    /// Latest time of an occurrence: `UNTIL`, the last of `COUNT`, or the end of the calendar.
    pub(crate) last: Civil,
    pub(super) masks: YearMasks,
    pub(super) stride: Stride,
    /// Times of a day before `BYSETPOS` applies.
    pub(super) times: TimeSet,
    /// Times of a day that can have an occurrence.
    pub(super) own_times: TimeSet,
    pub(super) picks: Option<SetPositions>,
}

impl DaySearch {
    /// Compiles a rule with its start and its inclusive `UNTIL`, both on the same wall clock.
    pub(crate) fn compile(parts: &Parts, start: Civil, until: Option<Civil>) -> Result<Self, Error> {
        assert!(!parts.freq.is_sub_daily(), "sub-daily rules are a GridSearch");
        let start = start.clamp(Civil::MIN, Civil::MAX);
        let week_start = parts.week_start as i64;
        let mut stride = Stride::new(parts.freq, parts.interval, start, week_start);
        let mut day_parts = DayParts::with_defaults(parts, start);
        if let Some(months) = stride.reachable_months() {
            day_parts.limit_months(months);
        }
        let masks = YearMasks::new(&day_parts);
        if day_parts.has_weeks() {
            stride = Stride::week_years(parts.interval, start, week_start, masks.has(start.day()));
        }
        let mut times = times_of(parts, start);
        let mut picks = None;
        if !parts.by_set_pos.is_empty() {
            let (in_year, in_month) = masks.most_in_year_and_month();
            let days_max = match parts.freq {
                Freq::Yearly => in_year,
                Freq::Monthly => in_month,
                Freq::Weekly => 7,
                Freq::Daily | Freq::Hourly | Freq::Minutely | Freq::Secondly => 1,
            };
            picks = Some(SetPositions::new(&parts.by_set_pos, days_max * times.count()).ok_or_else(never_fires)?);
        }
        let mut own_times = times;
        if let Some(of_day) = picks.as_ref().filter(|_| parts.freq == Freq::Daily) {
            own_times = times.picked(of_day);
            // The same times are picked every day. If they are a full product of hours and minutes, the other times
            // can be dropped.
            if own_times.count() == of_day.count(times.count()) {
                (times, picks) = (own_times, None);
            }
        }
        let last = until.map_or(Civil::MAX, |until| until.min(Civil::MAX));
        let mut search = Self { freq: parts.freq, week_start, start, last, masks, stride, times, own_times, picks };
        if search.masks.are_empty() || search.at_or_after(start).is_none() {
            return Err(never_fires());
        }
        if let Some(count) = parts.count {
            search.last = search.last.min(search.nth_from_start(count)?.unwrap_or(Civil::MAX));
        }
        search.end_early();
        Ok(search)
    }

    /// Ends a rule at its last occurrence if the rest of the calendar has none, so that later searches do not look
    /// for one.
    fn end_early(&mut self) {
        const CENTURY: i64 = 36_525 * SECONDS_PER_DAY;
        if let Some(hit) = self.at_or_before(self.last)
            && self.last.0 - hit.at.0 > CENTURY
        {
            self.last = hit.at;
        }
    }

    /// Returns the approximate number of years that a search from one time to another examines.
    pub(crate) fn years_between(&self, from: Civil, found: Civil) -> i64 {
        let year = |at: Civil| at.clamp(self.start, self.last).day().ymd().year;
        self.stride.years_between(year(from), year(found))
    }

    /// Returns the days of a year that pass and lie in a counted period.
    #[inline]
    pub(super) fn days_of(&self, year: i16, january_first: Day) -> DaySet {
        self.stride.limit(self.masks.of(year, january_first), year, january_first)
    }

    /// Returns the first such day at or after this one.
    #[inline]
    pub(super) fn next_day(&self, day: Day) -> Option<Day> {
        if day > Day::MAX {
            return None;
        }
        let mut year = day.ymd().year;
        let mut january_first = Day::from_ymd(year, 1, 1);
        let mut from = day.0 - january_first.0;
        loop {
            if let Some(found) = self.days_of(year, january_first).next(from) {
                return Some(january_first.plus(found));
            }
            year = self.stride.year_after(year)?;
            january_first = Day::from_ymd(year, 1, 1);
            from = 0;
            if january_first > self.last.day() {
                return None;
            }
        }
    }

    /// Returns the last such day at or before this one.
    #[inline]
    fn previous_day(&self, day: Day) -> Option<Day> {
        if day < Day::MIN {
            return None;
        }
        let mut year = day.ymd().year;
        let mut january_first = Day::from_ymd(year, 1, 1);
        let mut from = day.0 - january_first.0;
        loop {
            if let Some(found) = self.days_of(year, january_first).previous(from) {
                return Some(january_first.plus(found));
            }
            if january_first <= self.start.day() {
                return None;
            }
            year = self.stride.year_before(year)?;
            january_first = Day::from_ymd(year, 1, 1);
            from = 365;
        }
    }

    /// Returns the period that contains a day, with its passing days.
    pub(super) fn period_of(&self, day: Day) -> Period {
        let ymd = day.ymd();
        let january_first = Day::from_ymd(ymd.year, 1, 1);
        match self.freq {
            Freq::Yearly => {
                let len = 365 + i64::from(is_leap(ymd.year));
                Period { first: january_first, len, days: self.days_of(ymd.year, january_first) }
            }
            Freq::Monthly => {
                let (leap, month) = (is_leap(ymd.year), i64::from(ymd.month));
                let (first, len) = (month_start(leap, month), month_len(leap, month));
                let bits = self.days_of(ymd.year, january_first).slice(first, len);
                Period { first: january_first.plus(first), len, days: DaySet::from_bits(bits) }
            }
            Freq::Weekly => {
                let first = week_of(day, self.week_start);
                Period { first, len: 7, days: DaySet::from_bits(self.week_bits(first)) }
            }
            Freq::Daily | Freq::Hourly | Freq::Minutely | Freq::Secondly => {
                Period { first: day, len: 1, days: DaySet::from_bits(1) }
            }
        }
    }

    /// Returns the passing days of the week that starts on this day. The week may lie in two years.
    fn week_bits(&self, first: Day) -> u64 {
        let (start_year, end_year) = (first.max(Day::MIN).ymd().year, first.plus(6).ymd().year);
        let january_first = Day::from_ymd(start_year, 1, 1);
        let mut bits = if first < january_first {
            // Only the very first week of the calendar starts before it.
            self.days_of(start_year, january_first).slice(0, 7) << (january_first.0 - first.0)
        } else {
            self.days_of(start_year, january_first).slice(first.0 - january_first.0, 7)
        };
        if end_year != start_year {
            let next_january = Day::from_ymd(end_year, 1, 1);
            bits |= self.days_of(end_year, next_january).slice(0, 7) << (next_january.0 - first.0);
        }
        bits & 0x7f
    }

    fn picked_at_or_after(&self, picks: &SetPositions, from: Civil) -> Option<Civil> {
        let mut day = from.day();
        for _ in 0..PERIODS_MAX {
            let period = self.period_of(self.next_day(day)?);
            let total = period.days.count() * self.times.count();
            if let Some(index) = picks.at_or_after(total, period.rank(&self.times, from)) {
                return period.select(&self.times, index);
            }
            day = period.first.plus(period.len);
            if day.start() > self.last {
                return None;
            }
        }
        None
    }

    fn picked_at_or_before(&self, picks: &SetPositions, from: Civil) -> Option<Civil> {
        let mut day = from.day();
        for _ in 0..PERIODS_MAX {
            let period = self.period_of(self.previous_day(day)?);
            let total = period.days.count() * self.times.count();
            if let Some(index) = picks.before(total, period.rank(&self.times, from.plus(1))) {
                return period.select(&self.times, index);
            }
            day = period.first.plus(-1);
        }
        None
    }
}

impl CivilSearch for DaySearch {
    fn at_or_after(&self, from: Civil) -> Option<CivilMatch> {
        let from = from.max(self.start);
        if from > self.last {
            return None;
        }
        let at = match &self.picks {
            Some(picks) => self.picked_at_or_after(picks, from)?,
            None => match self.times.at_or_after(from.second_of_day()) {
                Some(time) => {
                    let day = self.next_day(from.day())?;
                    Civil::new(day, if day == from.day() { time } else { self.times.first() })
                }
                None => Civil::new(self.next_day(from.day().plus(1))?, self.times.first()),
            },
        };
        (at <= self.last).then(|| CivilMatch::exact(at))
    }

    fn at_or_before(&self, from: Civil) -> Option<CivilMatch> {
        let from = from.min(self.last);
        if from < self.start {
            return None;
        }
        let at = match &self.picks {
            Some(picks) => self.picked_at_or_before(picks, from)?,
            None => match self.times.at_or_before(from.second_of_day()) {
                Some(time) => {
                    let day = self.previous_day(from.day())?;
                    Civil::new(day, if day == from.day() { time } else { self.times.last() })
                }
                None => Civil::new(self.previous_day(from.day().plus(-1))?, self.times.last()),
            },
        };
        (at >= self.start).then(|| CivilMatch::exact(at))
    }

    /// Does not search: it is called for every occurrence that the patterns of excluded rules do not exclude in runs.
    fn has(&self, at: Civil) -> bool {
        if !(self.start..=self.last).contains(&at) || !self.times.contains(at.second_of_day()) {
            return false;
        }
        let year = at.day().ymd().year;
        let january_first = Day::from_ymd(year, 1, 1);
        self.days_of(year, january_first).contains(at.day().0 - january_first.0)
            && self.picks.as_ref().is_none_or(|picks| {
                let period = self.period_of(at.day());
                picks.has(period.days.count() * self.times.count(), period.rank(&self.times, at))
            })
    }
}

/// One year, month, week or day with its passing days.
#[derive(Clone, Copy, Debug)]
pub(super) struct Period {
    pub(super) first: Day,
    pub(super) len: i64,
    /// Passing days, counted from `first`.
    pub(super) days: DaySet,
}

impl Period {
    /// Returns the number of members of the period's set before this time.
    pub(super) fn rank(&self, times: &TimeSet, at: Civil) -> i64 {
        let day = at.day().0 - self.first.0;
        if day < 0 {
            return 0;
        }
        let before = self.days.rank(day) * times.count();
        if self.days.contains(day) { before + times.rank(at.second_of_day()) } else { before }
    }

    pub(super) fn select(&self, times: &TimeSet, index: i64) -> Option<Civil> {
        let day = self.days.select(index / times.count())?;
        Some(Civil::new(self.first.plus(day), times.select(index % times.count())))
    }
}

fn times_of(parts: &Parts, start: Civil) -> TimeSet {
    let second_of_day = start.second_of_day();
    let or_start = |values: &[u8], own: i64| if values.is_empty() { 1 << own } else { mask(values) };
    TimeSet {
        hours: or_start(&parts.by_hour, second_of_day / 3600),
        minutes: or_start(&parts.by_minute, second_of_day / 60 % 60),
        seconds: or_start(&seconds(&parts.by_second), second_of_day % 60),
    }
}

/// Returns `BYSECOND` with the leap second replaced by second 59, as RFC 5545 allows.
pub(super) fn seconds(by_second: &[u8]) -> Vec<u8> {
    by_second.iter().map(|second| (*second).min(59)).collect()
}

pub(super) fn never_fires() -> Error {
    Error::new(ErrorCode::NeverFires, "the recurrence rule has no occurrence").with_hint(
        "its parts contradict each other, its interval never matches them, or UNTIL is before its first occurrence",
    )
}
