//! The recurrence as a user writes it: one value for every kind, the same in JSON and in Rust.
//!
//! These types say what was asked for and keep it without loss; they are not checked beyond their shape. `Rule` is the
//! checked and compiled form.

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use serde::{Deserialize, Serialize};

use crate::cron::{DayMatch, Dialect, SecondsField, WeekdayNumbers};
use crate::length::{Lead, Length};
use crate::one_or_many::one_or_many;
use crate::weekday::Weekday;

/// When something recurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Recurrence {
    /// A cron expression in one of the dialects.
    Cron(CronRule),
    /// Every n units, optionally pinned to times and days: the fluent kind.
    Every(EveryRule),
    /// Calendar or fiscal periods.
    Calendar(CalendarRule),
    /// RFC 5545 text.
    Rrule(RruleRule),
    /// A single instant.
    Once(OnceRule),
    /// A fixed delay after the end of the previous run.
    AfterCompletion(AfterCompletionRule),
    /// The union of several recurrences.
    Any(Combined),
    /// The intersection of several recurrences.
    All(Combined),
}

/// A cron expression, and what may be changed about its dialect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CronRule {
    /// Five, six or seven fields, a macro such as `@daily`, or `@every 90s`.
    pub expression: String,
    /// Whose rules the text follows; `unix` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
    /// Whether day of month and day of week must both match; the dialect's own way when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_match: Option<DayMatch>,
    /// Where the seconds field stands; the dialect's own way when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<SecondsField>,
    /// How weekdays are numbered; the dialect's own way when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weekdays: Option<WeekdayNumbers>,
}

/// Every n units, anchored at the start, with optional pins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct EveryRule {
    /// How many units lie between two occurrences. Zero is allowed only beside a list that itself says when.
    pub every: i64,
    /// What is counted.
    pub unit: Unit,
    /// The second of the minute, for minutes and hours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_second: Option<i64>,
    /// The minute of the hour, for hours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_minute: Option<i64>,
    /// The hours of the day that count, for hours.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = crate::one_or_many::OneOrMany<i64>))]
    pub on_hours: Vec<i64>,
    /// Times of day, for days and longer units. Absent means midnight; an empty list the anchor's own time of day.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::one_or_many::some")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::one_or_many::OneOrMany<crate::schema::TimeOfDay>>))]
    pub at: Option<Vec<Time>>,
    /// Weekdays that count, for days and weeks.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = crate::one_or_many::OneOrMany<Weekday>))]
    pub on_days: Vec<Weekday>,
    /// Days of the month, -1 being the last, for months and years.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = crate::one_or_many::OneOrMany<i64>))]
    pub on_month_days: Vec<i64>,
    /// The first such weekday of the month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_first: Option<Weekday>,
    /// The n-th such weekdays of the month.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = crate::one_or_many::OneOrMany<NthWeekday>))]
    pub on_nth: Vec<NthWeekday>,
    /// The last such weekday of the month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_last: Option<Weekday>,
    /// Months that count, 1 to 12.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = crate::one_or_many::OneOrMany<i64>))]
    pub in_months: Vec<i64>,
    /// What happens to a day the month does not have.
    #[serde(default, skip_serializing_if = "MonthOverflow::is_default")]
    pub month_overflow: MonthOverflow,
}

impl EveryRule {
    /// Every n units with no pins.
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

/// What `every` counts.
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

/// What happens to the 31st in a month of 30 days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MonthOverflow {
    /// The last day of the month takes its place.
    #[default]
    Clamp,
    /// That month has none.
    Skip,
    /// The first day of the next month takes its place.
    Next,
}

impl MonthOverflow {
    fn is_default(&self) -> bool {
        *self == Self::Clamp
    }
}

/// The n-th weekday of a month; negative counts from its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NthWeekday {
    /// 1 to 5, or -1 to -5.
    pub n: i64,
    /// The weekday.
    pub day: Weekday,
}

/// Calendar, fiscal or custom periods, one or more occurrences in each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CalendarRule {
    /// How long a period is. Custom periods have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequency: Option<Frequency>,
    /// Every n-th period, counted from the one that holds the start.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub interval: i64,
    /// Weekdays within the period, such as `MO`; in months and longer periods also `2TU` or `-1FR`.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = crate::one_or_many::OneOrMany<String>))]
    pub by_day: Vec<String>,
    /// Days of the month, -1 being the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = crate::one_or_many::OneOrMany<i64>))]
    pub by_month_day: Vec<i64>,
    /// When on the day; midnight when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::TimeOfDay>))]
    pub time_of_day: Option<Time>,
    /// Which calendar cuts the periods.
    #[serde(default, skip_serializing_if = "PeriodAnchor::is_default")]
    pub anchor: PeriodAnchor,
    /// Whether the occurrence stands at the start of its period or at its end.
    #[serde(default, skip_serializing_if = "PeriodPoint::is_default")]
    pub at: PeriodPoint,
    /// How long before that point it fires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<Lead>,
}

impl CalendarRule {
    /// Every period of the civil calendar, at its start.
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

/// The length of a calendar period.
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

/// Which calendar cuts the periods of a `calendar` recurrence.
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

/// A fiscal year and how it is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct FiscalYear {
    /// The month it starts in, 1 to 12. A year that does not start in January is named for the year it ends in.
    pub start_month: i64,
    /// How it is cut into periods.
    #[serde(default)]
    pub pattern: FiscalPattern,
}

/// How a fiscal year is cut into twelve periods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum FiscalPattern {
    /// Twelve calendar months.
    #[default]
    #[serde(rename = "monthly")]
    Monthly,
    /// Quarters of four, four and five weeks; the year starts on the Monday nearest to the first of its month.
    #[serde(rename = "4-4-5")]
    FourFourFive,
}

/// Periods that follow no calendar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CustomPeriods {
    /// The periods, in order, not overlapping.
    pub periods: Vec<CustomPeriod>,
}

/// One explicit period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CustomPeriod {
    /// Its period key, unique in the list.
    #[serde(alias = "period_key")]
    pub key: String,
    /// Its first day.
    #[serde(alias = "starts_at", alias = "start")]
    pub starts_on: Date,
    /// The day after its last.
    #[serde(alias = "ends_at", alias = "end")]
    pub ends_on: Date,
    /// What people call it; the key when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// Where in its period an occurrence stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PeriodPoint {
    /// On its first day.
    #[default]
    PeriodStart,
    /// On its last day when a time of day is given, otherwise at the instant it ends.
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
    /// `DTSTART`, `RRULE`, `RDATE`, `EXRULE` and `EXDATE` lines; a bare rule part list is taken as `RRULE`.
    pub text: String,
}

/// A single instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OnceRule {
    /// When.
    pub at: Timestamp,
}

/// A fixed delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AfterCompletionRule {
    /// From the end of one run to the start of the next.
    pub delay: Length,
}

/// Several recurrences as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Combined {
    /// The parts.
    #[serde(alias = "recurrences", alias = "rules", alias = "parts")]
    #[cfg_attr(feature = "schema", schema(no_recursion))]
    pub of: Vec<Recurrence>,
}

fn one() -> i64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
fn is_one(value: &i64) -> bool {
    *value == 1
}

/// How a combined recurrence combines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CombineHow {
    Any,
    All,
}

impl CombineHow {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::All => "all",
        }
    }
}
