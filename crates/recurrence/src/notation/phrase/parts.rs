//! The clauses of a phrase, before they are combined into a recurrence.

use jiff::civil::Time;

use super::error::conflict;
use super::names::PhraseUnit;
use crate::definition::{NthWeekday, PeriodPoint, Weekday};
use crate::error::Error;

/// `every N units`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interval {
    pub(super) every: i64,
    pub(super) unit: PhraseUnit,
}

/// `between A and B`, both included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) from: Time,
    pub(super) to: Time,
    pub(super) column: usize,
    /// Whether neither end says `am`, `pm` or minutes, so that `9 to 5` has two readings.
    pub(super) is_bare: bool,
}

/// A day of a month of the year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct YearDay {
    pub(super) month: i64,
    pub(super) day: i64,
}

/// Everything that the clauses of a phrase say.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) interval: Option<Interval>,
    pub(super) times: Vec<Time>,
    pub(super) on_second: Option<i64>,
    pub(super) on_minute: Option<i64>,
    pub(super) on_hours: Vec<i64>,
    pub(super) weekdays: Vec<Weekday>,
    pub(super) except: Vec<Weekday>,
    pub(super) month_days: Vec<i64>,
    pub(super) nth_weekdays: Vec<NthWeekday>,
    /// Column of the first of them.
    pub(super) nth_column: usize,
    /// The first (1) or last (-1) business day of a month.
    pub(super) business_days: Vec<i64>,
    pub(super) year_days: Vec<YearDay>,
    /// The first or last day of a quarter.
    pub(super) period_point: Option<PeriodPoint>,
    pub(super) months: Vec<i64>,
    pub(super) window: Option<Window>,
    pub(super) timezone: Option<String>,
}

impl Parts {
    /// Sets the interval. A phrase has only one.
    pub(super) fn set_interval(&mut self, interval: Interval) -> Result<(), Error> {
        if self.interval.is_some() {
            return Err(conflict("the text names two intervals", "keep one of them, such as `every 15 minutes`"));
        }
        self.interval = Some(interval);
        Ok(())
    }

    /// Sets an interval that `of every month` implies beside the one that may be there.
    pub(super) fn imply_interval(&mut self, unit: PhraseUnit) {
        self.interval.get_or_insert(Interval { every: 1, unit });
    }

    /// Whether the phrase names days, by whatever kind of clause.
    pub(super) fn names_dates(&self) -> bool {
        !(self.month_days.is_empty()
            && self.nth_weekdays.is_empty()
            && self.business_days.is_empty()
            && self.year_days.is_empty())
    }
}
