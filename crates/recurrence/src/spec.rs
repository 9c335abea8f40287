//! A recurrence with its time zone, bounds, first run, jitter, calendars and DST policy.

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};

use crate::length::Length;
use crate::recurrence::Recurrence;

/// Everything that decides when a schedule runs, as stored and as sent over the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// Recurrence that says when the schedule runs.
    pub recurrence: Recurrence,
    /// IANA name of the time zone whose wall clock the recurrence follows, or a fixed offset such as `+05:30`.
    pub timezone: String,
    /// Policy for local times that an offset change skips or repeats.
    #[serde(default, skip_serializing_if = "Dst::is_default")]
    pub dst: Dst,
    /// Start, inclusive: no occurrence is earlier. Intervals are counted from here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<Timestamp>,
    /// End, exclusive: every occurrence is earlier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<Timestamp>,
    /// Maximum number of occurrences that may start. Default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_runs: Option<u64>,
    /// Extra occurrence before the regular ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::FirstRunWritten>))]
    pub first_run: Option<FirstRun>,
    /// Named calendars that exclude days or roll occurrences to business days.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calendars: Vec<CalendarUse>,
    /// Deterministic delay that spreads load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jitter: Option<Jitter>,
}

impl Spec {
    /// Creates a definition with defaults for everything but the recurrence and the time zone.
    pub fn new(recurrence: Recurrence, timezone: impl Into<String>) -> Self {
        Self {
            recurrence,
            timezone: timezone.into(),
            dst: Dst::default(),
            starts_at: None,
            ends_at: None,
            max_runs: None,
            first_run: None,
            calendars: Vec::new(),
            jitter: None,
        }
    }
}

/// Policy for wall-clock times at an offset change. An absent field follows the recurrence kind and the cron dialect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Dst {
    /// Policy for a local time that does not exist (in a gap).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<Gap>,
    /// Policy for a local time that occurs twice (in a fold).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fold: Option<Fold>,
    /// Whether the recurrence names times of day or an interval.
    #[serde(default, skip_serializing_if = "Class::is_default")]
    pub class: Class,
}

impl Dst {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// What happens to a local time that does not exist (in a gap).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Gap {
    /// The occurrence moves to the first valid instant of the same local date. Several skipped times become one
    /// occurrence.
    NextValid,
    /// The occurrence is skipped.
    Skip,
    /// The occurrence keeps the offset from before the gap, so it is later by the width of the gap.
    SameOffset,
}

/// What happens to a local time that occurs twice (in a fold).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Fold {
    /// The occurrence is on the first pass.
    First,
    /// The occurrence is on the last pass.
    Last,
    /// There is an occurrence on both passes.
    Both,
}

/// Whether a recurrence names times of day, which follow `gap` and `fold`, or an interval, which follows elapsed time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Derived from the recurrence itself.
    #[default]
    Auto,
    /// Times of day.
    Fixed,
    /// An interval.
    Interval,
}

impl Class {
    fn is_default(&self) -> bool {
        *self == Self::Auto
    }
}

/// Extra occurrence before the regular ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FirstRun {
    /// Time of the first run.
    #[serde(flatten)]
    pub when: FirstRunAt,
    /// Minimum time from the first run to the first regular occurrence. Regular occurrences closer than this are
    /// dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_spacing: Option<Length>,
}

/// Time of the first run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstRunAt {
    /// At the anchor itself.
    #[serde(serialize_with = "as_true")]
    Now,
    /// This length after the anchor.
    After(Length),
    /// At this instant.
    At(Timestamp),
}

fn as_true<S: serde::Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(true)
}

/// Accepts `"now"`, `{"now": true}`, `{"after": "1h"}` or `{"at": T}`. All but the first form take an optional
/// `min_spacing`.
impl<'de> Deserialize<'de> for FirstRun {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields {
            #[serde(default)]
            now: bool,
            after: Option<Length>,
            at: Option<Timestamp>,
            min_spacing: Option<Length>,
        }
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Input {
            Word(String),
            Fields(Fields),
        }
        use serde::de::Error as _;
        let one_of = || D::Error::custom("first_run must be \"now\", {\"after\": length} or {\"at\": instant}");
        match Input::deserialize(deserializer).map_err(|_| one_of())? {
            Input::Word(word) if word == "now" => Ok(Self { when: FirstRunAt::Now, min_spacing: None }),
            Input::Word(_) => Err(one_of()),
            Input::Fields(Fields { now, after, at, min_spacing }) => {
                let when = match (now, after, at) {
                    (true, None, None) => FirstRunAt::Now,
                    (false, Some(after), None) => FirstRunAt::After(after),
                    (false, None, Some(at)) => FirstRunAt::At(at),
                    (true | false, _, _) => return Err(one_of()),
                };
                Ok(Self { when, min_spacing })
            }
        }
    }
}

/// Reference to a named calendar, with its effect on this schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CalendarUse {
    /// Name of the calendar, as a key of the calendars passed to `compile`.
    pub name: String,
    /// What happens to an occurrence on one of the calendar's days off.
    #[serde(default)]
    pub on_day_off: OnDayOff,
}

/// What happens to an occurrence on a day off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnDayOff {
    /// The occurrence is dropped.
    #[default]
    Exclude,
    /// The occurrence moves back to the previous business day.
    Previous,
    /// The occurrence moves forward to the next business day.
    Next,
    /// The occurrence moves to the next business day, or to the previous one if the next is in another month.
    ModifiedFollowing,
    /// The occurrence moves to the nearest business day. A tie goes to the previous one.
    Nearest,
}

/// Deterministic delay, derived from a hash of the schedule and the occurrence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Jitter {
    /// Maximum delay.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::JitterWindowWritten))]
    pub window: JitterWindow,
    /// Whether all occurrences share one delay or each has its own.
    #[serde(default)]
    pub mode: JitterMode,
}

/// Maximum delay: a length, or a percentage of the time to the next occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JitterWindow {
    /// Fixed length.
    Length(Length),
    /// Percentage of the time to the next occurrence, 1 to 100.
    Percent(u8),
}

/// Whether all occurrences share one delay or each has its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum JitterMode {
    /// One delay for the whole schedule.
    #[default]
    Fixed,
    /// A different delay for each occurrence.
    Spread,
}

impl Serialize for JitterWindow {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Length(length) => length.serialize(serializer),
            Self::Percent(percent) => serializer.collect_str(&format_args!("{percent}%")),
        }
    }
}

impl<'de> Deserialize<'de> for JitterWindow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Input {
            Seconds(u32),
            Text(String),
        }
        match Input::deserialize(deserializer)? {
            Input::Seconds(seconds) => Ok(Self::Length(Length::from_seconds(i64::from(seconds)))),
            Input::Text(text) => match text.strip_suffix('%') {
                Some(number) => match number.parse() {
                    Ok(percent @ 1..=100) => Ok(Self::Percent(percent)),
                    Ok(_) | Err(_) => Err(D::Error::custom("a jitter window in percent must be 1% to 100%")),
                },
                None => text.parse().map(Self::Length).map_err(D::Error::custom),
            },
        }
    }
}
