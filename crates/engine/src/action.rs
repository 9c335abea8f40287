//! What a schedule sends when it fires: a template for the provider that will send it.

use std::collections::BTreeMap;

use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is sent, and by whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// Who sends it: the name of a provider.
    pub provider: String,
    /// What kind of thing it is, for rules and receivers.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Where it goes, in the provider's own terms: a URL, a queue, a handler.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub target: String,
    /// What it says.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub payload: Value,
    /// What the provider must know besides.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub metadata: BTreeMap<String, String>,
    /// Two actions with the same expanded key inside its lifetime are one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dedup_key: Option<String>,
    /// How long that is, unless a rule says otherwise; a day when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dedup_for: Option<Length>,
}

impl Action {
    /// An action with nothing but a provider and a payload.
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
