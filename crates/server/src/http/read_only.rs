//! Fields of responses that are no part of a definition. A body may contain them, so that a response can be edited
//! and sent back; they are ignored with a warning.

use serde_json::{Map, Value};

use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::preview::ScheduleWarning;

/// Fields of a schedule that the server determines.
const OF_SCHEDULE: [&str; 14] = [
    "namespace",
    "tenant",
    "revision",
    "status",
    "status_note",
    "source",
    "sentence",
    "next_at",
    "upcoming",
    "warnings",
    "counters",
    "recent",
    "created_at",
    "updated_at",
];

/// Fields of another document that the server determines. Its definition is in a field of its own.
const OF_CONTROL: [&str; 4] = ["version", "updated_at", "problem", "warnings"];

/// Removes the read-only fields of a schedule, and returns a warning that names them.
pub(crate) fn take_from_schedule(fields: &mut Map<String, Value>) -> Vec<ScheduleWarning> {
    take(fields, &OF_SCHEDULE)
}

/// Removes the read-only fields of the control with a name, and moves those of its definition up. Returns a warning
/// that names the removed fields.
pub(crate) fn take_from_control(fields: &mut Map<String, Value>, name: &str) -> Result<Vec<ScheduleWarning>, Problem> {
    let Some(Value::Object(_)) = fields.get("definition") else { return Ok(Vec::new()) };
    if let Some(given) = fields.remove("name").filter(|given| given.as_str() != Some(name)) {
        let detail = format!("the name in the body, {given}, is not the name in the path, {name:?}");
        return Err(Problem::new(ProblemCode::BadValue, detail).at_path("name"));
    }
    let definition = fields.remove("definition");
    let warnings = take(fields, &OF_CONTROL);
    if let Some(Value::Object(definition)) = definition {
        fields.extend(definition);
    }
    Ok(warnings)
}

fn take(fields: &mut Map<String, Value>, names: &[&str]) -> Vec<ScheduleWarning> {
    let ignored: Vec<&str> = names.iter().copied().filter(|name| fields.remove(*name).is_some()).collect();
    if ignored.is_empty() {
        return Vec::new();
    }
    let message = format!("Ignored read-only fields: {}.", ignored.join(", "));
    vec![ScheduleWarning { code: "read_only_field", message, hint: None }]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn object(value: &Value) -> Map<String, Value> {
        value.as_object().cloned().unwrap()
    }

    #[test]
    fn only_fields_of_the_definition_are_left() {
        let mut fields = object(&json!({ "revision": 3, "action": {}, "counters": {}, "unknown": 1 }));
        let warnings = take_from_schedule(&mut fields);
        assert_eq!(Value::Object(fields), json!({ "action": {}, "unknown": 1 }));
        assert_eq!(warnings[0].message, "Ignored read-only fields: revision, counters.");
    }

    #[test]
    fn a_stored_control_is_read_as_its_definition() {
        let stored = json!({ "name": "night", "version": 2, "definition": { "code": "freeze" } });
        let mut fields = object(&stored);
        assert_eq!(take_from_control(&mut fields, "night").unwrap().len(), 1);
        assert_eq!(Value::Object(fields), json!({ "code": "freeze" }));
        let mut plain = object(&json!({ "code": "freeze", "version": 2 }));
        assert!(take_from_control(&mut plain, "night").unwrap().is_empty());
        assert!(plain.contains_key("version"));
        assert_eq!(take_from_control(&mut object(&stored), "day").unwrap_err().path.as_deref(), Some("name"));
    }
}
