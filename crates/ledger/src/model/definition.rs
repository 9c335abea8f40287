//! The definition of a schedule as its owner wrote it, and its stored form. The stored form carries a
//! version, so that old records still load.

use std::collections::BTreeMap;

use refrain_recurrence::{Length, Spec};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::{Action, CatchUp, Delivery, History, Overlap, Priority, Retry, has_nul};

/// Version that [`Definition::to_stored`] writes.
pub const DEFINITION_VERSION: u64 = 1;
/// Maximum size of a stored definition in bytes: a payload of 256 KiB plus the other fields.
pub const DEFINITION_BYTES_MAX: usize = 288 * 1024;
/// Maximum size of a payload as JSON, in bytes.
pub const PAYLOAD_BYTES_MAX: usize = 256 * 1024;

/// Definition of a schedule, as its owner wrote it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// Recurrence, time zone and bounds: when the schedule runs.
    pub spec: Spec,
    /// Action to send.
    pub action: Action,
    /// Description for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Labels to select the schedule by.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// Object that the schedule belongs to. Holds select by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// Names of several targets per period, each with its own occurrence. Default: one unnamed target.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discriminators: Vec<String>,
    /// Policy for runs that overlap.
    #[serde(default)]
    pub overlap: Overlap,
    /// Maximum number of concurrent runs under `allow_all`. Default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_concurrent: Option<u32>,
    /// Policy for missed occurrences.
    #[serde(default)]
    pub catch_up: CatchUp,
    /// Maximum start delay of a run. Default: no limit of its own; the catch-up window still applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_deadline: Option<Length>,
    /// Policy for retries of failed attempts.
    #[serde(default)]
    pub retry: Retry,
    /// Timeout of one attempt. Default: the timeout of the provider, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout: Option<Length>,
    /// Number of consecutive failures after which the schedule pauses itself. Default: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pause_on_failure: Option<u32>,
    /// Delivery guarantee after a crash between sending and recording.
    #[serde(default)]
    pub delivery: Delivery,
    /// Priority among the tenant's due occurrences.
    #[serde(default)]
    pub priority: Priority,
    /// History level: how much of each attempt is stored. Default: the level of the tenant, else of the node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<History>,
}

/// Object that a schedule belongs to: a template node, an engagement, a customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Scope {
    /// Type of the object.
    #[serde(rename = "type")]
    pub kind: String,
    /// ID of the object.
    pub id: String,
}

/// Error of a definition that cannot be stored or read.
#[derive(Debug, thiserror::Error)]
pub enum DefinitionError {
    /// The payload or the whole definition exceeds its size limit.
    #[error("{what} has {bytes} bytes; the maximum is {bytes_max}")]
    TooLarge {
        /// Name of the part that is too large.
        what: &'static str,
        /// Actual size in bytes.
        bytes: usize,
        /// Maximum size in bytes.
        bytes_max: usize,
    },
    /// A newer version of the program wrote the definition.
    #[error("the definition has version {found}; this program supports versions up to {DEFINITION_VERSION}")]
    Newer {
        /// Version of the stored definition.
        found: u64,
    },
    /// The stored text is not a definition.
    #[error("the stored definition cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The definition contains a NUL character, which not every store can keep.
    #[error("the definition contains a NUL character in {0}")]
    Nul(&'static str),
}

impl Definition {
    /// Creates a definition with the default of every optional field.
    pub fn new(spec: Spec, action: Action) -> Self {
        Self {
            spec,
            action,
            description: String::new(),
            labels: BTreeMap::new(),
            scope: None,
            discriminators: Vec::new(),
            overlap: Overlap::default(),
            max_concurrent: None,
            catch_up: CatchUp::default(),
            start_deadline: None,
            retry: Retry::default(),
            timeout: None,
            pause_on_failure: None,
            delivery: Delivery::default(),
            priority: Priority::default(),
            history: None,
        }
    }

    /// Returns the text that stores keep.
    ///
    /// # Errors
    /// If the definition is too large or contains a NUL character, which PostgreSQL cannot store in text.
    pub fn to_stored(&self) -> Result<String, DefinitionError> {
        let payload = serde_json::to_string(&self.action.payload)?.len();
        check_size("the payload", payload, PAYLOAD_BYTES_MAX)?;
        let mut value = serde_json::to_value(self)?;
        if let Value::Object(fields) = &mut value {
            fields.insert("version".to_owned(), DEFINITION_VERSION.into());
        }
        let text = value.to_string();
        check_size("the definition", text.len(), DEFINITION_BYTES_MAX)?;
        // JSON text writes a NUL character as an escape sequence.
        if text.contains("\\u0000") && has_nul(&value) {
            return Err(DefinitionError::Nul("one of its strings"));
        }
        Ok(text)
    }

    /// Parses a definition that this or an earlier version of the program stored.
    ///
    /// # Errors
    /// If a newer version wrote the text, or if it is not a definition.
    pub fn from_stored(text: &str) -> Result<Self, DefinitionError> {
        let mut value: Value = serde_json::from_str(text)?;
        let version = match &mut value {
            // Records from before versioning have version 1.
            Value::Object(fields) => fields.remove("version").map_or(Some(1), |version| version.as_u64()).unwrap_or(0),
            _ => 0,
        };
        if version > DEFINITION_VERSION {
            return Err(DefinitionError::Newer { found: version });
        }
        Ok(serde_json::from_value(value)?)
    }
}

fn check_size(what: &'static str, bytes: usize, bytes_max: usize) -> Result<(), DefinitionError> {
    if bytes > bytes_max { Err(DefinitionError::TooLarge { what, bytes, bytes_max }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use refrain_recurrence::{CronRecurrence, Recurrence};
    use serde_json::json;

    use super::*;

    fn definition(payload: Value) -> Definition {
        let rule = CronRecurrence { expression: "0 9 * * *".to_owned(), ..CronRecurrence::default() };
        Definition::new(Spec::new(Recurrence::Cron(rule), "Europe/Berlin"), Action::new("log", payload))
    }

    #[test]
    fn a_definition_survives_being_stored() {
        let mut full = definition(json!({"a": [1, 2.5, "é", null]}));
        full.labels.insert("team".to_owned(), "billing".to_owned());
        full.scope = Some(Scope { kind: "engagement".to_owned(), id: "7".to_owned() });
        full.discriminators = vec!["eu".to_owned(), "us".to_owned()];
        full.overlap = Overlap::BufferOne;
        full.pause_on_failure = Some(3);
        full.history = Some(History::Full);
        assert_eq!(Definition::from_stored(&full.to_stored().unwrap()).unwrap(), full);
    }

    #[test]
    fn records_without_a_version_or_with_fewer_fields_load() {
        let text = r#"{"spec": {"recurrence": {"kind": "cron", "expression": "0 9 * * *"}, "timezone": "Europe/Berlin"},
            "action": {"provider": "log"}}"#;
        assert_eq!(Definition::from_stored(text).unwrap(), definition(Value::Null));
    }

    #[test]
    fn a_newer_or_broken_record_is_refused_with_its_reason() {
        let newer = r#"{"version": 99}"#;
        assert!(matches!(Definition::from_stored(newer), Err(DefinitionError::Newer { found: 99 })));
        for broken in ["", "[]", "{", r#"{"version": 1}"#, "null"] {
            assert!(matches!(Definition::from_stored(broken), Err(DefinitionError::Unreadable(_))), "{broken}");
        }
    }

    #[test]
    fn definitions_that_stores_cannot_keep_are_rejected() {
        let large = definition(Value::String("x".repeat(300 * 1024))).to_stored();
        assert!(matches!(large, Err(DefinitionError::TooLarge { .. })));
        assert!(matches!(definition(json!({"a\0": 1})).to_stored(), Err(DefinitionError::Nul(_))));
        // An escaped backslash followed by `u0000` is not a NUL character.
        assert!(definition(json!("\\u0000")).to_stored().is_ok());
    }
}
