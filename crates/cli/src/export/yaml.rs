//! Documents of Refrain, as `refrain apply` reads them.

use serde_json::{Map, Value};

use super::schedule::Schedule;
use super::{Export, ExportedFile};
use crate::document::{Document, DocumentKind, write};

/// Fields of the API that a document has, too.
const FIELDS: [&str; 16] = [
    "description",
    "labels",
    "scope",
    "priority",
    "spec",
    "action",
    "overlap",
    "max_concurrent",
    "catch_up",
    "start_deadline",
    "retry",
    "timeout",
    "pause_on_failure",
    "delivery",
    "discriminators",
    "history",
];

pub(super) fn export(schedules: &[Schedule]) -> Export {
    let documents: Vec<Document> = schedules.iter().map(document).collect();
    let file = ExportedFile { name: "schedules.yaml".to_owned(), text: write(&documents) };
    Export { files: vec![file], remarks: Vec::new() }
}

fn document(schedule: &Schedule) -> Document {
    let is_empty = |value: &Value| match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    };
    let field =
        |name: &&str| Some(((*name).to_owned(), schedule.value.get(*name).filter(|value| !is_empty(value))?.clone()));
    let body: Map<String, Value> = FIELDS.iter().filter_map(field).collect();
    let mut document = Document::new(DocumentKind::Schedule, schedule.id.as_str(), body);
    document.is_enabled = schedule.is_active();
    document
}
