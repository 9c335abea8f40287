// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `timing`.

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::recurrence::Recurrence;
use crate::text_enum::text_enum;
use crate::values::{Seconds, read_member};

/// Reference to a named calendar, with its effect on this schedule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CalendarReference {
    /// Name of the calendar, as a key of the calendars passed to `compile`.
    pub name: String,
    /// What happens to an occurrence on one of the calendar's days off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_day_off: Option<DayOffPolicy>,
}

impl CalendarReference {
    /// Creates the value with its required fields.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), on_day_off: None }
    }

    /// Sets `on_day_off`: what happens to an occurrence on one of the calendar's days off.
    #[must_use]
    pub fn with_on_day_off(mut self, on_day_off: impl Into<DayOffPolicy>) -> Self {
        self.on_day_off = Some(on_day_off.into());
        self
    }
}

text_enum! {
    /// What happens to an occurrence on a day off.
    DayOffPolicy {
        Exclude = "exclude",
        Previous = "previous",
        Next = "next",
        ModifiedFollowing = "modified_following",
        Nearest = "nearest",
    }
}

text_enum! {
    /// Whether a recurrence names times of day, which follow `gap` and `fold`, or an interval, which follows elapsed
    /// time.
    DstClass {
        Auto = "auto",
        Fixed = "fixed",
        Interval = "interval",
    }
}

text_enum! {
    /// What happens to a local time that occurs twice (in a fold).
    DstFoldPolicy {
        First = "first",
        Last = "last",
        Both = "both",
    }
}

text_enum! {
    /// What happens to a local time that does not exist (in a gap).
    DstGapPolicy {
        NextValid = "next_valid",
        Skip = "skip",
        SameOffset = "same_offset",
    }
}

/// Policy for wall-clock times at an offset change. An absent field follows the recurrence kind and the cron dialect.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DstPolicy {
    /// Whether the recurrence names times of day or an interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<DstClass>,
    /// Policy for a local time that occurs twice (in a fold).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fold: Option<DstFoldPolicy>,
    /// Policy for a local time that does not exist (in a gap).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<DstGapPolicy>,
}

impl DstPolicy {
    /// Sets `class`: whether the recurrence names times of day or an interval.
    #[must_use]
    pub fn with_class(mut self, class: impl Into<DstClass>) -> Self {
        self.class = Some(class.into());
        self
    }

    /// Sets `fold`: policy for a local time that occurs twice (in a fold).
    #[must_use]
    pub fn with_fold(mut self, fold: impl Into<DstFoldPolicy>) -> Self {
        self.fold = Some(fold.into());
        self
    }

    /// Sets `gap`: policy for a local time that does not exist (in a gap).
    #[must_use]
    pub fn with_gap(mut self, gap: impl Into<DstGapPolicy>) -> Self {
        self.gap = Some(gap.into());
        self
    }
}

/// First run of a schedule.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FirstRun {
    /// The text `now`.
    Now,
    /// First run at the start.
    NowWith(FirstRunNow),
    /// First run after a delay.
    After(FirstRunAfter),
    /// First run at an instant.
    At(FirstRunAt),
    /// A value of a newer server.
    Other(Value),
}

impl Serialize for FirstRun {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Now => serializer.serialize_str("now"),
            Self::NowWith(value) => value.serialize(serializer),
            Self::After(value) => value.serialize(serializer),
            Self::At(value) => value.serialize(serializer),
            Self::Other(value) => value.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for FirstRun {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        match &value {
            Value::String(text) if text == "now" => Ok(Self::Now),
            Value::Object(fields) if fields.contains_key("now") => read_member(&value).map(Self::NowWith),
            Value::Object(fields) if fields.contains_key("after") => read_member(&value).map(Self::After),
            Value::Object(fields) if fields.contains_key("at") => read_member(&value).map(Self::At),
            _ => Ok(Self::Other(value)),
        }
    }
}

/// First run at the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FirstRunNow {
    /// Responses use this form for `now`.
    pub now: bool,
    /// Minimum time between the first run and the next occurrence. Default: none. Maximum: 35,999,999,999 seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_spacing: Option<Seconds>,
}

impl FirstRunNow {
    /// Creates the value with its required fields.
    pub fn new(now: bool) -> Self {
        Self { now, min_spacing: None }
    }

    /// Sets `min_spacing`: minimum time between the first run and the next occurrence.
    #[must_use]
    pub fn with_min_spacing(mut self, min_spacing: impl Into<Seconds>) -> Self {
        self.min_spacing = Some(min_spacing.into());
        self
    }
}

impl From<FirstRunNow> for FirstRun {
    fn from(value: FirstRunNow) -> Self {
        Self::NowWith(value)
    }
}

/// First run after a delay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FirstRunAfter {
    /// Delay of the first run after the start. Maximum: 35,999,999,999 seconds.
    pub after: Seconds,
    /// Minimum time between the first run and the next occurrence. Default: none. Maximum: 35,999,999,999 seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_spacing: Option<Seconds>,
}

impl FirstRunAfter {
    /// Creates the value with its required fields.
    pub fn new(after: impl Into<Seconds>) -> Self {
        Self { after: after.into(), min_spacing: None }
    }

    /// Sets `min_spacing`: minimum time between the first run and the next occurrence.
    #[must_use]
    pub fn with_min_spacing(mut self, min_spacing: impl Into<Seconds>) -> Self {
        self.min_spacing = Some(min_spacing.into());
        self
    }
}

impl From<FirstRunAfter> for FirstRun {
    fn from(value: FirstRunAfter) -> Self {
        Self::After(value)
    }
}

/// First run at an instant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FirstRunAt {
    /// Instant of the first run.
    pub at: Timestamp,
    /// Minimum time between the first run and the next occurrence. Default: none. Maximum: 35,999,999,999 seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_spacing: Option<Seconds>,
}

impl FirstRunAt {
    /// Creates the value with its required fields.
    pub fn new(at: Timestamp) -> Self {
        Self { at, min_spacing: None }
    }

    /// Sets `min_spacing`: minimum time between the first run and the next occurrence.
    #[must_use]
    pub fn with_min_spacing(mut self, min_spacing: impl Into<Seconds>) -> Self {
        self.min_spacing = Some(min_spacing.into());
        self
    }
}

impl From<FirstRunAt> for FirstRun {
    fn from(value: FirstRunAt) -> Self {
        Self::At(value)
    }
}

/// Deterministic delay, derived from a hash of the schedule and the occurrence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Jitter {
    /// Maximum delay.
    pub window: JitterWindow,
    /// Whether all occurrences share one delay or each has its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<JitterMode>,
}

impl Jitter {
    /// Creates the value with its required fields.
    pub fn new(window: impl Into<JitterWindow>) -> Self {
        Self { window: window.into(), mode: None }
    }

    /// Sets `mode`: whether all occurrences share one delay or each has its own.
    #[must_use]
    pub fn with_mode(mut self, mode: impl Into<JitterMode>) -> Self {
        self.mode = Some(mode.into());
        self
    }
}

text_enum! {
    /// Whether all occurrences share one delay or each has its own.
    JitterMode {
        Fixed = "fixed",
        Spread = "spread",
    }
}

/// Maximum delay of jitter: a duration, or a part of the time to the next occurrence such as `50%`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum JitterWindow {
    /// As text.
    Text(String),
    /// As a number.
    Integer(u32),
    /// A value of a newer server.
    Other(Value),
}

impl Serialize for JitterWindow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(value) => value.serialize(serializer),
            Self::Integer(value) => value.serialize(serializer),
            Self::Other(value) => value.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for JitterWindow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        match &value {
            Value::String(_) => read_member(&value).map(Self::Text),
            Value::Number(_) => read_member(&value).map(Self::Integer),
            _ => Ok(Self::Other(value)),
        }
    }
}

/// Everything that decides when a schedule runs, as stored and as sent over the wire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ScheduleSpec {
    /// Recurrence that says when the schedule runs.
    pub recurrence: Recurrence,
    /// IANA name of the time zone whose wall clock the recurrence follows, or a fixed offset such as `+05:30`.
    pub timezone: String,
    /// Named calendars that exclude days or roll occurrences to business days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calendars: Option<Vec<CalendarReference>>,
    /// Policy for local times that an offset change skips or repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dst: Option<DstPolicy>,
    /// End, exclusive: every occurrence is earlier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<Timestamp>,
    /// Extra occurrence before the regular ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_run: Option<FirstRun>,
    /// Deterministic delay that spreads load.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jitter: Option<Jitter>,
    /// Maximum number of occurrences that may start. Default: no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_runs: Option<u64>,
    /// Start, inclusive: no occurrence is earlier. Intervals are counted from here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<Timestamp>,
}

impl ScheduleSpec {
    /// Creates the value with its required fields.
    pub fn new(recurrence: impl Into<Recurrence>, timezone: impl Into<String>) -> Self {
        Self {
            recurrence: recurrence.into(),
            timezone: timezone.into(),
            calendars: None,
            dst: None,
            ends_at: None,
            first_run: None,
            jitter: None,
            max_runs: None,
            starts_at: None,
        }
    }

    /// Sets `calendars`: named calendars that exclude days or roll occurrences to business days.
    #[must_use]
    pub fn with_calendars(mut self, calendars: impl IntoIterator<Item = impl Into<CalendarReference>>) -> Self {
        self.calendars = Some(calendars.into_iter().map(Into::into).collect::<Vec<CalendarReference>>());
        self
    }

    /// Sets `dst`: policy for local times that an offset change skips or repeats.
    #[must_use]
    pub fn with_dst(mut self, dst: impl Into<DstPolicy>) -> Self {
        self.dst = Some(dst.into());
        self
    }

    /// Sets `ends_at`: end, exclusive: every occurrence is earlier.
    #[must_use]
    pub fn with_ends_at(mut self, ends_at: Timestamp) -> Self {
        self.ends_at = Some(ends_at);
        self
    }

    /// Sets `first_run`: extra occurrence before the regular ones.
    #[must_use]
    pub fn with_first_run(mut self, first_run: impl Into<FirstRun>) -> Self {
        self.first_run = Some(first_run.into());
        self
    }

    /// Sets `jitter`: deterministic delay that spreads load.
    #[must_use]
    pub fn with_jitter(mut self, jitter: impl Into<Jitter>) -> Self {
        self.jitter = Some(jitter.into());
        self
    }

    /// Sets `max_runs`: maximum number of occurrences that may start.
    #[must_use]
    pub fn with_max_runs(mut self, max_runs: u64) -> Self {
        self.max_runs = Some(max_runs);
        self
    }

    /// Sets `starts_at`: start, inclusive: no occurrence is earlier.
    #[must_use]
    pub fn with_starts_at(mut self, starts_at: Timestamp) -> Self {
        self.starts_at = Some(starts_at);
        self
    }
}
