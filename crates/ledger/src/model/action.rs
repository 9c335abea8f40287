//! The action of a schedule: the template of a message, and the provider that sends it.

use std::collections::BTreeMap;

use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Name of the provider that calls a function of the program itself.
pub const HANDLER_PROVIDER: &str = "handler";

/// Message to send, and the provider that sends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// Name of the provider that sends the action.
    pub provider: String,
    /// Kind of the action. Dispatch rules and receivers can tell actions apart by it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Address to send to, in the provider's own terms: a URL, a queue, a handler.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub target: String,
    /// Payload to send.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub payload: Value,
    /// Additional metadata for the provider.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub metadata: BTreeMap<String, String>,
    /// Deduplication key, a template. While a key is remembered, further actions with the same expanded key
    /// are dropped as duplicates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dedup_key: Option<String>,
    /// Time for which the deduplication key is remembered, unless a dispatch rule sets another. Default: 1
    /// day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dedup_for: Option<Length>,
}

impl Action {
    /// Creates an action with only a provider and a payload.
    pub fn new(provider: impl Into<String>, payload: Value) -> Self {
        Self {
            provider: provider.into(),
            kind: String::new(),
            target: String::new(),
            payload,
            metadata: BTreeMap::new(),
            dedup_key: None,
            dedup_for: None,
        }
    }
}
