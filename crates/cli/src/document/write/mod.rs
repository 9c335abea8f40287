//! Writes documents as YAML that people and every YAML parser read in the same way, YAML 1.1 parsers included.

mod emitter;
mod scalar;
#[cfg(test)]
mod tests;

use serde_json::Value;

use self::emitter::Emitter;
use super::Document;

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
        text.push_str(&write_value(&document.to_json()));
    }
    text
}

/// Writes a value as YAML, with fields in the order of documents.
pub fn write_value(value: &Value) -> String {
    let mut emitter = Emitter::default();
    emitter.document(value);
    emitter.text
}

/// Replaces the characters that would end a comment.
fn printable(line: &str) -> String {
    line.chars().map(|c| if scalar::is_printable(c) { c } else { ' ' }).collect()
}
