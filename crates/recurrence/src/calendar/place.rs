//! The position of occurrences in their period, as a choice of days.

use super::day_span::DaySpan;
use super::filter::DayFilter;
use crate::civil::Day;

#[derive(Clone, Debug)]
pub(super) enum Place {
    /// On the first day.
    FirstDay,
    /// On the last day.
    LastDay,
    /// At the boundary where the period ends: on the day after its last day. This is the only day outside the period.
    Boundary,
    /// On every day that passes the filter.
    Days(DayFilter),
}

impl Place {
    /// Returns the first day of an occurrence of this period at or after `from`.
    pub(super) fn first(&self, span: DaySpan, from: Day) -> Option<Day> {
        match self {
            Self::Days(filter) => filter.first(span, from),
            Self::FirstDay | Self::LastDay | Self::Boundary => self.single(span).filter(|day| *day >= from),
        }
    }

    /// Returns the last day of an occurrence of this period at or before `upto`.
    pub(super) fn last(&self, span: DaySpan, upto: Day) -> Option<Day> {
        match self {
            Self::Days(filter) => filter.last(span, upto),
            Self::FirstDay | Self::LastDay | Self::Boundary => self.single(span).filter(|day| *day <= upto),
        }
    }

    /// Returns the maximum number of days between the last day of a period and its occurrence.
    pub(super) fn overhang_days(&self) -> i64 {
        match self {
            Self::Boundary => 1,
            Self::FirstDay | Self::LastDay | Self::Days(_) => 0,
        }
    }

    /// Returns a lower bound on the distance between two occurrences in days.
    pub(super) fn gap_floor_days(&self) -> i64 {
        match self {
            Self::Days(filter) => filter.gap_floor_days(),
            Self::FirstDay | Self::LastDay | Self::Boundary => 1,
        }
    }

    fn single(&self, span: DaySpan) -> Option<Day> {
        match self {
            Self::FirstDay => Some(span.starts),
            Self::LastDay => Some(span.ends.plus(-1)),
            Self::Boundary => Some(span.ends),
            Self::Days(_) => None,
        }
    }
}
