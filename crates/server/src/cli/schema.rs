//! `refrain schema`: prints a JSON Schema of the documents in files, made from the OpenAPI document.

use std::collections::BTreeSet;

use clap::Args;
use refrain_cli::document::{DocumentKind, VERSION_MAX};
use serde_json::{Map, Value, json};

use super::output::Report;
use crate::http::router;

/// Version of JSON Schema, which is also the one of OpenAPI 3.1.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";
/// Start of a reference in the OpenAPI document, and in the schema.
const COMPONENTS: &str = "#/components/schemas/";
const DEFS: &str = "#/$defs/";

/// Print a JSON Schema of files of schedules and controls, for editors
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain schema > refrain.schema.json
  refrain schema --kind schedule

Editors find it with a first line such as `# yaml-language-server: $schema=refrain.schema.json`.")]
pub(super) struct SchemaCommand {
    /// Only documents of this kind: schedule, calendar, dispatch_rule, hold, quota or alert
    #[arg(long, value_name = "KIND", value_parser = DocumentKind::ALL.map(DocumentKind::as_str),
          hide_possible_values = true)]
    kind: Option<String>,
}

impl SchemaCommand {
    pub(super) fn run(&self) -> Report {
        Report::json(&schema(self.kind.as_deref().and_then(DocumentKind::from_name)))
    }
}

/// Returns the schema of files with documents of one kind or of all.
fn schema(kind: Option<DocumentKind>) -> Value {
    let components = router::document()["components"]["schemas"].take();
    let kinds = kind.map_or_else(|| DocumentKind::ALL.to_vec(), |kind| vec![kind]);
    let mut defs = Map::new();
    for kind in &kinds {
        let mut document = components[definition(*kind)].clone();
        add_envelope(&mut document, *kind);
        defs.insert(name(*kind), document);
    }
    add_referenced(&mut defs, &components);
    let mut schema = json!({
        "$schema": DIALECT,
        "title": "Schedules and controls of Refrain",
        "description": "A document, a list of documents, or the arrays of a TOML file.",
        "if": { "type": "array" },
        "then": { "items": { "$ref": "#/$defs/Document" } },
        "else": {
            "if": { "properties": by_name(&kinds, |_| json!({})),
                    "type": "object", "minProperties": 1, "additionalProperties": false },
            "then": { "properties": by_name(&kinds, array) },
            "else": { "$ref": "#/$defs/Document" },
        },
    });
    defs.insert("Document".to_owned(), any_document(&kinds));
    schema["$defs"] = Value::Object(defs);
    to_local_references(&mut schema);
    schema
}

fn by_name(kinds: &[DocumentKind], schema: impl Fn(DocumentKind) -> Value) -> Map<String, Value> {
    kinds.iter().map(|kind| (kind.as_str().to_owned(), schema(*kind))).collect()
}

/// Returns the schema that the API has for the fields of a kind.
fn definition(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Schedule => "ScheduleDefinition",
        DocumentKind::Calendar => "Calendar",
        DocumentKind::DispatchRule => "DispatchRule",
        DocumentKind::Hold => "Hold",
        DocumentKind::Quota => "Quota",
        DocumentKind::Alert => "Alert",
    }
}

fn name(kind: DocumentKind) -> String {
    format!("{}Document", definition(kind).trim_end_matches("Definition"))
}

/// Adds the fields that name a document to each form that its definition may have.
fn add_envelope(schema: &mut Value, kind: DocumentKind) {
    if let Some(Value::Array(forms)) = schema.get_mut("oneOf") {
        forms.iter_mut().for_each(|form| add_envelope(form, kind));
        return;
    }
    let pattern = match kind {
        DocumentKind::Schedule => "^[A-Za-z0-9_-]{1,128}$",
        _ => "^[A-Za-z0-9_.-]{1,128}$",
    };
    let identifier =
        json!({ "type": "string", "pattern": pattern, "description": "Name of the document, which never changes." });
    let fields = [
        ("kind", json!({ "const": kind.as_str(), "description": "Kind of the document." })),
        (
            "version",
            json!({ "type": "integer", "minimum": 1, "maximum": VERSION_MAX, "description": "Version of the format." }),
        ),
        ("delete", json!({ "type": "boolean", "description": "Whether to delete the document. Default: false." })),
        (kind.name_field(), identifier),
    ];
    for (field, schema_of_field) in fields {
        schema["properties"][field] = schema_of_field;
    }
    match schema.get_mut("required") {
        Some(Value::Array(required)) => required.push(kind.name_field().into()),
        _ => schema["required"] = json!([kind.name_field()]),
    }
}

/// Returns the schema of a document, which is decided by its kind, so that an error is about one kind only. A document
/// without a kind is a schedule.
fn any_document(kinds: &[DocumentKind]) -> Value {
    let names: Vec<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
    let by_kind = kinds.iter().map(|kind| {
        let condition = match kind {
            DocumentKind::Schedule => json!({ "properties": { "kind": { "const": "schedule" } } }),
            _ => json!({ "properties": { "kind": { "const": kind.as_str() } }, "required": ["kind"] }),
        };
        json!({ "if": condition, "then": { "$ref": format!("{DEFS}{}", name(*kind)) } })
    });
    let required: &[&str] = if kinds.contains(&DocumentKind::Schedule) { &[] } else { &["kind"] };
    json!({
        "type": "object",
        "properties": { "kind": { "enum": names } },
        "required": required,
        "allOf": by_kind.collect::<Vec<_>>(),
    })
}

/// Returns the schema of an array of a TOML file, such as `[[schedule]]`.
fn array(kind: DocumentKind) -> Value {
    let document = json!({ "$ref": format!("{DEFS}{}", name(kind)) });
    json!({ "anyOf": [{ "type": "array", "items": document }, document] })
}

/// Adds the schemas that others refer to.
fn add_referenced(defs: &mut Map<String, Value>, components: &Value) {
    loop {
        let mut names = BTreeSet::new();
        defs.values().for_each(|schema| collect_references(schema, &mut names));
        names.retain(|name| !defs.contains_key(name));
        if names.is_empty() {
            return;
        }
        defs.extend(names.into_iter().map(|name| (name.clone(), components[&name].clone())));
    }
}

fn collect_references(schema: &Value, names: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            let reference = fields.get("$ref").and_then(Value::as_str).and_then(|text| text.strip_prefix(COMPONENTS));
            names.extend(reference.map(str::to_owned));
            fields.values().for_each(|value| collect_references(value, names));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn to_local_references(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get_mut("$ref") {
                *reference = reference.replace(COMPONENTS, DEFS);
            }
            // OpenAPI has one example, JSON Schema a list.
            if let Some(example) = fields.remove("example") {
                fields.insert("examples".to_owned(), json!([example]));
            }
            fields.values_mut().for_each(to_local_references);
        }
        Value::Array(items) => items.iter_mut().for_each(to_local_references),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
