//! A field of a cron expression: what it counts, and its parsed form.

use crate::cron::set::{DaySet, YearRange};

/// What a field counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Second,
    Minute,
    Hour,
    MonthDay,
    Month,
    Weekday,
    Year,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Second => "second",
            Self::Minute => "minute",
            Self::Hour => "hour",
            Self::MonthDay => "day of month",
            Self::Month => "month",
            Self::Weekday => "day of week",
            Self::Year => "year",
        }
    }

    pub(super) fn is_day(self) -> bool {
        matches!(self, Self::MonthDay | Self::Weekday)
    }
}

/// A parsed field.
#[derive(Clone, Debug, Default)]
pub(crate) struct Field {
    /// Values in the dialect's numbering, with Sunday already as 0. The values of a `*` are included, except in the
    /// day fields.
    pub(crate) mask: u64,
    pub(crate) days: DaySet,
    pub(crate) years: Vec<YearRange>,
    /// Whether some item is `*` or `?`, with no step above one.
    pub(crate) is_star: bool,
    /// Whether some item is `*` or `?`, with no step at all.
    pub(crate) has_bare_star: bool,
    pub(crate) starts_with_star: bool,
    /// Whether there is a `*` anywhere, with or without a step.
    pub(crate) mentions_star: bool,
    /// Whether the field is exactly `*` or `?`.
    pub(crate) is_whole_star: bool,
    pub(crate) is_question: bool,
    /// Whether some item has `*`, a range or a step.
    pub(crate) has_interval: bool,
    pub(crate) has_special: bool,
}
