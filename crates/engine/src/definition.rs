//! What a person says about a schedule, and its stored form, which carries a version so that old records load.

use std::collections::BTreeMap;

use refrain_recurrence::{Length, Spec};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::action::Action;
use crate::history::History;
use crate::ledger::check::has_nul;
use crate::policy::{CatchUp, Delivery, Overlap, Priority, Retry};

/// The version that [`Definition::to_stored`] writes.
pub const DEFINITION_VERSION: u64 = 1;
/// No stored definition is longer, in bytes: a payload of 256 KiB and what stands around it.
pub const DEFINITION_BYTES_MAX: usize = 288 * 1024;
/// No payload is longer, in bytes of JSON.
pub const PAYLOAD_BYTES_MAX: usize = 256 * 1024;

/// Everything that makes a schedule what it is, as its owner wrote it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// When it fires.
    pub spec: Spec,
    /// What it sends.
    pub action: Action,
    /// What it is for, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// What people select it by.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// What it belongs to; holds select by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// Several targets per period, each with a row of its own; none means one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discriminators: Vec<String>,
    /// What happens when runs overlap.
    #[serde(default)]
    pub overlap: Overlap,
    /// How many may run at once under `allow_all`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_concurrent: Option<u32>,
    /// What happens to what was missed.
    #[serde(default)]
    pub catch_up: CatchUp,
    /// How late a run may start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_deadline: Option<Length>,
    /// What happens after a failed attempt.
    #[serde(default)]
    pub retry: Retry,
    /// How long one attempt may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout: Option<Length>,
    /// After so many failures in a row the schedule pauses itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pause_on_failure: Option<u32>,
    /// What a crash in the middle leaves behind.
    #[serde(default)]
    pub delivery: Delivery,
    /// Which of the tenant's occurrences come first.
    #[serde(default)]
    pub priority: Priority,
    /// How much of its attempts is kept; what its tenant or node says when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<History>,
}

/// What a schedule belongs to: a template node, an engagement, a customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Scope {
    /// What kind of thing.
    #[serde(rename = "type")]
    pub kind: String,
    /// Which one.
    pub id: String,
}

/// A definition that cannot be kept or read back.
#[derive(Debug, thiserror::Error)]
pub enum DefinitionError {
    /// Its payload or the whole is over the limit.
    #[error("{what} has {bytes} bytes; at most {bytes_max} are kept")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// How large it is.
        bytes: usize,
        /// How large it may be.
        bytes_max: usize,
    },
    /// It was written by a newer program.
    #[error("the definition has version {found}; this program knows versions up to {DEFINITION_VERSION}")]
    Newer {
        /// The version it has.
        found: u64,
    },
    /// The stored text is not a definition.
    #[error("the stored definition cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// It holds what no store can keep.
    #[error("the definition holds a NUL character in {0}")]
    Nul(&'static str),
}

impl Definition {
    /// A definition with the defaults of everything that can be left out.
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

    /// The text that stores keep.
    ///
    /// # Errors
    /// When it is too large, or holds a NUL, which PostgreSQL cannot keep in text.
    pub fn to_stored(&self) -> Result<String, DefinitionError> {
        let payload = serde_json::to_string(&self.action.payload)?.len();
        check_size("the payload", payload, PAYLOAD_BYTES_MAX)?;
        let mut value = serde_json::to_value(self)?;
        if let Value::Object(fields) = &mut value {
            fields.insert("version".to_owned(), DEFINITION_VERSION.into());
        }
        let text = value.to_string();
        check_size("the definition", text.len(), DEFINITION_BYTES_MAX)?;
        // Inside JSON text a NUL is written as an escape.
        if text.contains("\\u0000") && has_nul(&value) {
            return Err(DefinitionError::Nul("one of its texts"));
        }
        Ok(text)
    }

    /// Reads what some version of this program stored.
    ///
    /// # Errors
    /// When a newer program wrote it, or it is not a definition at all.
    pub fn from_stored(text: &str) -> Result<Self, DefinitionError> {
        let mut value: Value = serde_json::from_str(text)?;
        let version = match &mut value {
            // What was written before versions were counted is of the first.
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
    use refrain_recurrence::{CronRule, Recurrence};
    use serde_json::json;

    use super::*;

    fn definition(payload: Value) -> Definition {
        let rule = CronRule { expression: "0 9 * * *".to_owned(), ..CronRule::default() };
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
    fn what_no_store_can_keep_is_refused() {
        let large = definition(Value::String("x".repeat(300 * 1024))).to_stored();
        assert!(matches!(large, Err(DefinitionError::TooLarge { .. })));
        assert!(matches!(definition(json!({"a\0": 1})).to_stored(), Err(DefinitionError::Nul(_))));
        // A backslash before the letter u is no NUL.
        assert!(definition(json!("\\u0000")).to_stored().is_ok());
    }
}
