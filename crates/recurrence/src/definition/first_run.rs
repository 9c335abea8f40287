//! The first run: an extra occurrence before the regular ones.

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};

use super::length::Length;

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
