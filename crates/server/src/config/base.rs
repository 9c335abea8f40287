//! Values that a command sets itself. The file, the variables and the flags override them.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::place::Place;
use super::tree::{Node, Value};

/// Key whose list is extended, not replaced.
const SCHEDULES: &str = "schedule";

/// A configuration that a command makes from another file.
#[derive(Clone, Debug)]
pub struct BaseConfig {
    /// File that the values come from, for messages.
    pub file: String,
    /// Values in the structure of the configuration file.
    pub values: Json,
}

impl BaseConfig {
    /// Lays the values of the configuration file over these. The schedules of both are declared.
    pub(super) fn under(&self, mut over: Node) -> Node {
        let place = Place::File { file: self.file.clone(), line: 1, column: 1 };
        let mut root = node(&self.values, &place);
        let mut schedules = take_list(&mut root);
        schedules.extend(take_list(&mut over));
        root.overlay(over);
        if let Value::Table(entries) = &mut root.value {
            entries.insert(SCHEDULES.to_owned(), Node::new(Value::List(schedules), place.clone(), place));
        }
        root
    }
}

fn take_list(root: &mut Node) -> Vec<Node> {
    let Value::Table(entries) = &mut root.value else { return Vec::new() };
    match entries.remove(SCHEDULES) {
        Some(Node { value: Value::List(members), .. }) => members,
        Some(other) => {
            entries.insert(SCHEDULES.to_owned(), other);
            Vec::new()
        }
        None => Vec::new(),
    }
}

fn node(json: &Json, place: &Place) -> Node {
    let value = match json {
        // A field without a value is absent in the file.
        Json::Null => Value::Table(BTreeMap::new()),
        Json::Bool(truth) => Value::Bool(*truth),
        Json::Number(number) => number.as_i64().map_or_else(|| Value::Text(number.to_string()), Value::Integer),
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(members) => Value::List(members.iter().map(|member| node(member, place)).collect()),
        Json::Object(fields) => {
            let fields = fields.iter().filter(|(_, field)| !field.is_null());
            Value::Table(fields.map(|(name, field)| (name.clone(), node(field, place))).collect())
        }
    };
    Node::new(value, place.clone(), place.clone())
}
