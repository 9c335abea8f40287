// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `recurrence`.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::text_enum::text_enum;
use crate::values::{OneOrMany, Seconds, read_member};

text_enum! {
    /// The cron dialect an expression is written in.
    CronDialect {
        Unix = "unix",
        Quartz = "quartz",
        Cronos = "cronos",
        Robfig = "robfig",
        Croniter = "croniter",
        Croner = "croner",
        Temporal = "temporal",
    }
}

/// One explicit period.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CustomPeriod {
    /// Period key, unique in the list.
    pub key: String,
    /// First day of the period.
    pub starts_on: Date,
    /// Day after the last day of the period.
    pub ends_on: Date,
    /// Name of the period for people to read. Default: the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

impl CustomPeriod {
    /// Creates the value with its required fields.
    pub fn new(key: impl Into<String>, starts_on: Date, ends_on: Date) -> Self {
        Self { key: key.into(), starts_on, ends_on, label: None }
    }

    /// Sets `label`: name of the period for people to read.
    #[must_use]
    pub fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }
}

/// Periods from an explicit list instead of a calendar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CustomPeriods {
    /// Periods in order, without overlaps.
    pub periods: Vec<CustomPeriod>,
}

impl CustomPeriods {
    /// Creates the value with its required fields.
    pub fn new(periods: impl IntoIterator<Item = impl Into<CustomPeriod>>) -> Self {
        Self { periods: periods.into_iter().map(Into::into).collect::<Vec<CustomPeriod>>() }
    }
}

text_enum! {
    /// How day of month and day of week combine when both are restricted.
    DayMatch {
        Or = "or",
        And = "and",
    }
}

text_enum! {
    /// Division of a fiscal year into twelve periods.
    FiscalPattern {
        Monthly = "monthly",
        FourFourFive = "4-4-5",
    }
}

/// A fiscal year and its division into periods.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FiscalYear {
    /// Month in which the year starts, 1 to 12. A year that does not start in January is named after the year it ends
    /// in.
    pub start_month: i64,
    /// Division of the year into periods.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<FiscalPattern>,
}

impl FiscalYear {
    /// Creates the value with its required fields.
    pub fn new(start_month: i64) -> Self {
        Self { start_month, pattern: None }
    }

    /// Sets `pattern`: division of the year into periods.
    #[must_use]
    pub fn with_pattern(mut self, pattern: impl Into<FiscalPattern>) -> Self {
        self.pattern = Some(pattern.into());
        self
    }
}

text_enum! {
    /// Length of a calendar period.
    Frequency {
        Daily = "daily",
        Weekly = "weekly",
        Monthly = "monthly",
        Quarterly = "quarterly",
        Yearly = "yearly",
    }
}

text_enum! {
    /// Unit of an `every` interval.
    IntervalUnit {
        Seconds = "seconds",
        Minutes = "minutes",
        Hours = "hours",
        Days = "days",
        Weeks = "weeks",
        Months = "months",
        Years = "years",
    }
}

text_enum! {
    /// What happens to a day that the month does not have, such as the 31st in a month of 30 days.
    MonthOverflow {
        Clamp = "clamp",
        Skip = "skip",
        Next = "next",
    }
}

/// The n-th weekday of a month. A negative number counts from the end of the month.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct NthWeekday {
    /// Number of the weekday in the month: 1 to 5, or -1 to -5.
    pub n: i64,
    /// Day of the week.
    pub day: Weekday,
}

impl NthWeekday {
    /// Creates the value with its required fields.
    pub fn new(n: i64, day: impl Into<Weekday>) -> Self {
        Self { n, day: day.into() }
    }
}

/// Calendar that defines the periods of a `calendar` recurrence.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PeriodAnchor {
    /// The text `calendar`.
    Calendar,
    /// A fiscal year.
    Fiscal(PeriodAnchorFiscal),
    /// An explicit list of periods.
    Custom(PeriodAnchorCustom),
    /// A value of a newer server.
    Other(Value),
}

impl Serialize for PeriodAnchor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Calendar => serializer.serialize_str("calendar"),
            Self::Fiscal(value) => value.serialize(serializer),
            Self::Custom(value) => value.serialize(serializer),
            Self::Other(value) => value.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for PeriodAnchor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        match &value {
            Value::String(text) if text == "calendar" => Ok(Self::Calendar),
            Value::Object(fields) if fields.contains_key("fiscal") => read_member(&value).map(Self::Fiscal),
            Value::Object(fields) if fields.contains_key("custom") => read_member(&value).map(Self::Custom),
            _ => Ok(Self::Other(value)),
        }
    }
}

/// A fiscal year.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PeriodAnchorFiscal {
    /// A fiscal year.
    pub fiscal: FiscalYear,
}

impl PeriodAnchorFiscal {
    /// Creates the value with its required fields.
    pub fn new(fiscal: impl Into<FiscalYear>) -> Self {
        Self { fiscal: fiscal.into() }
    }
}

impl From<PeriodAnchorFiscal> for PeriodAnchor {
    fn from(value: PeriodAnchorFiscal) -> Self {
        Self::Fiscal(value)
    }
}

/// An explicit list of periods.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PeriodAnchorCustom {
    /// An explicit list of periods.
    pub custom: CustomPeriods,
}

impl PeriodAnchorCustom {
    /// Creates the value with its required fields.
    pub fn new(custom: impl Into<CustomPeriods>) -> Self {
        Self { custom: custom.into() }
    }
}

impl From<PeriodAnchorCustom> for PeriodAnchor {
    fn from(value: PeriodAnchorCustom) -> Self {
        Self::Custom(value)
    }
}

text_enum! {
    /// Position of an occurrence in its period.
    PeriodPoint {
        PeriodStart = "period_start",
        PeriodEnd = "period_end",
    }
}

/// The recurrence of a schedule: when it runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind")]
#[non_exhaustive]
pub enum Recurrence {
    /// A cron expression, with optional overrides of its dialect.
    #[serde(rename = "cron")]
    Cron(CronRecurrence),
    /// Every n units, anchored at the start, with optional refinements.
    #[serde(rename = "every")]
    Every(EveryRecurrence),
    /// Calendar, fiscal or custom periods with one or more occurrences in each.
    #[serde(rename = "calendar")]
    Calendar(CalendarRecurrence),
    /// RFC 5545 lines.
    #[serde(rename = "rrule")]
    Rrule(RruleRecurrence),
    /// A single instant.
    #[serde(rename = "once")]
    Once(OnceRecurrence),
    /// A fixed delay between runs.
    #[serde(rename = "after_completion")]
    AfterCompletion(AfterCompletionRecurrence),
    /// Several recurrences combined into one.
    #[serde(rename = "any")]
    Any(AnyRecurrence),
    /// Several recurrences combined into one.
    #[serde(rename = "all")]
    All(AllRecurrence),
    /// A value of a newer server.
    #[serde(untagged)]
    Other(Value),
}

/// A cron expression, with optional overrides of its dialect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CronRecurrence {
    /// Five, six or seven fields, a macro such as `@daily`, or `@every 90s`.
    pub expression: String,
    /// Whether day of month and day of week must both match. Default: as in the dialect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day_match: Option<DayMatch>,
    /// Cron dialect that the expression follows. Default: `unix`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialect: Option<CronDialect>,
    /// Position of the seconds field. Default: as in the dialect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<SecondsField>,
    /// Numbering of weekdays. Default: as in the dialect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weekdays: Option<WeekdayNumbers>,
}

impl CronRecurrence {
    /// Creates the value with its required fields.
    pub fn new(expression: impl Into<String>) -> Self {
        Self { expression: expression.into(), day_match: None, dialect: None, seconds: None, weekdays: None }
    }

    /// Sets `day_match`: whether day of month and day of week must both match.
    #[must_use]
    pub fn with_day_match(mut self, day_match: impl Into<DayMatch>) -> Self {
        self.day_match = Some(day_match.into());
        self
    }

    /// Sets `dialect`: cron dialect that the expression follows.
    #[must_use]
    pub fn with_dialect(mut self, dialect: impl Into<CronDialect>) -> Self {
        self.dialect = Some(dialect.into());
        self
    }

    /// Sets `seconds`: position of the seconds field.
    #[must_use]
    pub fn with_seconds(mut self, seconds: impl Into<SecondsField>) -> Self {
        self.seconds = Some(seconds.into());
        self
    }

    /// Sets `weekdays`: numbering of weekdays.
    #[must_use]
    pub fn with_weekdays(mut self, weekdays: impl Into<WeekdayNumbers>) -> Self {
        self.weekdays = Some(weekdays.into());
        self
    }
}

impl From<CronRecurrence> for Recurrence {
    fn from(value: CronRecurrence) -> Self {
        Self::Cron(value)
    }
}

/// Every n units, anchored at the start, with optional refinements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EveryRecurrence {
    /// Number of units between two occurrences. Zero is allowed only together with a list of hours, days or months.
    pub every: i64,
    /// Unit of the interval.
    pub unit: IntervalUnit,
    /// Times of day, for days and longer units. Default: midnight. An empty list means the anchor's time of day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<OneOrMany<String>>,
    /// Months with an occurrence, 1 to 12.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_months: Option<OneOrMany<i64>>,
    /// What happens to a day that the month does not have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub month_overflow: Option<MonthOverflow>,
    /// Weekdays with an occurrence, for days and weeks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_days: Option<OneOrMany<Weekday>>,
    /// First such weekday of the month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_first: Option<Weekday>,
    /// Hours of the day with an occurrence, for hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_hours: Option<OneOrMany<i64>>,
    /// Last such weekday of the month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_last: Option<Weekday>,
    /// Minute of the hour, for hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_minute: Option<i64>,
    /// Days of the month, for months and years. -1 is the last day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_month_days: Option<OneOrMany<i64>>,
    /// N-th such weekdays of the month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_nth: Option<OneOrMany<NthWeekday>>,
    /// Second of the minute, for minutes and hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_second: Option<i64>,
}

impl EveryRecurrence {
    /// Creates the value with its required fields.
    pub fn new(every: i64, unit: impl Into<IntervalUnit>) -> Self {
        Self {
            every,
            unit: unit.into(),
            at: None,
            in_months: None,
            month_overflow: None,
            on_days: None,
            on_first: None,
            on_hours: None,
            on_last: None,
            on_minute: None,
            on_month_days: None,
            on_nth: None,
            on_second: None,
        }
    }

    /// Sets `at`: times of day, for days and longer units.
    #[must_use]
    pub fn with_at(mut self, at: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.at = Some(OneOrMany(at.into_iter().map(Into::into).collect::<Vec<String>>()));
        self
    }

    /// Sets `in_months`: months with an occurrence, 1 to 12.
    #[must_use]
    pub fn with_in_months(mut self, in_months: impl IntoIterator<Item = i64>) -> Self {
        self.in_months = Some(OneOrMany(in_months.into_iter().collect::<Vec<i64>>()));
        self
    }

    /// Sets `month_overflow`: what happens to a day that the month does not have.
    #[must_use]
    pub fn with_month_overflow(mut self, month_overflow: impl Into<MonthOverflow>) -> Self {
        self.month_overflow = Some(month_overflow.into());
        self
    }

    /// Sets `on_days`: weekdays with an occurrence, for days and weeks.
    #[must_use]
    pub fn with_on_days(mut self, on_days: impl IntoIterator<Item = impl Into<Weekday>>) -> Self {
        self.on_days = Some(OneOrMany(on_days.into_iter().map(Into::into).collect::<Vec<Weekday>>()));
        self
    }

    /// Sets `on_first`: first such weekday of the month.
    #[must_use]
    pub fn with_on_first(mut self, on_first: impl Into<Weekday>) -> Self {
        self.on_first = Some(on_first.into());
        self
    }

    /// Sets `on_hours`: hours of the day with an occurrence, for hours.
    #[must_use]
    pub fn with_on_hours(mut self, on_hours: impl IntoIterator<Item = i64>) -> Self {
        self.on_hours = Some(OneOrMany(on_hours.into_iter().collect::<Vec<i64>>()));
        self
    }

    /// Sets `on_last`: last such weekday of the month.
    #[must_use]
    pub fn with_on_last(mut self, on_last: impl Into<Weekday>) -> Self {
        self.on_last = Some(on_last.into());
        self
    }

    /// Sets `on_minute`: minute of the hour, for hours.
    #[must_use]
    pub fn with_on_minute(mut self, on_minute: i64) -> Self {
        self.on_minute = Some(on_minute);
        self
    }

    /// Sets `on_month_days`: days of the month, for months and years.
    #[must_use]
    pub fn with_on_month_days(mut self, on_month_days: impl IntoIterator<Item = i64>) -> Self {
        self.on_month_days = Some(OneOrMany(on_month_days.into_iter().collect::<Vec<i64>>()));
        self
    }

    /// Sets `on_nth`: N-th such weekdays of the month.
    #[must_use]
    pub fn with_on_nth(mut self, on_nth: impl IntoIterator<Item = impl Into<NthWeekday>>) -> Self {
        self.on_nth = Some(OneOrMany(on_nth.into_iter().map(Into::into).collect::<Vec<NthWeekday>>()));
        self
    }

    /// Sets `on_second`: second of the minute, for minutes and hours.
    #[must_use]
    pub fn with_on_second(mut self, on_second: i64) -> Self {
        self.on_second = Some(on_second);
        self
    }
}

impl From<EveryRecurrence> for Recurrence {
    fn from(value: EveryRecurrence) -> Self {
        Self::Every(value)
    }
}

/// Calendar, fiscal or custom periods with one or more occurrences in each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CalendarRecurrence {
    /// Calendar that defines the periods.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<PeriodAnchor>,
    /// Whether the occurrence is at the start or at the end of its period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<PeriodPoint>,
    /// Weekdays within the period, such as `MO`. Months and longer periods also accept `2TU` or `-1FR`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_day: Option<OneOrMany<String>>,
    /// Days of the month. -1 is the last day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_month_day: Option<OneOrMany<i64>>,
    /// Length of a period. Absent for custom periods.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency: Option<Frequency>,
    /// Interval in periods, counted from the period that contains the start. Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<i64>,
    /// Time by which the occurrence precedes that point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<String>,
    /// Time of day of the occurrence. Default: midnight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_of_day: Option<String>,
}

impl CalendarRecurrence {
    /// Sets `anchor`: calendar that defines the periods.
    #[must_use]
    pub fn with_anchor(mut self, anchor: impl Into<PeriodAnchor>) -> Self {
        self.anchor = Some(anchor.into());
        self
    }

    /// Sets `at`: whether the occurrence is at the start or at the end of its period.
    #[must_use]
    pub fn with_at(mut self, at: impl Into<PeriodPoint>) -> Self {
        self.at = Some(at.into());
        self
    }

    /// Sets `by_day`: weekdays within the period, such as `MO`.
    #[must_use]
    pub fn with_by_day(mut self, by_day: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.by_day = Some(OneOrMany(by_day.into_iter().map(Into::into).collect::<Vec<String>>()));
        self
    }

    /// Sets `by_month_day`: days of the month.
    #[must_use]
    pub fn with_by_month_day(mut self, by_month_day: impl IntoIterator<Item = i64>) -> Self {
        self.by_month_day = Some(OneOrMany(by_month_day.into_iter().collect::<Vec<i64>>()));
        self
    }

    /// Sets `frequency`: length of a period.
    #[must_use]
    pub fn with_frequency(mut self, frequency: impl Into<Frequency>) -> Self {
        self.frequency = Some(frequency.into());
        self
    }

    /// Sets `interval`: interval in periods, counted from the period that contains the start.
    #[must_use]
    pub fn with_interval(mut self, interval: i64) -> Self {
        self.interval = Some(interval);
        self
    }

    /// Sets `lead`: time by which the occurrence precedes that point.
    #[must_use]
    pub fn with_lead(mut self, lead: impl Into<String>) -> Self {
        self.lead = Some(lead.into());
        self
    }

    /// Sets `time_of_day`: time of day of the occurrence.
    #[must_use]
    pub fn with_time_of_day(mut self, time_of_day: impl Into<String>) -> Self {
        self.time_of_day = Some(time_of_day.into());
        self
    }
}

impl From<CalendarRecurrence> for Recurrence {
    fn from(value: CalendarRecurrence) -> Self {
        Self::Calendar(value)
    }
}

/// RFC 5545 lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RruleRecurrence {
    /// `DTSTART`, `RRULE`, `RDATE`, `EXRULE` and `EXDATE` lines. A bare list of rule parts is read as an `RRULE`.
    pub text: String,
}

impl RruleRecurrence {
    /// Creates the value with its required fields.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }
}

impl From<RruleRecurrence> for Recurrence {
    fn from(value: RruleRecurrence) -> Self {
        Self::Rrule(value)
    }
}

/// A single instant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OnceRecurrence {
    /// Instant of the occurrence.
    pub at: Timestamp,
}

impl OnceRecurrence {
    /// Creates the value with its required fields.
    pub fn new(at: Timestamp) -> Self {
        Self { at }
    }
}

impl From<OnceRecurrence> for Recurrence {
    fn from(value: OnceRecurrence) -> Self {
        Self::Once(value)
    }
}

/// A fixed delay between runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AfterCompletionRecurrence {
    /// Time from the completion of one run to the start of the next.
    pub delay: Seconds,
}

impl AfterCompletionRecurrence {
    /// Creates the value with its required fields.
    pub fn new(delay: impl Into<Seconds>) -> Self {
        Self { delay: delay.into() }
    }
}

impl From<AfterCompletionRecurrence> for Recurrence {
    fn from(value: AfterCompletionRecurrence) -> Self {
        Self::AfterCompletion(value)
    }
}

/// Several recurrences combined into one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AnyRecurrence {
    /// Recurrences to combine.
    pub of: Vec<Recurrence>,
}

impl AnyRecurrence {
    /// Creates the value with its required fields.
    pub fn new(of: impl IntoIterator<Item = impl Into<Recurrence>>) -> Self {
        Self { of: of.into_iter().map(Into::into).collect::<Vec<Recurrence>>() }
    }
}

impl From<AnyRecurrence> for Recurrence {
    fn from(value: AnyRecurrence) -> Self {
        Self::Any(value)
    }
}

/// Several recurrences combined into one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AllRecurrence {
    /// Recurrences to combine.
    pub of: Vec<Recurrence>,
}

impl AllRecurrence {
    /// Creates the value with its required fields.
    pub fn new(of: impl IntoIterator<Item = impl Into<Recurrence>>) -> Self {
        Self { of: of.into_iter().map(Into::into).collect::<Vec<Recurrence>>() }
    }
}

impl From<AllRecurrence> for Recurrence {
    fn from(value: AllRecurrence) -> Self {
        Self::All(value)
    }
}

text_enum! {
    /// Position of the seconds field.
    SecondsField {
        None = "none",
        First = "first",
        Last = "last",
    }
}

text_enum! {
    /// A day of the week. JSON accepts the English name or its first two or three letters, in any case.
    Weekday {
        Monday = "monday",
        Tuesday = "tuesday",
        Wednesday = "wednesday",
        Thursday = "thursday",
        Friday = "friday",
        Saturday = "saturday",
        Sunday = "sunday",
    }
}

text_enum! {
    /// Numbering of weekdays.
    WeekdayNumbers {
        SundayZero = "sunday_zero",
        SundayOne = "sunday_one",
    }
}
