//! Checks that the example file is complete, valid, and shows the defaults.

use std::collections::BTreeSet;

use refrain_server::config::{Config, EXAMPLE};
use serde_json::Value;

use super::{good, load};

/// Returns the example with every commented-out setting enabled.
pub(super) fn uncommented() -> String {
    let is_setting = |line: &str| {
        let key = line.split(" = ").next().unwrap_or_default();
        let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "_-\"/.".contains(c));
        line.starts_with('[') || (line.contains(" = ") && is_key)
    };
    let lines = EXAMPLE.lines().map(|line| match line.strip_prefix("# ") {
        Some(setting) if is_setting(setting) => setting,
        _ => line,
    });
    // `key_variable` conflicts with `key_file`. An endpoint is accepted only by programs with the feature `otel`.
    let is_kept =
        |line: &&str| !line.starts_with("key_variable") && (cfg!(feature = "otel") || !line.starts_with("endpoint"));
    lines.filter(is_kept).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_example_equals_the_defaults() {
    assert_eq!(good(EXAMPLE).config, Config::default());
}

#[test]
fn the_example_with_all_settings_is_valid() {
    let loaded = good(&uncommented());
    assert_eq!((loaded.schedules.len(), loaded.calendars.len()), (1, 1));
    assert_eq!(loaded.config.providers.len(), 9);
}

/// Collects the keys of all tables.
fn keys(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                names.insert(name.clone());
                keys(field, names);
            }
        }
        Value::Array(members) => members.iter().for_each(|member| keys(member, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn the_example_mentions_every_key() {
    // With every section, provider and block present, every key is serialized.
    let whole = serde_json::to_value(&good(&uncommented()).config).unwrap();
    let mut names = BTreeSet::new();
    keys(&whole, &mut names);
    assert!(names.len() > 120, "{}", names.len());
    // Further fields of recurrences and actions are documented on their own pages.
    let elsewhere = ["class", "kind", "dedup_key", "mode"];
    let missing: Vec<&String> = names
        .iter()
        .filter(|name| !elsewhere.contains(&name.as_str()))
        .filter(|name| {
            !EXAMPLE.contains(&format!("{name} = "))
                && !EXAMPLE.contains(&format!("{name}]"))
                && !EXAMPLE.contains(&format!("\"{name}\" = "))
                && !EXAMPLE.contains(&format!(".{name}."))
                && !EXAMPLE.contains(&format!("[{name}."))
        })
        .collect();
    assert!(missing.is_empty(), "the example does not mention {missing:?}");
}

/// Returns whether a default has a value. The example may show any value for a default without one.
fn has_value(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(_) | Value::Number(_) => true,
        Value::String(text) => !text.is_empty(),
        Value::Array(members) => !members.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}

/// Returns where the example differs from a default that has a value.
fn differs(default: &Value, shown: &Value, path: &str) -> Option<String> {
    match (default, shown) {
        (Value::Object(default), Value::Object(shown)) => default.iter().find_map(|(name, value)| {
            differs(value, shown.get(name).unwrap_or(&Value::Null), &format!("{path}.{name}"))
        }),
        (Value::Array(default), Value::Array(shown)) if default.len() == shown.len() => {
            let mut members = default.iter().zip(shown).enumerate();
            members.find_map(|(index, (default, shown))| differs(default, shown, &format!("{path}[{index}]")))
        }
        _ if !has_value(default) || default == shown => None,
        _ => Some(format!("{path} is {default} by default and {shown} in the example")),
    }
}

/// Checks that a commented-out line shows the default if there is one, else an example.
#[test]
fn commented_out_settings_show_the_default() {
    let whole = uncommented();
    let shown = serde_json::to_value(&good(&whole).config).unwrap();
    let was_commented: BTreeSet<&str> = EXAMPLE.lines().filter_map(|line| line.strip_prefix("# ")).collect();
    let lines: Vec<&str> = whole.lines().collect();
    let mut compared = 0;
    for (index, line) in lines.iter().enumerate() {
        if line.starts_with(['[', '#']) || !was_commented.contains(line) {
            continue;
        }
        let without: Vec<&str> =
            lines.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, line)| *line).collect();
        // A required key has no default.
        let Ok(loaded) = load(&without.join("\n")) else { continue };
        let default = serde_json::to_value(&loaded.config).unwrap();
        assert_eq!(differs(&default, &shown, ""), None, "{line}");
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn every_section_is_printed_in_both_formats() {
    let loaded = good("");
    let (json, toml) = (loaded.to_json(), loaded.to_toml());
    let lists = ["providers", "calendar", "schedule"];
    for section in json["config"].as_object().unwrap().keys().filter(|name| !lists.contains(&name.as_str())) {
        assert!(toml.contains(&format!("[{section}")), "[{section}] is not in\n{toml}");
    }
}
