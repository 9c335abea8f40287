//! The recurrence as a user writes it: one value for every kind, the same in JSON and in Rust.
//!
//! These types store the user's definition without loss. Only their shape is checked here; `Rule` is the checked
//! and compiled form.

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use serde::{Deserialize, Serialize};

use crate::cron::{DayMatch, Dialect, SecondsField, WeekdayNumbers};
use crate::length::{Lead, Length};
use crate::one_or_many::one_or_many;
use crate::weekday::Weekday;

/// The part of a schedule that says when it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Recurrence {
    /// A cron expression in one of the dialects.
    Cron(CronRule),
    /// Every n units, optionally refined to certain times and days: the fluent kind.
    Every(EveryRule),
    /// Calendar or fiscal periods.
    Calendar(CalendarRule),
    /// RFC 5545 text.
    Rrule(RruleRule),
    /// A single instant.
    Once(OnceRule),
    /// A fixed delay after the previous run completes.
    AfterCompletion(AfterCompletionRule),
    /// The union of several recurrences.
    Any(RecurrenceList),
    /// The intersection of several recurrences.
    All(RecurrenceList),
}

/// A cron expression, with optional overrides of its dialect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CronRule {
    /// Five, six or seven fields, a macro such as `@daily`, or `@every 90s`.
    pub expression: String,
    /// Cron dialect that the expression follows. Default: `unix`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
    /// Whether day of month and day of week must both match. Default: as in the dialect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_match: Option<DayMatch>,
    /// Position of the seconds field. Default: as in the dialect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<SecondsField>,
    /// Numbering of weekdays. Default: as in the dialect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weekdays: Option<WeekdayNumbers>,
}

/// Every n units, anchored at the start, with optional refinements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct EveryRule {
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
    #[cfg_attr(feature = "schema", schema(value_type = crate::one_or_many::OneOrMany<i64>))]
    pub on_hours: Vec<i64>,
    /// Times of day, for days and longer units. Default: midnight. An empty list means the anchor's time of day.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::one_or_many::some")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::one_or_many::OneOrMany<crate::schema::TimeOfDay>>))]
    pub at: Option<Vec<Time>>,
    /// Weekdays with an occurrence, for days and weeks.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = crate::one_or_many::OneOrMany<Weekday>))]
    pub on_days: Vec<Weekday>,
    /// Days of the month, for months and years. -1 is the last day.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = crate::one_or_many::OneOrMany<i64>))]
    pub on_month_days: Vec<i64>,
    /// First such weekday of the month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_first: Option<Weekday>,
    /// N-th such weekdays of the month.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = crate::one_or_many::OneOrMany<NthWeekday>))]
    pub on_nth: Vec<NthWeekday>,
    /// Last such weekday of the month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_last: Option<Weekday>,
    /// Months with an occurrence, 1 to 12.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = crate::one_or_many::OneOrMany<i64>))]
    pub in_months: Vec<i64>,
    /// What happens to a day that the month does not have.
    #[serde(default, skip_serializing_if = "MonthOverflow::is_default")]
    pub month_overflow: MonthOverflow,
}

impl EveryRule {
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

/// Calendar, fiscal or custom periods with one or more occurrences in each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CalendarRule {
    /// Length of a period. Absent for custom periods.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequency: Option<Frequency>,
    /// Interval in periods, counted from the period that contains the start. Default: 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub interval: i64,
    /// Weekdays within the period, such as `MO`. Months and longer periods also accept `2TU` or `-1FR`.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = crate::one_or_many::OneOrMany<String>))]
    pub by_day: Vec<String>,
    /// Days of the month. -1 is the last day.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = crate::one_or_many::OneOrMany<i64>))]
    pub by_month_day: Vec<i64>,
    /// Time of day of the occurrence. Default: midnight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::TimeOfDay>))]
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

impl CalendarRule {
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

/// RFC 5545 lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RruleRule {
    /// `DTSTART`, `RRULE`, `RDATE`, `EXRULE` and `EXDATE` lines. A bare list of rule parts is read as an `RRULE`.
    pub text: String,
}

/// A single instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OnceRule {
    /// Instant of the occurrence.
    pub at: Timestamp,
}

/// A fixed delay between runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AfterCompletionRule {
    /// Time from the completion of one run to the start of the next.
    pub delay: Length,
}

/// Several recurrences combined into one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RecurrenceList {
    /// Recurrences to combine.
    #[serde(alias = "recurrences", alias = "rules", alias = "parts")]
    #[cfg_attr(feature = "schema", schema(no_recursion))]
    pub of: Vec<Recurrence>,
}

fn one() -> i64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde requires")]
fn is_one(value: &i64) -> bool {
    *value == 1
}

/// How a combined recurrence combines its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combination {
    Any,
    All,
}

impl Combination {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::All => "all",
        }
    }
}
