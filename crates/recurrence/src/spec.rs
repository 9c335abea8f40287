//! A recurrence with everything around it: zone, bounds, first run, jitter, calendars and what a DST change does.

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};

use crate::length::Length;
use crate::recurrence::Recurrence;

/// Everything that decides when a schedule fires, as stored and as sent over the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// The rule.
    pub recurrence: Recurrence,
    /// The IANA name of the zone whose wall clock the rule follows, or a fixed offset such as `+05:30`.
    pub timezone: String,
    /// What happens to times that a change of offset skips or repeats.
    #[serde(default, skip_serializing_if = "Dst::is_default")]
    pub dst: Dst,
    /// No occurrence before this; intervals are counted from here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<Timestamp>,
    /// No occurrence at or after this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<Timestamp>,
    /// How many occurrences may start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_runs: Option<u64>,
    /// An occurrence before the regular ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::FirstRunWritten>))]
    pub first_run: Option<FirstRun>,
    /// Named calendars that exclude days or roll fires to business days.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calendars: Vec<CalendarUse>,
    /// A deterministic delay that spreads load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jitter: Option<Jitter>,
}

impl Spec {
    /// A rule in a zone, with nothing else asked for.
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

/// What a change of offset does to wall-clock times. Whatever is absent follows the kind and the dialect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Dst {
    /// What happens to a local time that does not exist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<Gap>,
    /// What happens to a local time that comes twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fold: Option<Fold>,
    /// Whether the rule names times of day or an interval.
    #[serde(default, skip_serializing_if = "Class::is_default")]
    pub class: Class,
}

impl Dst {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// What happens to a local time that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Gap {
    /// It fires once at the first valid instant of the same local date.
    NextValid,
    /// It does not fire.
    Skip,
    /// It fires as if the offset had not changed: later by the width of the gap.
    SameOffset,
}

/// What happens to a local time that comes twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Fold {
    /// It fires on the first pass.
    First,
    /// It fires on the last pass.
    Last,
    /// It fires on both.
    Both,
}

/// Whether a rule names times of day, which obey gap and fold, or an interval, which runs straight through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Decided by the rule itself.
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

/// An occurrence before the regular ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FirstRun {
    /// When it is.
    #[serde(flatten)]
    pub when: FirstRunAt,
    /// The least time from it to the first regular occurrence; nearer ones are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_spacing: Option<Length>,
}

/// When the first run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstRunAt {
    /// At the anchor itself.
    #[serde(serialize_with = "as_true")]
    Now,
    /// So long after the anchor.
    After(Length),
    /// At this instant.
    At(Timestamp),
}

fn as_true<S: serde::Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(true)
}

/// `"now"`, `{"now": true}`, `{"after": "1h"}` or `{"at": T}`, each but the first with an optional `min_spacing`.
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
        enum Written {
            Word(String),
            Fields(Fields),
        }
        use serde::de::Error as _;
        let one_of = || D::Error::custom("first_run is \"now\", {\"after\": length} or {\"at\": instant}");
        match Written::deserialize(deserializer).map_err(|_| one_of())? {
            Written::Word(word) if word == "now" => Ok(Self { when: FirstRunAt::Now, min_spacing: None }),
            Written::Word(_) => Err(one_of()),
            Written::Fields(Fields { now, after, at, min_spacing }) => {
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

/// A named calendar and what it does to this schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CalendarUse {
    /// Its name among the calendars handed to `compile`.
    pub name: String,
    /// What happens to a fire on one of its days off.
    #[serde(default)]
    pub on_day_off: OnDayOff,
}

/// What happens to a fire on a day off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnDayOff {
    /// It does not happen.
    #[default]
    Exclude,
    /// It moves back to the last business day before.
    Previous,
    /// It moves on to the next business day.
    Next,
    /// It moves on, but back instead when that would leave the month.
    ModifiedFollowing,
    /// It moves to the nearer of the two, back when they are equally near.
    Nearest,
}

/// A deterministic delay, decided by a hash of schedule and occurrence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Jitter {
    /// The longest delay.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::JitterWindowWritten))]
    pub window: JitterWindow,
    /// Whether every occurrence gets its own delay.
    #[serde(default)]
    pub mode: JitterMode,
}

/// The longest delay: a length, or a part of the time to the next occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JitterWindow {
    /// So long.
    Length(Length),
    /// So many percent of the time to the next occurrence, 1 to 100.
    Percent(u8),
}

/// Whether every occurrence gets its own delay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum JitterMode {
    /// One delay for the schedule, the same every time.
    #[default]
    Fixed,
    /// Another delay for each occurrence.
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
        enum Written {
            Seconds(u32),
            Text(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Seconds(seconds) => Ok(Self::Length(Length::from_seconds(i64::from(seconds)))),
            Written::Text(text) => match text.strip_suffix('%') {
                Some(number) => match number.parse() {
                    Ok(percent @ 1..=100) => Ok(Self::Percent(percent)),
                    Ok(_) | Err(_) => Err(D::Error::custom("a jitter window in percent is 1% to 100%")),
                },
                None => text.parse().map(Self::Length).map_err(D::Error::custom),
            },
        }
    }
}
