//! A rule that decides what happens to an action on its way to the provider. Kept in the catalog.

use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Rules are tried in order of priority; the first whose condition holds decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DispatchRule {
    /// Smaller comes first.
    pub priority: i32,
    /// An expression over schedule, occurrence, payload and time.
    pub condition: String,
    /// What is done.
    pub then: RuleAction,
    /// Whether it counts.
    #[serde(default = "yes")]
    pub enabled: bool,
}

/// What a rule does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub enum RuleAction {
    /// Lets it through.
    Allow,
    /// Refuses it for good.
    Deny {
        /// Why.
        reason: String,
    },
    /// Drops it.
    Suppress {
        /// Why.
        reason: String,
    },
    /// Drops it if the same key went through not so long ago.
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
    },
    /// Changes the payload.
    Modify {
        /// A JSON merge patch.
        patch: Value,
    },
    /// Sends it later.
    Delay {
        /// By how much.
        by: Length,
    },
}

fn yes() -> bool {
    true
}
