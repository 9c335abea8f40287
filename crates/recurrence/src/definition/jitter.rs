//! Jitter as written: the maximum delay, and which occurrences share one.

use serde::{Deserialize, Deserializer, Serialize};

use super::length::Length;

/// Deterministic delay, derived from a hash of the schedule and the occurrence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Jitter {
    /// Maximum delay.
    #[cfg_attr(feature = "schema", schema(value_type = super::schema::JitterWindowSchema))]
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
