//! Prints the effective configuration, as TOML for people and as JSON for programs. Secrets are hidden in both.

use std::fmt::Write as _;

use serde_json::{Map, Value as Json, json};

use super::Config;
use super::problem::Problem;
use super::redact::{HIDDEN, redacted};
use super::tree::{Node, Path, Value};

/// Keys whose text is hidden, even if it looks like an address. The source of a credential is shown.
const HIDDEN_KEYS: [&str; 2] = ["password", "token"];
/// Tables whose values are hidden: they belong to the user and may contain secrets under any key.
const HIDDEN_BELOW: [&str; 3] = ["env", "metadata", "payload"];
/// Tables whose texts are hidden. A value that is a table names the source of a credential and is shown.
const HIDDEN_TEXTS_BELOW: [&str; 1] = ["headers"];

/// Formats the values as JSON, with the place of each value that was set.
pub(super) fn json(config: &Config, root: &Node, warnings: &[Problem]) -> Json {
    let mut origins = Map::new();
    collect_origins(root, &Path::default(), &mut origins);
    json!({ "config": values(config), "given": origins, "warnings": warnings })
}

fn collect_origins(node: &Node, path: &Path, origins: &mut Map<String, Json>) {
    match &node.value {
        Value::Table(entries) => {
            for (name, entry) in entries {
                collect_origins(entry, &path.key(name), origins);
            }
        }
        Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Text(_) | Value::Untyped(_) | Value::List(_) => {
            origins.insert(path.to_string(), json!(node.place));
        }
    }
}

/// Serializes all values, with stars in place of secrets.
fn values(config: &Config) -> Map<String, Json> {
    let whole = serde_json::to_value(config).expect("the configuration has string keys and always serializes");
    let Json::Object(mut sections) = whole else { unreachable!("a configuration is a table") };
    sections.values_mut().for_each(hide);
    sections
}

/// Replaces every value that may be a secret. Passwords in addresses are removed from all other texts.
fn hide(value: &mut Json) {
    match value {
        Json::Object(fields) => {
            for (name, field) in fields {
                let name = name.as_str();
                if HIDDEN_BELOW.contains(&name) {
                    hide_all(field);
                } else if HIDDEN_TEXTS_BELOW.contains(&name) {
                    hide_texts(field);
                } else if HIDDEN_KEYS.contains(&name) {
                    hide_text(field);
                } else {
                    hide(field);
                }
            }
        }
        Json::Array(members) => members.iter_mut().for_each(hide),
        Json::String(text) => *text = redacted(text),
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

/// Hides a value, or each value of a table. The keys of a table are shown.
fn hide_all(value: &mut Json) {
    match value {
        Json::Object(fields) => fields.values_mut().for_each(|value| *value = HIDDEN.into()),
        Json::Array(_) | Json::String(_) | Json::Bool(_) | Json::Number(_) => *value = HIDDEN.into(),
        Json::Null => {}
    }
}

/// Hides a text, or each text directly in a table.
fn hide_texts(value: &mut Json) {
    match value {
        Json::Object(fields) => fields.values_mut().for_each(hide_text),
        other => hide_text(other),
    }
}

fn hide_text(value: &mut Json) {
    if value.is_string() {
        *value = HIDDEN.into();
    }
}

/// Order of the sections, the same as in the example file.
const ORDER: [&str; 14] = [
    "server",
    "store",
    "engine",
    "limits",
    "auth",
    "log",
    "metrics",
    "telemetry",
    "tenancy",
    "secrets",
    "console",
    "breakers",
    "background",
    "schedules",
];

/// Formats all sections as TOML, then the providers, calendars and schedules.
pub(super) fn toml(config: &Config, root: &Node) -> String {
    let mut sections = values(config);
    let mut text = String::new();
    for name in ORDER {
        if let Some(Json::Object(fields)) = sections.remove(name) {
            write_table(&mut text, root, &Path::of(name), &format!("[{name}]"), &fields);
        }
    }
    if let Some(Json::Object(providers)) = sections.remove("providers") {
        for (name, provider) in &providers {
            let Json::Object(fields) = provider else { continue };
            let path = Path::of("providers").key(name);
            write_table(&mut text, root, &path, &format!("[providers.{}]", key(name)), fields);
        }
    }
    for name in ["calendar", "schedule"] {
        let Some(Json::Array(blocks)) = sections.remove(name) else { continue };
        for (index, block) in blocks.iter().enumerate() {
            let Json::Object(fields) = block else { continue };
            let path = Path::of(name).index(index);
            // Keys of a block that were not set are omitted.
            let said = fields.iter().filter(|(key, _)| root.find(&path.key(key)).is_some());
            let said = said.map(|(key, value)| (key.clone(), value.clone())).collect();
            write_table(&mut text, root, &path, &format!("[[{name}]]"), &said);
        }
    }
    text
}

/// Writes one table: first its plain values, then its nested tables.
fn write_table(text: &mut String, root: &Node, path: &Path, header: &str, fields: &Map<String, Json>) {
    if !text.is_empty() {
        text.push('\n');
    }
    let _ = writeln!(text, "{header}");
    let is_block = header.starts_with("[[");
    let is_table = |value: &Json| value.as_object().is_some_and(|inner| !inner.is_empty()) && !is_block;
    for (name, value) in fields.iter().filter(|(_, value)| !is_table(value)) {
        let path = path.key(name);
        match value {
            Json::Null => {
                let _ = write!(text, "# {} is not set", key(name));
            }
            value => {
                let _ = write!(text, "{} = {}", key(name), inline(value));
            }
        }
        if let Some(node) = root.find(&path).filter(|_| !is_block) {
            let _ = write!(text, "  # {}", node.place);
        }
        text.push('\n');
    }
    for (name, value) in fields {
        if let (true, Json::Object(inner)) = (is_table(value), value) {
            let inner_header = format!("{}.{}]", header.trim_end_matches(']'), key(name));
            write_table(text, root, &path.key(name), &inner_header, inner);
        }
    }
}

/// Formats a key, quoted if necessary.
fn key(name: &str) -> String {
    let is_bare = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if is_bare { name.to_owned() } else { quoted(name) }
}

/// Formats a string. JSON strings are valid TOML except for one character, which TOML requires to be escaped.
fn quoted(text: &str) -> String {
    Json::from(text).to_string().replace('\u{7f}', "\\u007f")
}

fn inline(value: &Json) -> String {
    match value {
        // TOML has no null. A null in a payload is shown as a string.
        Json::Null => "\"null\"".to_owned(),
        Json::Bool(_) | Json::Number(_) => value.to_string(),
        Json::String(text) => quoted(text),
        Json::Array(members) => format!("[{}]", members.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Json::Object(fields) if fields.is_empty() => "{}".to_owned(),
        Json::Object(fields) => {
            let said = fields.iter().filter(|(_, value)| !value.is_null());
            let fields: Vec<String> = said.map(|(name, value)| format!("{} = {}", key(name), inline(value))).collect();
            format!("{{ {} }}", fields.join(", "))
        }
    }
}
