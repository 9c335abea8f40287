//! Reads values of files in YAML and JSON.

use std::path::Path;

use super::draft::{Draft, Importer};
use super::note::NoteKind;
use crate::source::Source;
use crate::text::quoted;
use crate::tree::{Budget, Format, Limits, Node, NodeValue, parse};

/// Parses files. Returns each document with its file.
pub(super) fn documents<'a>(sources: &'a [Source], importer: &mut Importer<'a>) -> Vec<(&'a Source, Node)> {
    let mut budget = Budget::new(Limits::default());
    let mut found = Vec::new();
    for source in sources {
        let format = Format::of(Path::new(source.name())).unwrap_or_else(|| Format::guess(source.text()));
        let nodes = parse(source, format, &mut budget, &mut importer.problems);
        found.extend(nodes.into_iter().map(|node| (source, node)));
    }
    found
}

/// Returns the position of the first character of a text, if the file has the text exactly as it is.
pub(super) fn text_at(source: &Source, node: &Node) -> Option<usize> {
    let (text, rest) = (node.text()?, source.text().get(node.at..)?);
    if rest.starts_with(text) {
        return Some(node.at);
    }
    let inside = rest.strip_prefix(['"', '\''])?;
    inside.starts_with(text).then_some(node.at + 1)
}

/// Returns the whole number of a field, not negative. Adds a remark if the field has another value.
pub(super) fn whole(draft: &mut Draft<'_>, node: &Node, name: &str) -> Option<i64> {
    let field = node.get(name)?;
    if field.value == NodeValue::Null {
        return None;
    }
    let number = field.to_json().as_i64().filter(|number| *number >= 0);
    if number.is_none() {
        let text = format!("`{name}` is {}, which is not a whole number", shown(field));
        draft.note_at(field.at, NoteKind::Dropped, text);
    }
    number
}

/// Returns the text of a field. Adds a remark if the field has another value.
pub(super) fn text<'n>(draft: &mut Draft<'_>, node: &'n Node, name: &str) -> Option<&'n str> {
    let field = node.get(name)?;
    if field.value == NodeValue::Null {
        return None;
    }
    let text = field.text();
    if text.is_none() {
        let remark = format!("`{name}` is {}, which is not a text", shown(field));
        draft.note_at(field.at, NoteKind::Dropped, remark);
    }
    text
}

/// Adds a remark for each field that is not one of those that are read.
pub(super) fn note_others(draft: &mut Draft<'_>, node: &Node, read: &[&str]) {
    let is_other = |name: &str, value: &Node| !read.contains(&name) && value.value != NodeValue::Null;
    for (key, value) in node.entries().iter().filter(|(key, value)| is_other(&key.name, value)) {
        draft.note_at(key.at, NoteKind::Dropped, format!("{}: {}", key.name, shown(value)));
    }
}

/// Shows a value in a remark.
pub(super) fn shown(node: &Node) -> String {
    match &node.value {
        NodeValue::Null | NodeValue::Bool(_) | NodeValue::Number(_) => node.to_json().to_string(),
        NodeValue::Text(text) => quoted(text),
        NodeValue::List(items) => format!("a list of {}", items.len()),
        NodeValue::Table(_) => "a table".to_owned(),
    }
}
