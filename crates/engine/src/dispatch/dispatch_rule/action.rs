//! Action of a dispatch rule.

use std::fmt;
use std::str::FromStr;

use refrain_recurrence::Length;
use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::RULE_TEXT_BYTES_MAX;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::ledger::check::text;
use crate::model::NAME_BYTES_MAX;

/// Maximum time for which a key is remembered, actions are counted, or an action is delayed: a leap year.
const SECONDS_MAX: i64 = 366 * 24 * 60 * 60;
/// Maximum length of a path into a payload in bytes.
const PATH_BYTES_MAX: usize = 256;

/// Action of a dispatch rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub enum RuleAction {
    /// Lets the occurrence pass. No further rules are evaluated.
    Allow,
    /// Rejects the occurrence permanently. It is settled as `failed(rejected)`.
    Deny {
        /// Reason, shown with the occurrence.
        reason: String,
    },
    /// Drops the occurrence. It is settled as `skipped(suppressed)`.
    Suppress {
        /// Reason, shown with the occurrence.
        reason: String,
    },
    /// Drops the occurrence if the same key passed recently. Requires a `dedup_key` in the action.
    Dedup {
        /// Time for which a key is remembered.
        ttl: Length,
    },
    /// Sends the action through another provider.
    Reroute {
        /// Name of the provider.
        provider: String,
    },
    /// Limits the number of occurrences per time window.
    Throttle {
        /// Maximum number of occurrences per window.
        limit: u32,
        /// Length of the window.
        window: Length,
        /// What is counted together. Default: `tenant`.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schema(value_type = String, pattern = "^(tenant|schedule|payload[.][^.]+)$", example = "schedule"))]
        key: ThrottleKey,
        /// What happens to occurrences beyond the limit. Default: `skip`.
        #[serde(default)]
        beyond: BeyondLimit,
    },
    /// Changes the payload.
    Modify {
        /// JSON merge patch (RFC 7396).
        patch: Value,
    },
    /// Delays the action until this long after its due time. After that, the rule has no effect.
    Delay {
        /// Length of the delay.
        by: Length,
    },
}

/// What a throttle counts together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ThrottleKey {
    /// All actions that match the rule are counted together.
    #[default]
    Tenant,
    /// Each schedule is counted separately.
    Schedule,
    /// Each value at this path of the payload is counted separately.
    Payload(Vec<String>),
}

/// What happens to occurrences beyond a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BeyondLimit {
    /// The occurrence is settled as `skipped(throttled)`.
    #[default]
    Skip,
    /// The occurrence waits for the next window.
    Wait,
}

impl RuleAction {
    pub(super) fn check(&self) -> Result<(), Error> {
        match self {
            Self::Allow => Ok(()),
            Self::Deny { reason } | Self::Suppress { reason } => {
                Ok(text("the rule's reason", reason, RULE_TEXT_BYTES_MAX)?)
            }
            Self::Dedup { ttl } => length("the ttl is", *ttl),
            Self::Reroute { provider } if provider.trim().is_empty() => {
                Err(Error::invalid(ErrorCode::BadValue, format!("{provider:?} is not the name of a provider")))
            }
            Self::Reroute { provider } => Ok(text("the rule's provider", provider, NAME_BYTES_MAX)?),
            Self::Throttle { limit: 0, .. } => {
                let problem = "the limit is 0, so nothing would ever pass; use suppress, which takes a reason";
                Err(Error::invalid(ErrorCode::BadValue, problem))
            }
            Self::Throttle { window, .. } => length("the window is", *window),
            Self::Modify { .. } => Ok(()),
            Self::Delay { by } => length("the delay is", *by),
        }
    }
}

fn length(what: &str, length: Length) -> Result<(), Error> {
    if (1..=SECONDS_MAX).contains(&length.seconds()) {
        return Ok(());
    }
    Err(Error::invalid(ErrorCode::OutOfRange, format!("{what} {length}; expected 1 second to 366 days")))
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
                    return Err(format!("{cut:?} is not a throttle key; expected tenant, schedule or payload.NAME"));
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
