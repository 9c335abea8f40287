//! Parts of instants and durations, such as the hour of the day or the day of the week, in a time zone.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

/// A part of an instant. Months, days of the month and days of the year are counted from 0, as CEL defines.
/// Only [`Part::Date`] is counted from 1. Sunday is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Year,
    Month,
    DayOfMonth,
    Date,
    DayOfWeek,
    DayOfYear,
    Hours,
    Minutes,
    Seconds,
    Milliseconds,
}

impl Part {
    const ALL: [Self; 10] = [
        Self::Year,
        Self::Month,
        Self::DayOfMonth,
        Self::Date,
        Self::DayOfWeek,
        Self::DayOfYear,
        Self::Hours,
        Self::Minutes,
        Self::Seconds,
        Self::Milliseconds,
    ];

    pub(super) fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.as_str() == name)
    }

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Year => "getFullYear",
            Self::Month => "getMonth",
            Self::DayOfMonth => "getDayOfMonth",
            Self::Date => "getDate",
            Self::DayOfWeek => "getDayOfWeek",
            Self::DayOfYear => "getDayOfYear",
            Self::Hours => "getHours",
            Self::Minutes => "getMinutes",
            Self::Seconds => "getSeconds",
            Self::Milliseconds => "getMilliseconds",
        }
    }

    pub(super) fn of_time(self, at: Timestamp, zone: &TimeZone) -> i64 {
        let local = zone.to_datetime(at);
        match self {
            Self::Year => local.year().into(),
            Self::Month => i64::from(local.month()) - 1,
            Self::DayOfMonth => i64::from(local.day()) - 1,
            Self::Date => local.day().into(),
            Self::DayOfWeek => local.weekday().to_sunday_zero_offset().into(),
            Self::DayOfYear => i64::from(local.day_of_year()) - 1,
            Self::Hours => local.hour().into(),
            Self::Minutes => local.minute().into(),
            Self::Seconds => local.second().into(),
            Self::Milliseconds => local.millisecond().into(),
        }
    }

    /// Returns a duration in whole units of this part. Durations have no days.
    pub(super) fn of_length(self, length: SignedDuration) -> Option<i64> {
        match self {
            Self::Hours => Some(length.as_hours()),
            Self::Minutes => Some(length.as_mins()),
            Self::Seconds => Some(length.as_secs()),
            Self::Milliseconds => Some(length.subsec_millis().into()),
            Self::Year | Self::Month | Self::DayOfMonth | Self::Date | Self::DayOfWeek | Self::DayOfYear => None,
        }
    }
}
