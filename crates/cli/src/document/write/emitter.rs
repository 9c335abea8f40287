//! Writes a value as block YAML.

use serde_json::{Map, Value};

use super::scalar;

/// Fields in the order in which they are written. Others follow in order of their names.
const ORDER: &[&str] = &[
    "kind",
    "id",
    "name",
    "enabled",
    "description",
    "labels",
    "scope",
    "priority",
    "condition",
    "code",
    "note",
    "on",
    "cron",
    "when",
    "spec",
    "recurrence",
    "expression",
    "dialect",
    "text",
    "every",
    "unit",
    "frequency",
    "of",
    "timezone",
    "dst",
    "starts_at",
    "ends_at",
    "max_runs",
    "calendars",
    "jitter",
    "action",
    "provider",
    "target",
    "payload",
    "metadata",
    "overlap",
    "max_concurrent",
    "catch_up",
    "policy",
    "window",
    "start_deadline",
    "retry",
    "max_attempts",
    "initial",
    "factor",
    "max_interval",
    "timeout",
];

/// Fields whose keys the user chooses. They are in order of their names.
const FREE_FORM: &[&str] = &["payload", "metadata", "labels", "patch"];

/// Number of spaces per level.
const INDENT: usize = 2;

/// The text written so far.
#[derive(Default)]
pub(super) struct Emitter {
    pub(super) text: String,
}

impl Emitter {
    /// Writes a whole document.
    pub(super) fn document(&mut self, value: &Value) {
        match value {
            Value::Object(fields) if !fields.is_empty() => self.table(fields, 0, false, false),
            Value::Array(items) if !items.is_empty() => self.list(items, 0, false),
            Value::Object(_) | Value::Array(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                self.inline(value, INDENT);
            }
        }
    }

    /// Writes the fields of a table, one per line. The first line may already be indented, after the dash of a list.
    fn table(&mut self, fields: &Map<String, Value>, indent: usize, is_begun: bool, is_free: bool) {
        let mut names: Vec<&String> = fields.keys().collect();
        if !is_free {
            let rank = |name: &String| ORDER.iter().position(|other| other == name).unwrap_or(ORDER.len());
            names.sort_by_key(|name| (rank(name), *name));
        }
        for (index, name) in names.into_iter().enumerate() {
            if index > 0 || !is_begun {
                self.indent(indent);
            }
            self.text.push_str(&scalar::key(name));
            self.text.push(':');
            let is_free = is_free || FREE_FORM.contains(&name.as_str());
            match &fields[name] {
                Value::Object(inner) if !inner.is_empty() => {
                    self.text.push('\n');
                    self.table(inner, indent + INDENT, false, is_free);
                }
                Value::Array(items) if !items.is_empty() => {
                    self.text.push('\n');
                    self.list(items, indent + INDENT, is_free);
                }
                value => {
                    self.text.push(' ');
                    self.inline(value, indent + INDENT);
                }
            }
        }
    }

    fn list(&mut self, items: &[Value], indent: usize, is_free: bool) {
        for item in items {
            self.indent(indent);
            self.text.push_str("- ");
            self.item(item, indent + INDENT, is_free);
        }
    }

    /// Writes an item of a list after its dash.
    fn item(&mut self, item: &Value, indent: usize, is_free: bool) {
        match item {
            Value::Object(fields) if !fields.is_empty() => self.table(fields, indent, true, is_free),
            Value::Array(items) if !items.is_empty() => {
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.indent(indent);
                    }
                    self.text.push_str("- ");
                    self.item(item, indent + INDENT, is_free);
                }
            }
            value => self.inline(value, indent),
        }
    }

    /// Writes a value that begins on the current line, and the end of the line.
    fn inline(&mut self, value: &Value, indent: usize) {
        match value {
            Value::Null => self.text.push_str("null"),
            Value::Bool(truth) => self.text.push_str(if *truth { "true" } else { "false" }),
            Value::Number(number) => self.text.push_str(&scalar::number(number)),
            Value::String(text) => match scalar::block_header(text) {
                Some(header) => {
                    self.text.push_str(header);
                    for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
                        self.text.push('\n');
                        if !line.is_empty() {
                            self.indent(indent);
                            self.text.push_str(line);
                        }
                    }
                }
                None => self.text.push_str(&scalar::flow(text)),
            },
            Value::Array(_) => self.text.push_str("[]"),
            Value::Object(_) => self.text.push_str("{}"),
        }
        self.text.push('\n');
    }

    fn indent(&mut self, spaces: usize) {
        self.text.extend(std::iter::repeat_n(' ', spaces));
    }
}
