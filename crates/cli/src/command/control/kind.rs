//! Kinds of controls, as data.

use std::fmt::Debug;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use crate::document::DocumentKind;
use crate::output::Table;

/// A kind of control.
#[derive(Debug)]
pub(in crate::command) struct Control {
    /// Kind of the documents.
    pub(in crate::command) kind: DocumentKind,
    /// Noun of the command.
    pub(in crate::command) noun: &'static str,
    /// Kind in a sentence, in the singular.
    pub(in crate::command) one: &'static str,
    /// Kind in a sentence, in the plural.
    pub(in crate::command) many: &'static str,
    /// Path of the list in the API.
    pub(in crate::command) path: &'static str,
    /// Name in the examples.
    pub(in crate::command) example: &'static str,
    /// Rank of an item in a list; items of the same rank stay in order of name.
    pub(in crate::command) rank: fn(&Value) -> i64,
    /// Columns of a list.
    pub(in crate::command) table: Table<Stored>,
}

/// A kind of control, as a type.
pub(in crate::command) trait Kind: Debug {
    /// The kind.
    const CONTROL: &'static Control;
}

/// A control as the server returns it.
#[derive(Debug, Deserialize)]
pub(in crate::command) struct Stored {
    pub(in crate::command) name: String,
    pub(in crate::command) version: i64,
    pub(in crate::command) updated_at: Timestamp,
    /// Null if the server cannot read it.
    #[serde(default)]
    pub(in crate::command) definition: Value,
    pub(in crate::command) problem: Option<String>,
}

impl Stored {
    /// Returns a field of the definition as text: a list separated by commas, nothing if it is absent.
    pub(in crate::command) fn text(&self, pointer: &str) -> String {
        self.definition.pointer(pointer).map(text).unwrap_or_default()
    }

    /// Returns a field of the definition that is an instant.
    pub(in crate::command) fn at(&self, pointer: &str) -> Option<Timestamp> {
        self.definition.pointer(pointer)?.as_str()?.parse().ok()
    }

    /// Returns the reason why the server cannot read the definition.
    pub(in crate::command) fn problem(&self) -> &str {
        self.problem.as_deref().unwrap_or_default()
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| format!("{name}={}", text(value))).collect::<Vec<_>>().join(", ")
        }
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}
