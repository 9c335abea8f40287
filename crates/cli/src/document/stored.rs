//! Documents of what the server has: the definition alone, without what the server determines.

use serde_json::{Map, Value};

use super::{Document, DocumentKind};
use crate::problem::Problem;

/// Fields of a schedule that the server determines, and `id`, which is the name of the document.
const READ_ONLY: [&str; 15] = [
    "id",
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

impl Document {
    /// Creates the document of a schedule from a response. Applying it changes nothing.
    ///
    /// # Errors
    /// If the server cannot read the definition of the schedule.
    pub fn from_schedule(schedule: &Value) -> Result<Self, Problem> {
        let text = |name: &str| schedule.get(name).and_then(Value::as_str).unwrap_or_default();
        let id = text("id");
        if !text("problem").is_empty() {
            let detail = format!("schedule `{id}` has no readable definition: {}", text("problem"));
            return Err(Problem::new("unreadable_definition", detail));
        }
        let mut body: Map<String, Value> = schedule.as_object().cloned().unwrap_or_default();
        body.retain(|name, value| !READ_ONLY.contains(&name.as_str()) && !value.is_null());
        // A canceled schedule cannot be said in a document. Paused, it does not run either.
        let is_enabled = !matches!(text("status"), "paused" | "canceled" | "deleted");
        Ok(Self { is_enabled, ..Self::new(DocumentKind::Schedule, id, body) })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_document_has_the_definition_only() {
        let schedule = json!({
            "id": "digest", "revision": 3, "status": "paused", "status_note": { "by": "x" }, "counters": {},
            "spec": { "timezone": "UTC" }, "action": { "provider": "log" }, "next_at": null, "description": null,
        });
        let document = Document::from_schedule(&schedule).unwrap();
        let expected = json!({
            "kind": "schedule", "id": "digest", "enabled": false,
            "spec": { "timezone": "UTC" }, "action": { "provider": "log" },
        });
        assert_eq!(document.to_json(), expected);
    }

    #[test]
    fn an_unreadable_definition_is_an_error() {
        let problem = Document::from_schedule(&json!({ "id": "digest", "problem": "unknown field" })).unwrap_err();
        assert_eq!(problem.detail, "schedule `digest` has no readable definition: unknown field");
    }
}
