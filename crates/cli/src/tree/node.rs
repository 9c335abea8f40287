//! One value of a tree.

use serde_json::{Map, Number, Value};

/// A value and its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Byte offset of the value in its text.
    pub at: usize,
    /// The value.
    pub value: NodeValue,
}

/// A value of a tree.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeValue {
    /// Null, or an empty value in YAML.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A table, in the order of the text. Its keys are unique.
    Table(Vec<(Key, Node)>),
}

/// A key of a table and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Byte offset of the key in its text.
    pub at: usize,
    /// Name of the key.
    pub name: String,
}

impl Node {
    /// Returns the field with this name, if the value is a table that has it.
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.entries().iter().find(|(key, _)| key.name == name).map(|(_, node)| node)
    }

    /// Returns the field at the end of a path of names.
    pub fn find(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |node, name| node.get(name))
    }

    /// Returns the text, if the value is one.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            NodeValue::Text(text) => Some(text),
            NodeValue::Null | NodeValue::Bool(_) | NodeValue::Number(_) | NodeValue::List(_) | NodeValue::Table(_) => {
                None
            }
        }
    }

    /// Returns the items of a list. Empty for every other value.
    pub fn items(&self) -> &[Self] {
        match &self.value {
            NodeValue::List(items) => items,
            NodeValue::Null | NodeValue::Bool(_) | NodeValue::Number(_) | NodeValue::Text(_) | NodeValue::Table(_) => {
                &[]
            }
        }
    }

    /// Returns the entries of a table. Empty for every other value.
    pub fn entries(&self) -> &[(Key, Self)] {
        match &self.value {
            NodeValue::Table(entries) => entries,
            NodeValue::Null | NodeValue::Bool(_) | NodeValue::Number(_) | NodeValue::Text(_) | NodeValue::List(_) => {
                &[]
            }
        }
    }

    /// Returns the value without positions.
    pub fn to_json(&self) -> Value {
        match &self.value {
            NodeValue::Null => Value::Null,
            NodeValue::Bool(truth) => Value::Bool(*truth),
            NodeValue::Number(number) => Value::Number(number.clone()),
            NodeValue::Text(text) => Value::String(text.clone()),
            NodeValue::List(items) => Value::Array(items.iter().map(Self::to_json).collect()),
            NodeValue::Table(entries) => Value::Object(
                entries.iter().map(|(key, node)| (key.name.clone(), node.to_json())).collect::<Map<_, _>>(),
            ),
        }
    }

    /// Returns the type of the value, for messages.
    pub fn kind(&self) -> &'static str {
        match &self.value {
            NodeValue::Null => "null",
            NodeValue::Bool(_) => "a bool",
            NodeValue::Number(_) => "a number",
            NodeValue::Text(_) => "a text",
            NodeValue::List(_) => "a list",
            NodeValue::Table(_) => "a table",
        }
    }

    /// Returns the number of values in the tree, and the size of its texts in bytes.
    pub(super) fn size(&self) -> (usize, usize) {
        let sum = |sizes: &mut dyn Iterator<Item = (usize, usize)>| {
            sizes.fold((1, 0), |(values, bytes), (more_values, more_bytes)| (values + more_values, bytes + more_bytes))
        };
        match &self.value {
            NodeValue::Null | NodeValue::Bool(_) | NodeValue::Number(_) => (1, 0),
            NodeValue::Text(text) => (1, text.len()),
            NodeValue::List(items) => sum(&mut items.iter().map(Self::size)),
            NodeValue::Table(entries) => sum(&mut entries.iter().map(|(key, node)| {
                let (values, bytes) = node.size();
                (values, bytes + key.name.len())
            })),
        }
    }

    /// Returns the number of nested lists and tables.
    pub(super) fn depth(&self) -> usize {
        match &self.value {
            NodeValue::Null | NodeValue::Bool(_) | NodeValue::Number(_) | NodeValue::Text(_) => 0,
            NodeValue::List(items) => 1 + items.iter().map(Self::depth).max().unwrap_or(0),
            NodeValue::Table(entries) => 1 + entries.iter().map(|(_, node)| node.depth()).max().unwrap_or(0),
        }
    }
}
