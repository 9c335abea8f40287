//! Compares the printed OpenAPI document with the committed one, from which the console's types are generated, and
//! checks the texts of its operations, parameters and properties.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;

use serde_json::Value;

const WRITTEN: &str = include_str!("../../../console/openapi.json");

fn printed() -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_refrain")).arg("openapi").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn committed_openapi_document_is_current() {
    let (written, printed): (Value, Value) =
        (serde_json::from_str(WRITTEN).unwrap(), serde_json::from_str(&printed()).unwrap());
    let differs = |part: &str| {
        let all = |document: &Value| document.pointer(part).and_then(Value::as_object).cloned().unwrap_or_default();
        let (written, printed) = (all(&written), all(&printed));
        let names = written.keys().chain(printed.keys()).cloned().collect::<std::collections::BTreeSet<_>>();
        names.into_iter().filter(|name| written.get(name) != printed.get(name)).collect::<Vec<_>>()
    };
    let changed = [differs("/paths"), differs("/components/schemas")].concat();
    assert!(written == printed, "`make openapi` rewrites console/openapi.json; these changed: {changed:?}");
}

#[test]
fn openapi_document_is_indented_and_ends_with_a_newline() {
    let printed = printed();
    assert!(printed.starts_with("{\n  \"") && printed.ends_with("}\n"));
}

fn document() -> Value {
    serde_json::from_str(&printed()).unwrap()
}

/// Verbs with which a summary may begin.
const VERBS: [&str; 37] = [
    "Apply",
    "Backfill",
    "Cancel",
    "Check",
    "Claim",
    "Close",
    "Complete",
    "Count",
    "Create",
    "Delete",
    "Discard",
    "Enqueue",
    "Explain",
    "Extend",
    "Fail",
    "Get",
    "Import",
    "List",
    "Log",
    "Open",
    "Pause",
    "Plan",
    "Preview",
    "Re-encrypt",
    "Replay",
    "Reprocess",
    "Resume",
    "Revoke",
    "Roll",
    "Rotate",
    "Run",
    "Send",
    "Skip",
    "Stream",
    "Test",
    "Update",
    "Verify",
];

/// Names every operation and its parts with method and path.
fn operations(document: &Value) -> Vec<(String, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    let of_path = |(path, methods)| {
        let methods: &Value = methods;
        methods.as_object().unwrap().iter().map(move |(method, operation)| (format!("{method} {path}"), operation))
    };
    paths.iter().flat_map(of_path).collect()
}

#[test]
fn every_operation_has_a_description_and_a_summary_that_begins_with_a_verb() {
    let document = document();
    let mut wrong = Vec::new();
    for (name, operation) in operations(&document) {
        let summary = operation["summary"].as_str().unwrap_or_default();
        let first = summary.split([' ', ',']).next().unwrap();
        if !VERBS.contains(&first) {
            wrong.push(format!("{name}: the summary {summary:?} does not begin with one of the verbs of this test"));
        }
        let description = operation["description"].as_str().unwrap_or_default();
        if description.trim() != description {
            wrong.push(format!("{name}: the description {description:?} begins or ends with a space"));
        }
        // The last paragraph may be the permission, which is added to every operation.
        let is_permission = |text: &&str| text.starts_with("Requires `") || text.starts_with("Also requires `");
        if description.split("\n\n").all(|text| text.is_empty() || is_permission(&text)) {
            wrong.push(format!("{name}: the description says nothing except the permission"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the schema, and the alternatives that it consists of.
fn forms(schema: &Value) -> Vec<&Value> {
    let alternatives = ["oneOf", "anyOf", "allOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten();
    std::iter::once(schema).chain(alternatives.flat_map(forms)).collect()
}

/// Finds every object with properties in a schema.
fn properties<'a>(name: &str, schema: &'a Value, found: &mut Vec<(String, String, &'a Value)>) {
    match schema {
        Value::Object(fields) => {
            for (field, property) in fields.get("properties").and_then(Value::as_object).into_iter().flatten() {
                let texts = forms(property).into_iter().filter_map(|form| form.get("description")?.as_str());
                found.push((format!("{name}.{field}"), texts.collect::<Vec<_>>().join(" "), property));
            }
            fields.values().for_each(|value| properties(name, value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| properties(name, value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Every parameter and property: name, description and schema.
fn fields(document: &Value) -> Vec<(String, String, &Value)> {
    let mut found = Vec::new();
    for (name, operation) in operations(document) {
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let described = parameter["description"].as_str().unwrap_or_default().to_owned();
            found.push((format!("{name}, {}", parameter["name"]), described, &parameter["schema"]));
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        properties(name, schema, &mut found);
    }
    found
}

/// Formats a number with commas between groups of three digits.
fn grouped(number: &Value) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}

/// Formats a default as descriptions do: lengths of time in words, numbers in groups of digits.
fn in_words(default: &Value) -> String {
    let Some(text) = default.as_str() else {
        let whole = default.as_f64().filter(|number| number.fract() == 0.0);
        return whole.map_or_else(|| default.to_string(), |number| grouped(&Value::from(number as i64)));
    };
    let (Some(count), Some(unit)) = (text.get(..text.len() - 1), text.chars().last()) else { return text.to_owned() };
    let unit = [('s', "second"), ('m', "minute"), ('h', "hour")].into_iter().find(|(short, _)| *short == unit);
    match (unit, count.parse::<u32>()) {
        (Some((_, unit)), Ok(1)) => format!("1 {unit}"),
        (Some((_, unit)), Ok(count)) => format!("{count} {unit}s"),
        (Some(_) | None, Ok(_) | Err(_)) => text.to_owned(),
    }
}

/// Returns whether a description states a value behind a label, such as `Default: 50.`.
fn states(description: &str, label: &str, value: &str) -> bool {
    description.split(label).skip(1).any(|rest| {
        let rest = rest.trim_start().trim_start_matches('`');
        rest.strip_prefix(value).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == ','))
    })
}

#[test]
fn descriptions_state_the_default_and_the_maximum_of_their_schema() {
    // The document gives this maximum to every whole number that has no limit of its own.
    let unlimited = Value::from(u32::MAX);
    let document = document();
    let mut wrong = Vec::new();
    for (name, described, schema) in fields(&document) {
        for form in forms(schema) {
            let is_default_stated = match form.get("default") {
                None => true,
                // What an absent or empty value means is a matter of words.
                Some(default) if matches!(default.to_string().as_str(), "null" | "[]" | "{}") => {
                    described.contains("Default:")
                }
                Some(default) => states(&described, "Default:", &in_words(default)),
            };
            if !is_default_stated {
                wrong.push(format!("{name}: {described:?} does not state `Default: {}`", form["default"]));
            }
            if let Some(maximum) = form.get("maximum").filter(|maximum| **maximum != unlimited)
                && !states(&described, "Maximum:", &grouped(maximum))
            {
                wrong.push(format!("{name}: {described:?} does not state `Maximum: {}`", grouped(maximum)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
