//! The days that the day parts of a rule let through, for every shape a year can have.
//!
//! Whether a day passes `BYMONTH`, `BYWEEKNO`, `BYYEARDAY`, `BYMONTHDAY` and `BYDAY` depends on the day alone, never
//! on the interval. The parts therefore become one bit set per shape of year (its length and the weekday of
//! January 1), and every search is bit scanning.

use super::day_parts::{Class, DayParts, Shape, month_len, month_start};
use super::day_set::DaySet;
use crate::civil::{Day, YEAR_MAX, YEAR_MIN, is_leap};

/// The passing days of every shape of year.
#[derive(Clone, Debug)]
pub(super) struct YearMasks {
    /// Bit sets by class, then by weekday of January 1. Without week numbers, only the first two classes are stored.
    masks: Box<[DaySet]>,
    has_weeks: bool,
    /// Whether every day of every year passes.
    pub(super) pass_all: bool,
}

impl YearMasks {
    pub(super) fn new(parts: &DayParts) -> Self {
        let has_weeks = parts.has_weeks();
        let classes = if has_weeks { &Class::ALL[..] } else { &Class::ALL[..2] };
        let shapes =
            classes.iter().flat_map(|class| (0..7).map(|first_weekday| Shape { class: *class, first_weekday }));
        Self { masks: shapes.map(|shape| parts.days_of(shape)).collect(), has_weeks, pass_all: parts.pass_all() }
    }

    /// Returns the passing days of the year that begins on `january_first`.
    #[inline]
    pub(super) fn of(&self, year: i16, january_first: Day) -> &DaySet {
        let class = if is_leap(year) {
            Class::Leap
        } else if self.has_weeks && is_leap(year - 1) {
            Class::AfterLeap
        } else if self.has_weeks && is_leap(year + 1) {
            Class::BeforeLeap
        } else {
            Class::Common
        };
        &self.masks[class as usize * 7 + usize::from(january_first.weekday_from_monday())]
    }

    pub(super) fn has(&self, day: Day) -> bool {
        let year = day.ymd().year;
        let january_first = Day::from_ymd(year, 1, 1);
        self.of(year, january_first).contains(day.0 - january_first.0)
    }

    /// Returns whether no day of any year passes.
    pub(super) fn are_empty(&self) -> bool {
        self.masks.iter().all(DaySet::is_empty)
    }

    /// Returns the maximum number of passing days in one year, and in one month.
    pub(super) fn most_in_year_and_month(&self) -> (i64, i64) {
        let mut most = (0, 0);
        for (index, mask) in self.masks.iter().enumerate() {
            let leap = index / 7 == Class::Leap as usize;
            most.0 = most.0.max(mask.count());
            for month in 1..=12 {
                let days = mask.slice(month_start(leap, month), month_len(leap, month));
                most.1 = most.1.max(i64::from(days.count_ones()));
            }
        }
        most
    }

    /// Returns the number of passing days from `first`, inclusive, to `last`, exclusive.
    pub(super) fn count_between(&self, first: Day, last: Day) -> i64 {
        let rank = |year: i16, day: Day| {
            let january_first = Day::from_ymd(year, 1, 1);
            self.of(year, january_first).rank(day.0 - january_first.0)
        };
        let (first_year, last_year) = (first.ymd().year, last.ymd().year);
        let whole_years = (first_year..last_year).map(|year| rank(year, Day::from_ymd(year + 1, 1, 1))).sum::<i64>();
        whole_years + rank(last_year, last) - rank(first_year, first)
    }

    /// Returns the first passing day at or after this one.
    pub(super) fn next(&self, day: Day) -> Option<Day> {
        let mut year = day.clamp(Day::MIN, Day::MAX).ymd().year;
        let mut from = day;
        loop {
            let january_first = Day::from_ymd(year, 1, 1);
            if let Some(found) = self.of(year, january_first).next((from.0 - january_first.0).max(0)) {
                return Some(january_first.plus(found));
            }
            year += 1;
            if year > YEAR_MAX {
                return None;
            }
            from = january_first;
        }
    }

    /// Returns the last passing day at or before this one.
    pub(super) fn previous(&self, day: Day) -> Option<Day> {
        let mut year = day.clamp(Day::MIN, Day::MAX).ymd().year;
        let mut offset_max = day.0 - Day::from_ymd(year, 1, 1).0;
        loop {
            let january_first = Day::from_ymd(year, 1, 1);
            if let Some(found) = self.of(year, january_first).previous(offset_max.min(365)) {
                return Some(january_first.plus(found));
            }
            year -= 1;
            if year < YEAR_MIN {
                return None;
            }
            offset_max = 365;
        }
    }
}
