//! The fluent kind as written: every n units, with its refinements.

use jiff::civil::Time;
use serde::{Deserialize, Serialize};

use super::one_or_many::one_or_many;
use super::weekday::Weekday;

/// Every n units, anchored at the start, with optional refinements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct EveryRecurrence {
    /// Number of units between two occurrences. Zero is allowed only together with a list of hours, days or months.
    pub every: i64,
    /// Unit of the interval.
    pub unit: Unit,
    /// Second of the minute, for minutes and hours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_second: Option<i64>,
    /// Minute of the hour, for hours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_minute: Option<i64>,
    /// Hours of the day with an occurrence, for hours.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = super::one_or_many::OneOrMany<i64>))]
    pub on_hours: Vec<i64>,
    /// Times of day, for days and longer units. Default: midnight. An empty list means the anchor's time of day.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "super::one_or_many::some")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<super::one_or_many::OneOrMany<super::schema::TimeOfDay>>))]
    pub at: Option<Vec<Time>>,
    /// Weekdays with an occurrence, for days and weeks.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = super::one_or_many::OneOrMany<Weekday>))]
    pub on_days: Vec<Weekday>,
    /// Days of the month, for months and years. -1 is the last day.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = super::one_or_many::OneOrMany<i64>))]
    pub on_month_days: Vec<i64>,
    /// First such weekday of the month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_first: Option<Weekday>,
    /// N-th such weekdays of the month.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = super::one_or_many::OneOrMany<NthWeekday>))]
    pub on_nth: Vec<NthWeekday>,
    /// Last such weekday of the month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_last: Option<Weekday>,
    /// Months with an occurrence, 1 to 12.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = super::one_or_many::OneOrMany<i64>))]
    pub in_months: Vec<i64>,
    /// What happens to a day that the month does not have.
    #[serde(default, skip_serializing_if = "MonthOverflow::is_default")]
    pub month_overflow: MonthOverflow,
}

impl EveryRecurrence {
    /// Creates a recurrence of every n units without refinements.
    pub fn new(every: i64, unit: Unit) -> Self {
        Self {
            every,
            unit,
            on_second: None,
            on_minute: None,
            on_hours: Vec::new(),
            at: None,
            on_days: Vec::new(),
            on_month_days: Vec::new(),
            on_first: None,
            on_nth: Vec::new(),
            on_last: None,
            in_months: Vec::new(),
            month_overflow: MonthOverflow::Clamp,
        }
    }
}

/// Unit of an `every` interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each variant is its own name")]
pub enum Unit {
    #[serde(alias = "second")]
    Seconds,
    #[serde(alias = "minute")]
    Minutes,
    #[serde(alias = "hour")]
    Hours,
    #[serde(alias = "day")]
    Days,
    #[serde(alias = "week")]
    Weeks,
    #[serde(alias = "month")]
    Months,
    #[serde(alias = "year")]
    Years,
}

/// What happens to a day that the month does not have, such as the 31st in a month of 30 days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MonthOverflow {
    /// The occurrence is on the last day of the month.
    #[default]
    Clamp,
    /// The month has no occurrence.
    Skip,
    /// The occurrence is on the first day of the next month.
    Next,
}

impl MonthOverflow {
    fn is_default(&self) -> bool {
        *self == Self::Clamp
    }
}

/// The n-th weekday of a month. A negative number counts from the end of the month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NthWeekday {
    /// Number of the weekday in the month: 1 to 5, or -1 to -5.
    pub n: i64,
    /// Day of the week.
    pub day: Weekday,
}
