//! The parts of one `RRULE` or `EXRULE` as written: checked, sorted, without duplicates, not yet bound to a start.

use super::moment::Moment;
use crate::definition::Weekday;

/// The recurrence set of a text: the content of its lines, not yet bound to a time zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RecurrenceSet {
    pub(crate) start: Option<Start>,
    pub(crate) rules: Vec<Parts>,
    pub(crate) exrules: Vec<Parts>,
    /// Dates in ascending order within each kind of moment, without duplicates.
    pub(crate) rdates: Vec<Moment>,
    pub(crate) exdates: Vec<Moment>,
}

/// `DTSTART`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    /// Local time in `zone`; midnight for a whole date.
    pub(crate) civil: crate::civil::Civil,
    pub(crate) zone: StartZone,
    pub(crate) is_date: bool,
}

/// The clock of a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StartZone {
    /// The schedule's own zone.
    Floating,
    Utc,
    /// A `TZID`, which has not been looked up yet.
    Named(String),
}

/// One recurrence rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) freq: Freq,
    /// Interval, at least 1.
    pub(crate) interval: i64,
    /// Number of occurrences, at least 1. Never together with `until`.
    pub(crate) count: Option<i64>,
    pub(crate) until: Option<Moment>,
    /// Seconds, 0 to 60. 60, a leap second, is read as 59 (RFC 5545, 3.3.12).
    pub(crate) by_second: Vec<u8>,
    pub(crate) by_minute: Vec<u8>,
    pub(crate) by_hour: Vec<u8>,
    pub(crate) by_day: Vec<ByDay>,
    /// Days, 1 to 31 or -31 to -1. Likewise, the next two are up to 366 and up to 53.
    pub(crate) by_month_day: Vec<i16>,
    pub(crate) by_year_day: Vec<i16>,
    pub(crate) by_week_no: Vec<i16>,
    pub(crate) by_month: Vec<u8>,
    pub(crate) by_set_pos: Vec<i16>,
    pub(crate) week_start: Weekday,
}

impl Parts {
    /// Creates a rule of this frequency without other parts.
    pub(super) fn new(freq: Freq) -> Self {
        Self {
            freq,
            interval: 1,
            count: None,
            until: None,
            by_second: Vec::new(),
            by_minute: Vec::new(),
            by_hour: Vec::new(),
            by_day: Vec::new(),
            by_month_day: Vec::new(),
            by_year_day: Vec::new(),
            by_week_no: Vec::new(),
            by_month: Vec::new(),
            by_set_pos: Vec::new(),
            week_start: Weekday::Monday,
        }
    }
}

/// A weekday of `BYDAY`. Ordinal 0 means every such weekday; otherwise it is the n-th of the month or year,
/// negative from the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ByDay {
    pub(crate) ordinal: i16,
    pub(crate) weekday: Weekday,
}

impl ByDay {
    pub(super) fn order(self) -> (i16, u8) {
        (self.ordinal, self.weekday as u8)
    }
}

/// Frequency (`FREQ`), longest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Freq {
    Yearly,
    Monthly,
    Weekly,
    Daily,
    Hourly,
    Minutely,
    Secondly,
}

impl Freq {
    pub(super) const ALL: [Self; 7] =
        [Self::Yearly, Self::Monthly, Self::Weekly, Self::Daily, Self::Hourly, Self::Minutely, Self::Secondly];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Yearly => "YEARLY",
            Self::Monthly => "MONTHLY",
            Self::Weekly => "WEEKLY",
            Self::Daily => "DAILY",
            Self::Hourly => "HOURLY",
            Self::Minutely => "MINUTELY",
            Self::Secondly => "SECONDLY",
        }
    }

    /// Returns whether the rule counts elapsed time, so that it needs a `GridSearch` rather than a `DaySearch`.
    pub(crate) fn is_sub_daily(self) -> bool {
        match self {
            Self::Yearly | Self::Monthly | Self::Weekly | Self::Daily => false,
            Self::Hourly | Self::Minutely | Self::Secondly => true,
        }
    }
}

/// Two-letter weekday codes of RFC 5545, Monday first.
pub(super) const WEEKDAY_LETTERS: [&str; 7] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
