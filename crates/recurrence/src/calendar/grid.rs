//! Divides time into numbered periods. Adjacent periods have adjacent numbers, so "every third" is arithmetic.

use super::custom::CustomList;
use super::day_span::DaySpan;
use super::year::YearParts;
use crate::civil::Day;

/// The kind of periods.
#[derive(Clone, Debug)]
pub(super) enum Grid {
    /// Days, numbered like `Day`.
    Days,
    /// ISO weeks. Number 0 starts on Monday 1969-12-29.
    Weeks,
    /// Months, quarters and years, civil or fiscal.
    Years(YearParts),
    /// Custom periods, numbered by their position in the list.
    Custom(CustomList),
}

/// Days in 400 years, after which dates and weekdays repeat together: 20,871 whole weeks.
pub(super) const DAYS_PER_CYCLE: i64 = 146_097;
const YEARS_PER_CYCLE: i64 = 400;

impl Grid {
    /// Returns the period that contains the day. Between custom periods it is the next one; after the last one, the
    /// last.
    pub(super) fn nearest_index(&self, day: Day) -> i64 {
        match self {
            Self::Days => day.0,
            Self::Weeks => (day.0 + 3).div_euclid(7),
            Self::Years(parts) => parts.index(day),
            Self::Custom(list) => list.nearest_index(day),
        }
    }

    /// Returns the period that contains the day, or else the first one after it.
    pub(super) fn index_at_or_after(&self, day: Day) -> Option<i64> {
        match self {
            Self::Days | Self::Weeks | Self::Years(_) => Some(self.nearest_index(day)),
            Self::Custom(list) => list.index_at_or_after(day),
        }
    }

    /// Returns the period that contains the day, or else the last one before it.
    pub(super) fn index_at_or_before(&self, day: Day) -> Option<i64> {
        match self {
            Self::Days | Self::Weeks | Self::Years(_) => Some(self.nearest_index(day)),
            Self::Custom(list) => list.index_at_or_before(day),
        }
    }

    /// Returns the days of a period, or `None` if it lies completely outside the years 1 to 9999 or outside the list.
    pub(super) fn span(&self, index: i64) -> Option<DaySpan> {
        let span = match self {
            Self::Days => DaySpan { starts: Day(index), ends: Day(index + 1) },
            Self::Weeks => DaySpan { starts: week_start(index), ends: week_start(index + 1) },
            Self::Years(parts) => parts.span(index),
            Self::Custom(list) => list.span(index)?,
        };
        (span.ends > Day::MIN && span.starts <= Day::MAX).then_some(span)
    }

    /// Returns the number of periods after which every pattern within them repeats.
    pub(super) fn periods_per_cycle(&self) -> i64 {
        match self {
            Self::Days => DAYS_PER_CYCLE,
            // All weeks are alike: weekly recurrences depend on weekdays only.
            Self::Weeks => 1,
            Self::Years(parts) => YEARS_PER_CYCLE * parts.per_year(),
            Self::Custom(list) => list.len(),
        }
    }
}

/// Returns the Monday of a week.
pub(super) fn week_start(index: i64) -> Day {
    Day(index * 7 - 3)
}
