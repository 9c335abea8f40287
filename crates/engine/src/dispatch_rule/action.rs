//! What a rule does with an action.

use std::fmt;
use std::str::FromStr;

use refrain_recurrence::Length;
use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::RULE_TEXT_BYTES_MAX;
use crate::error::Error;
use crate::id::NAME_BYTES_MAX;
use crate::ledger::check::text;

/// Nothing is remembered, counted or put off for longer: a leap year.
const SECONDS_MAX: i64 = 366 * 24 * 60 * 60;
/// No path into a payload is longer, in bytes.
const PATH_BYTES_MAX: usize = 256;

/// What a rule does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub enum RuleAction {
    /// Lets it through, past all rules behind.
    Allow,
    /// Refuses it for good: it ends as `failed(rejected)`.
    Deny {
        /// Why.
        reason: String,
    },
    /// Drops it: it ends as `skipped(suppressed)`.
    Suppress {
        /// Why.
        reason: String,
    },
    /// Drops it if the same key went through not so long ago. It needs a `dedup_key` in the action.
    Dedup {
        /// How long a key is remembered.
        ttl: Length,
    },
    /// Sends it by another provider.
    Reroute {
        /// Which.
        provider: String,
    },
    /// Lets through so many in a window.
    Throttle {
        /// How many.
        limit: u32,
        /// In which time.
        window: Length,
        /// What is counted together.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schema(value_type = String, pattern = "^(tenant|schedule|payload[.][^.]+)$", example = "schedule"))]
        key: ThrottleKey,
        /// What happens to what comes beyond the limit.
        #[serde(default)]
        beyond: BeyondLimit,
    },
    /// Changes the payload.
    Modify {
        /// A JSON merge patch, RFC 7396.
        patch: Value,
    },
    /// Sends it later: so long after it was due, and then no longer.
    Delay {
        /// By how much.
        by: Length,
    },
}

/// What is counted together under a throttle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ThrottleKey {
    /// Everything that the rule holds for.
    #[default]
    Tenant,
    /// Each schedule for itself.
    Schedule,
    /// Each value in this place of the payload for itself.
    Payload(Vec<String>),
}

/// What happens to what comes beyond a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BeyondLimit {
    /// It ends as `skipped(throttled)`.
    #[default]
    Skip,
    /// It waits for the next window.
    Wait,
}

impl RuleAction {
    pub(super) fn check(&self) -> Result<(), Error> {
        match self {
            Self::Allow => Ok(()),
            Self::Deny { reason } | Self::Suppress { reason } => {
                Ok(text("the rule's reason", reason, RULE_TEXT_BYTES_MAX)?)
            }
            Self::Dedup { ttl } => length("a key is remembered for", *ttl),
            Self::Reroute { provider } if provider.trim().is_empty() => {
                Err(Error::invalid("bad_value", format!("{provider:?} is not the name of a provider")))
            }
            Self::Reroute { provider } => Ok(text("the rule's provider", provider, NAME_BYTES_MAX)?),
            Self::Throttle { limit: 0, .. } => {
                let problem = "the limit is 0, and nothing would ever pass: suppress says so and says why";
                Err(Error::invalid("bad_value", problem))
            }
            Self::Throttle { window, .. } => length("the window is", *window),
            Self::Modify { .. } => Ok(()),
            Self::Delay { by } => length("it is put off by", *by),
        }
    }
}

fn length(what: &str, length: Length) -> Result<(), Error> {
    if (1..=SECONDS_MAX).contains(&length.seconds()) {
        return Ok(());
    }
    Err(Error::invalid("out_of_range", format!("{what} {length}; from a second to 366 days are possible")))
}

impl FromStr for ThrottleKey {
    type Err = String;

    fn from_str(key: &str) -> Result<Self, String> {
        match key {
            "tenant" => Ok(Self::Tenant),
            "schedule" => Ok(Self::Schedule),
            _ => {
                let path = key.strip_prefix("payload.").filter(|path| path.len() <= PATH_BYTES_MAX);
                let parts: Vec<String> = path.unwrap_or_default().split('.').map(str::to_owned).collect();
                if path.is_none() || parts.iter().any(String::is_empty) {
                    let cut: String = key.chars().take(PATH_BYTES_MAX).collect();
                    return Err(format!("{cut:?} counts nothing: tenant, schedule or payload.NAME do"));
                }
                Ok(Self::Payload(parts))
            }
        }
    }
}

impl fmt::Display for ThrottleKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tenant => f.write_str("tenant"),
            Self::Schedule => f.write_str("schedule"),
            Self::Payload(path) => write!(f, "payload.{}", path.join(".")),
        }
    }
}

impl Serialize for ThrottleKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ThrottleKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
