//! Writes documents as YAML that people and every YAML parser read in the same way, YAML 1.1 parsers included.

mod emitter;
mod scalar;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use self::emitter::Emitter;
use super::{Document, DocumentKind};

/// Writes documents as YAML, separated by `---`. Fields have a fixed order, and [`super::read_sources`] reads the same
/// documents again.
pub fn write(documents: &[Document]) -> String {
    let mut text = String::new();
    for document in documents {
        if !text.is_empty() {
            text.push_str("---\n");
        }
        for line in &document.comment {
            text.push_str(format!("# {}", printable(line)).trim_end());
            text.push('\n');
        }
        text.push_str(&write_value(&Value::Object(with_envelope(document))));
    }
    text
}

/// Writes a value as YAML, with fields in the order of documents.
pub fn write_value(value: &Value) -> String {
    let mut emitter = Emitter::default();
    emitter.document(value);
    emitter.text
}

/// Returns the body with the fields that name the document.
fn with_envelope(document: &Document) -> Map<String, Value> {
    let mut fields = document.body.clone();
    fields.insert("kind".to_owned(), document.kind.as_str().into());
    fields.insert(document.kind.name_field().to_owned(), document.name.as_str().into());
    if document.kind == DocumentKind::Schedule && !document.is_enabled {
        fields.insert("enabled".to_owned(), false.into());
    }
    fields
}

/// Replaces the characters that would end a comment.
fn printable(line: &str) -> String {
    line.chars().map(|c| if scalar::is_printable(c) { c } else { ' ' }).collect()
}
