//! The period kind as written: calendar, fiscal or custom periods.

use jiff::civil::{Date, Time};
use serde::{Deserialize, Serialize};

use super::length::Lead;
use super::one_or_many::one_or_many;

/// Calendar, fiscal or custom periods with one or more occurrences in each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CalendarRecurrence {
    /// Length of a period. Absent for custom periods.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequency: Option<Frequency>,
    /// Interval in periods, counted from the period that contains the start. Default: 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub interval: i64,
    /// Weekdays within the period, such as `MO`. Months and longer periods also accept `2TU` or `-1FR`.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = super::one_or_many::OneOrMany<String>))]
    pub by_day: Vec<String>,
    /// Days of the month. -1 is the last day.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = super::one_or_many::OneOrMany<i64>))]
    pub by_month_day: Vec<i64>,
    /// Time of day of the occurrence. Default: midnight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<super::schema::TimeOfDay>))]
    pub time_of_day: Option<Time>,
    /// Calendar that defines the periods.
    #[serde(default, skip_serializing_if = "PeriodAnchor::is_default")]
    pub anchor: PeriodAnchor,
    /// Whether the occurrence is at the start or at the end of its period.
    #[serde(default, skip_serializing_if = "PeriodPoint::is_default")]
    pub at: PeriodPoint,
    /// Time by which the occurrence precedes that point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<Lead>,
}

impl CalendarRecurrence {
    /// Creates a recurrence with one occurrence at the start of every period of the civil calendar.
    pub fn new(frequency: Frequency) -> Self {
        Self {
            frequency: Some(frequency),
            interval: 1,
            by_day: Vec::new(),
            by_month_day: Vec::new(),
            time_of_day: None,
            anchor: PeriodAnchor::default(),
            at: PeriodPoint::default(),
            lead: None,
        }
    }
}

/// Length of a calendar period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each variant is its own name")]
pub enum Frequency {
    Daily,
    Weekly,
    Monthly,
    Quarterly,
    Yearly,
}

/// Calendar that defines the periods of a `calendar` recurrence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PeriodAnchor {
    /// The civil calendar, with ISO weeks.
    #[default]
    Calendar,
    /// A fiscal year.
    Fiscal(FiscalYear),
    /// An explicit list of periods.
    Custom(CustomPeriods),
}

impl PeriodAnchor {
    fn is_default(&self) -> bool {
        *self == Self::Calendar
    }
}

/// A fiscal year and its division into periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct FiscalYear {
    /// Month in which the year starts, 1 to 12. A year that does not start in January is named after the year it
    /// ends in.
    pub start_month: i64,
    /// Division of the year into periods.
    #[serde(default)]
    pub pattern: FiscalPattern,
}

/// Division of a fiscal year into twelve periods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum FiscalPattern {
    /// Twelve calendar months.
    #[default]
    #[serde(rename = "monthly")]
    Monthly,
    /// Quarters of four, four and five weeks. The year starts on the Monday nearest to the first day of its start
    /// month.
    #[serde(rename = "4-4-5")]
    FourFourFive,
}

/// Periods from an explicit list instead of a calendar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CustomPeriods {
    /// Periods in order, without overlaps.
    pub periods: Vec<CustomPeriod>,
}

/// One explicit period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CustomPeriod {
    /// Period key, unique in the list.
    #[serde(alias = "period_key")]
    pub key: String,
    /// First day of the period.
    #[serde(alias = "starts_at", alias = "start")]
    pub starts_on: Date,
    /// Day after the last day of the period.
    #[serde(alias = "ends_at", alias = "end")]
    pub ends_on: Date,
    /// Name of the period for people to read. Default: the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// Position of an occurrence in its period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PeriodPoint {
    /// On the first day of the period.
    #[default]
    PeriodStart,
    /// On the last day of the period if a time of day is given, otherwise at the instant the period ends.
    PeriodEnd,
}

impl PeriodPoint {
    fn is_default(&self) -> bool {
        *self == Self::PeriodStart
    }
}

fn one() -> i64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde requires")]
fn is_one(value: &i64) -> bool {
    *value == 1
}
