//! The fields that differ between two definitions, one line per field.

use serde_json::Value;

use crate::text::shortened;

/// Maximum number of characters of a value in a line.
const VALUE_CHARS_MAX: usize = 80;

/// Returns lines such as `spec.timezone: "UTC" → "Europe/Paris"`.
pub(super) fn changes(before: Option<&Value>, after: Option<&Value>) -> Vec<String> {
    let mut lines = Vec::new();
    collect("", before.unwrap_or(&Value::Null), after.unwrap_or(&Value::Null), &mut lines);
    lines
}

fn collect(path: &str, before: &Value, after: &Value, lines: &mut Vec<String>) {
    let (Some(old), Some(new)) = (fields(before, after), fields(after, before)) else {
        if before != after {
            lines.push(format!("{path}: {} → {}", shown(before), shown(after)));
        }
        return;
    };
    let mut names: Vec<&String> = old.iter().chain(&new).map(|(name, _)| *name).collect();
    names.sort();
    names.dedup();
    for name in names {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let value = |side: &[(&String, &Value)]| {
            side.iter().find(|(other, _)| *other == name).map_or(Value::Null, |(_, value)| (*value).clone())
        };
        collect(&path, &value(&old), &value(&new), lines);
    }
}

/// Returns the fields of an object. A value that is absent counts as an object without fields next to one that is not
/// empty, so that its fields are listed one by one.
fn fields<'a>(value: &'a Value, other: &Value) -> Option<Vec<(&'a String, &'a Value)>> {
    match value {
        Value::Object(fields) if !fields.is_empty() || other.is_object() => Some(fields.iter().collect()),
        Value::Null if other.as_object().is_some_and(|fields| !fields.is_empty()) => Some(Vec::new()),
        _ => None,
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "(default)".to_owned(),
        value => shortened(&value.to_string(), VALUE_CHARS_MAX),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(before: &Value, after: &Value, expected: &[&str]) {
        assert_eq!(changes(Some(before), Some(after)), expected);
    }

    #[test]
    fn each_field_that_differs_is_one_line() {
        check(
            &json!({"spec": {"recurrence": {"expression": "0 9 * * *"}, "timezone": "UTC"}, "a": [1]}),
            &json!({"spec": {"recurrence": {"expression": "0 10 * * *"}, "timezone": "UTC"}, "a": [1, 2]}),
            &["a: [1] → [1,2]", "spec.recurrence.expression: \"0 9 * * *\" → \"0 10 * * *\""],
        );
        check(
            &json!({"labels": {}, "retry": {"max_attempts": 3}}),
            &json!({"labels": {"team": "a"}, "description": "x"}),
            &["description: (default) → \"x\"", "labels.team: (default) → \"a\"", "retry.max_attempts: 3 → (default)"],
        );
        check(&json!({"payload": {"a": 1}}), &json!({"payload": 7}), &["payload: {\"a\":1} → 7"]);
        check(&json!({}), &json!({}), &[]);
        assert_eq!(changes(None, None), Vec::<String>::new());
    }
}
