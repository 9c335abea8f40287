//! The day parts of a rule, and the days of a year that pass them.
//!
//! Expanding and limiting are the same operation here: a part limits the days of its period, and if no part names a
//! day, the start's own day is added.

use super::day_set::DaySet;
use super::parts::{ByDay, Freq, Parts};
use crate::civil::{ALL_MONTHS, Civil, days_in_month};
use crate::definition::Weekday;

/// The day parts of one rule, with defaults applied.
#[derive(Clone, Debug)]
pub(super) struct DayParts {
    by_month: u16,
    by_week_no: Vec<i16>,
    by_year_day: Vec<i16>,
    by_month_day: Vec<i16>,
    by_day: Vec<ByDay>,
    /// First day of the week, 0 for Monday.
    week_start: i64,
    /// Whether ordinals of `by_day` count within the month rather than the year.
    ordinals_in_month: bool,
}

impl DayParts {
    /// Returns the day parts of the rule. If none names a day, they use the start's month, day or weekday (RFC
    /// 5545, 3.3.10: "information, not contained in the rule, necessary to determine the various recurrence
    /// instance start time and dates are derived from the Start Time").
    pub(super) fn with_defaults(parts: &Parts, start: Civil) -> Self {
        let mut day_parts = Self {
            by_month: parts.by_month.iter().fold(0, |mask, month| mask | 1 << month),
            by_week_no: parts.by_week_no.clone(),
            by_year_day: parts.by_year_day.clone(),
            by_month_day: parts.by_month_day.clone(),
            by_day: parts.by_day.clone(),
            week_start: parts.week_start as i64,
            ordinals_in_month: parts.freq == Freq::Monthly || !parts.by_month.is_empty(),
        };
        if day_parts.names_a_day() {
            return day_parts;
        }
        let ymd = start.day().ymd();
        match parts.freq {
            Freq::Yearly if day_parts.has_weeks() => day_parts.by_day.push(weekday_of(start)),
            Freq::Yearly => {
                if day_parts.by_month == 0 {
                    day_parts.by_month = 1 << ymd.month;
                }
                day_parts.by_month_day.push(i16::from(ymd.day));
            }
            Freq::Monthly => day_parts.by_month_day.push(i16::from(ymd.day)),
            Freq::Weekly => day_parts.by_day.push(weekday_of(start)),
            Freq::Daily | Freq::Hourly | Freq::Minutely | Freq::Secondly => {}
        }
        day_parts
    }

    /// Returns whether some part names single days. A week number does not: it leaves the day of the week open.
    fn names_a_day(&self) -> bool {
        !(self.by_year_day.is_empty() && self.by_month_day.is_empty() && self.by_day.is_empty())
    }

    /// Keeps only these months: those that an interval of months can reach.
    pub(super) fn limit_months(&mut self, months: u16) {
        let asked = if self.by_month == 0 { ALL_MONTHS } else { self.by_month };
        // Bit 0 is not a month. It distinguishes an empty limit from no limit.
        self.by_month = asked & months | 1;
    }

    /// Returns whether every day passes.
    pub(super) fn pass_all(&self) -> bool {
        self.by_month == 0 && self.by_week_no.is_empty() && !self.names_a_day()
    }

    pub(super) fn has_weeks(&self) -> bool {
        !self.by_week_no.is_empty()
    }

    /// Returns the passing days of a year of this shape.
    pub(super) fn days_of(&self, shape: Shape) -> DaySet {
        let mut days = DaySet::first_days(shape.len());
        if self.by_month != 0 {
            days = days.and(&self.months(shape));
        }
        if !self.by_month_day.is_empty() {
            days = days.and(&self.month_days(shape));
        }
        if !self.by_year_day.is_empty() {
            let mut named = DaySet::EMPTY;
            for &day in &self.by_year_day {
                named.insert(if day > 0 { i64::from(day) - 1 } else { shape.len() + i64::from(day) });
            }
            days = days.and(&named);
        }
        if !self.by_day.is_empty() {
            days = days.and(&self.weekdays(shape));
        }
        if !self.by_week_no.is_empty() {
            days = days.and(&self.weeks(shape));
        }
        days
    }

    fn months(&self, shape: Shape) -> DaySet {
        let mut days = DaySet::EMPTY;
        for month in (1..=12).filter(|month| self.by_month >> month & 1 == 1) {
            days.insert_run(month_start(shape.is_leap(), month), month_len(shape.is_leap(), month));
        }
        days
    }

    fn month_days(&self, shape: Shape) -> DaySet {
        let mut days = DaySet::EMPTY;
        for month in 1..=12 {
            let (first, len) = (month_start(shape.is_leap(), month), month_len(shape.is_leap(), month));
            for &day in &self.by_month_day {
                let day = if day > 0 { i64::from(day) } else { len + 1 + i64::from(day) };
                if (1..=len).contains(&day) {
                    days.insert(first + day - 1);
                }
            }
        }
        days
    }

    fn weekdays(&self, shape: Shape) -> DaySet {
        let plain = self.by_day.iter().filter(|day| day.ordinal == 0);
        let week = plain.fold(0_u128, |mask, day| mask | 1 << day.weekday as u8);
        let repeated = (0..18).fold(0_u128, |bits, nth| bits | week << (7 * nth));
        let mut days = DaySet::from_words(|base| (repeated >> ((shape.first_weekday + base) % 7)) as u64);
        for day in self.by_day.iter().filter(|day| day.ordinal != 0) {
            if self.ordinals_in_month {
                for month in 1..=12 {
                    let first = month_start(shape.is_leap(), month);
                    insert_nth(&mut days, shape, *day, first, month_len(shape.is_leap(), month));
                }
            } else {
                insert_nth(&mut days, shape, *day, 0, shape.len());
            }
        }
        days
    }

    /// Returns the days of the listed weeks, whatever their week-year. The first days of January may be in the last
    /// week of the previous year, and the last days of December in week 1 of the next.
    fn weeks(&self, shape: Shape) -> DaySet {
        let previous_len = 365 + i64::from(shape.class == Class::AfterLeap);
        let next_len = 365 + i64::from(shape.class == Class::BeforeLeap);
        let starts = [-previous_len, 0, shape.len(), shape.len() + next_len].map(|january_first| {
            // Week 1 is the first with at least four days in its year.
            let place = (shape.first_weekday + january_first - self.week_start).rem_euclid(7);
            january_first - place + if place <= 3 { 0 } else { 7 }
        });
        let mut days = DaySet::EMPTY;
        for pair in starts.windows(2) {
            let weeks = (pair[1] - pair[0]) / 7;
            for &number in &self.by_week_no {
                let number = if number > 0 { i64::from(number) } else { weeks + 1 + i64::from(number) };
                if (1..=weeks).contains(&number) {
                    days.insert_run(pair[0] + 7 * (number - 1), 7);
                }
            }
        }
        days
    }
}

fn weekday_of(start: Civil) -> ByDay {
    ByDay { ordinal: 0, weekday: Weekday::ALL[usize::from(start.day().weekday_from_monday())] }
}

fn insert_nth(days: &mut DaySet, shape: Shape, day: ByDay, first: i64, len: i64) {
    let weekday = day.weekday as i64;
    let nth = if day.ordinal > 0 {
        let earliest = (weekday - shape.first_weekday - first).rem_euclid(7);
        earliest + 7 * (i64::from(day.ordinal) - 1)
    } else {
        let latest = len - 1 - (shape.first_weekday + first + len - 1 - weekday).rem_euclid(7);
        latest + 7 * (i64::from(day.ordinal) + 1)
    };
    if (0..len).contains(&nth) {
        days.insert(first + nth);
    }
}

/// Returns the number of days from January 1 to the first of the month.
#[inline]
pub(super) fn month_start(leap: bool, month: i64) -> i64 {
    const STARTS: [i64; 13] = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    STARTS[month as usize] + i64::from(leap && month > 2)
}

#[inline]
pub(super) fn month_len(leap: bool, month: i64) -> i64 {
    // Any leap year and any common year works.
    i64::from(days_in_month(if leap { 2000 } else { 2001 }, month as u8))
}

/// Everything that determines the weekday, month and week number of the days of a year.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) class: Class,
    /// Weekday of January 1, 0 for Monday.
    pub(super) first_weekday: i64,
}

/// Length class of a year. The years around a leap year are distinguished only for week numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Common,
    Leap,
    AfterLeap,
    BeforeLeap,
}

impl Class {
    pub(super) const ALL: [Self; 4] = [Self::Common, Self::Leap, Self::AfterLeap, Self::BeforeLeap];
}

impl Shape {
    fn is_leap(self) -> bool {
        self.class == Class::Leap
    }

    fn len(self) -> i64 {
        365 + i64::from(self.is_leap())
    }
}
