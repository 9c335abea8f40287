//! Selects the days of a period by weekday and by day of the month. Both must match, as in RFC 5545.
//!
//! A month is one 32-bit mask, so the search finds the next bit instead of examining every day.

use super::by_day::ByDay;
use super::day_span::DaySpan;
use super::month_days::MonthDays;
use crate::civil::{Day, days_in_month};

#[derive(Clone, Debug)]
pub(super) struct DayFilter {
    pub(super) by_day: ByDay,
    pub(super) month_days: MonthDays,
}

impl DayFilter {
    /// Returns the first matching day of the span at or after `from`.
    pub(super) fn first(&self, span: DaySpan, from: Day) -> Option<Day> {
        let counted = self.counted_days(span).filter(|day| *day >= from).min();
        let plain = self.first_plain(DaySpan { starts: span.starts.max(from), ..span });
        plain.into_iter().chain(counted).min()
    }

    /// Returns the last matching day of the span at or before `upto`.
    pub(super) fn last(&self, span: DaySpan, upto: Day) -> Option<Day> {
        let counted = self.counted_days(span).filter(|day| *day <= upto).max();
        let plain = self.last_plain(DaySpan { ends: span.ends.min(upto.plus(1)), ..span });
        plain.into_iter().chain(counted).max()
    }

    /// Returns whether the filter is a single ordinal such as `2TU`, which matches at most one day of a period.
    pub(super) fn is_one_ordinal(&self) -> bool {
        self.by_day.weekdays == 0 && self.by_day.ordinals.len() == 1
    }

    /// Returns a lower bound on the distance between two matching days.
    pub(super) fn gap_floor_days(&self) -> i64 {
        self.by_day.gap_floor_days().max(self.month_days.gap_floor_days())
    }

    fn counted_days(&self, span: DaySpan) -> impl Iterator<Item = Day> {
        let is_month_day = |day: &Day| {
            let date = day.ymd();
            self.month_days.in_month_of(days_in_month(date.year, date.month)) >> date.day & 1 == 1
        };
        self.by_day.ordinals.iter().filter_map(move |ordinal| ordinal.day_in(span)).filter(is_month_day)
    }

    fn first_plain(&self, span: DaySpan) -> Option<Day> {
        let mut day = span.starts;
        while self.by_day.weekdays != 0 && day < span.ends {
            let month = MonthMask::of(day, self);
            let ahead = month.days >> month.day_of_month;
            if ahead != 0 {
                return Some(day.plus(i64::from(ahead.trailing_zeros()))).filter(|day| *day < span.ends);
            }
            day = month.first.plus(i64::from(month.length));
        }
        None
    }

    fn last_plain(&self, span: DaySpan) -> Option<Day> {
        let mut day = span.ends.plus(-1);
        while self.by_day.weekdays != 0 && day >= span.starts {
            let month = MonthMask::of(day, self);
            let behind = month.days << (31 - month.day_of_month);
            if behind != 0 {
                return Some(day.plus(-i64::from(behind.leading_zeros()))).filter(|day| *day >= span.starts);
            }
            day = month.first.plus(-1);
        }
        None
    }
}

/// The month that contains a day, with bit d set if day d matches.
struct MonthMask {
    days: u32,
    first: Day,
    length: u8,
    day_of_month: u8,
}

impl MonthMask {
    fn of(day: Day, filter: &DayFilter) -> Self {
        let date = day.ymd();
        let length = days_in_month(date.year, date.month);
        let first = day.plus(1 - i64::from(date.day));
        let weekdays = weekdays_from(first.weekday_from_monday(), filter.by_day.weekdays);
        Self { days: filter.month_days.in_month_of(length) & weekdays, first, length, day_of_month: date.day }
    }
}

/// Returns the weekday mask applied to a month whose first day has the given weekday.
fn weekdays_from(first_weekday: u8, weekdays: u8) -> u32 {
    const EVERY_SEVENTH_DAY: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28;
    let two_weeks = u64::from(weekdays) | u64::from(weekdays) << 7;
    let week = two_weeks >> first_weekday & 0b111_1111;
    ((week * EVERY_SEVENTH_DAY) << 1) as u32
}
