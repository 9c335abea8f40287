//! Turns the values of a text into documents.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::origin::Origin;
use super::{Document, DocumentKind, VERSION_MAX};
use crate::problem::Problem;
use crate::source::Source;
use crate::text::{nearest, quoted};
use crate::tree::{Format, Node, NodeValue};

/// Maximum length of an ID or name, in bytes.
pub(crate) const NAME_BYTES_MAX: usize = 128;

/// How documents are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assembly {
    /// Format of the text.
    pub(super) format: Format,
    /// Kind of documents that do not state one.
    pub(super) kind: Option<DocumentKind>,
}

/// Adds the documents of one value: of a table, of the tables in a list, or of the arrays of a TOML file.
pub(super) fn assemble(
    source: &Arc<Source>,
    node: Node,
    assembly: Assembly,
    documents: &mut Vec<Document>,
    problems: &mut Vec<Problem>,
) {
    let Assembly { format, kind: default } = assembly;
    let mut add = |source: &Arc<Source>, node: Node, kind, problems: &mut Vec<Problem>| match document(
        source, node, kind, default,
    ) {
        Ok(document) => documents.push(document),
        Err(more) => problems.extend(more),
    };
    match node.value {
        // An empty document, as between two lines of `---`.
        NodeValue::Null => {}
        NodeValue::List(items) => items.into_iter().for_each(|item| add(source, item, None, problems)),
        NodeValue::Table(entries) if format == Format::Toml && !is_one_document(&entries) => {
            for (key, node) in entries {
                match (DocumentKind::from_name(&key.name), node.value) {
                    (Some(kind), NodeValue::List(items)) => {
                        items.into_iter().for_each(|item| add(source, item, Some(kind), problems));
                    }
                    (Some(kind), value) => add(source, Node { at: node.at, value }, Some(kind), problems),
                    (None, _) => problems.push(unknown_kind(source, &key.name, key.at)),
                }
            }
        }
        value => add(source, Node { at: node.at, value }, None, problems),
    }
}

/// Returns whether the table of a TOML file is one document, and not arrays such as `[[schedule]]`.
fn is_one_document(entries: &[(crate::tree::Key, Node)]) -> bool {
    entries.iter().any(|(key, _)| ["kind", "id", "name", "action"].contains(&key.name.as_str()))
}

/// Creates a document from a table. The kind is given for the arrays of a TOML file.
fn document(
    source: &Arc<Source>,
    node: Node,
    kind: Option<DocumentKind>,
    default: Option<DocumentKind>,
) -> Result<Document, Vec<Problem>> {
    let mut reader = Reader { source, problems: Vec::new() };
    if !matches!(node.value, NodeValue::Table(_)) {
        reader.report(
            node.at,
            "bad_value",
            format!("expected a table with the fields of a document, found {}", node.kind()),
        );
        return Err(reader.problems);
    }
    reader.version(&node);
    let Some(kind) = reader.kind(&node, kind, default) else { return Err(reader.problems) };
    let name = reader.name(&node, kind);
    let is_enabled = kind != DocumentKind::Schedule || reader.is_enabled(&node);
    let is_envelope = |name: &str| {
        ["kind", "version", kind.name_field()].contains(&name) || (kind == DocumentKind::Schedule && name == "enabled")
    };
    let fields = node.entries().iter().filter(|(key, _)| !is_envelope(&key.name));
    let body: Map<String, Value> = fields.map(|(key, value)| (key.name.clone(), value.to_json())).collect();
    match name {
        Some(name) if reader.problems.is_empty() => {
            let origin = Some(Origin { source: Arc::clone(source), node });
            Ok(Document { is_enabled, origin, ..Document::new(kind, name, body) })
        }
        _ => Err(reader.problems),
    }
}

struct Reader<'a> {
    source: &'a Source,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn report(&mut self, at: usize, code: &'static str, detail: String) {
        self.problems.push(Problem::at(self.source, at, code, detail));
    }

    fn version(&mut self, node: &Node) {
        let Some(version) = node.get("version") else { return };
        match version.to_json().as_u64() {
            Some(1..=VERSION_MAX) => {}
            Some(newer) if newer > VERSION_MAX => {
                let detail = format!("the document has version {newer}; this program reads version {VERSION_MAX}");
                let problem = Problem::at(self.source, version.at, "newer_version", detail);
                self.problems.push(problem.with_hint("use a newer version of this program"));
            }
            _ => self.report(version.at, "bad_value", format!("expected the version 1, found {}", version.to_json())),
        }
    }

    fn kind(
        &mut self,
        node: &Node,
        given: Option<DocumentKind>,
        default: Option<DocumentKind>,
    ) -> Option<DocumentKind> {
        let Some(kind) = node.get("kind") else {
            // An alert has an action too.
            let is_schedule = node.get("action").is_some() && node.get("on").is_none();
            let kind = given.or(default).or(is_schedule.then_some(DocumentKind::Schedule));
            if kind.is_none() {
                let problem = Problem::at(self.source, node.at, "missing_value", "the document has no kind");
                self.problems.push(problem.with_hint(kinds()));
            }
            return kind;
        };
        let found = kind.text().and_then(DocumentKind::from_name);
        match (found, given) {
            (Some(found), Some(given)) if found != given => {
                self.report(kind.at, "conflict", format!("the kind is {found}, but the document is in `[[{given}]]`"));
                None
            }
            (Some(found), _) => Some(found),
            (None, _) => {
                let shown = kind.text().map_or_else(|| kind.to_json().to_string(), str::to_owned);
                self.problems.push(unknown_kind(self.source, &shown, kind.at));
                None
            }
        }
    }

    fn name(&mut self, node: &Node, kind: DocumentKind) -> Option<String> {
        let field = kind.name_field();
        let Some(value) = node.get(field) else {
            let problem = Problem::at(self.source, node.at, "missing_value", format!("the {kind} has no `{field}`"));
            self.problems.push(problem.with_hint(format!("add a field `{field}` that never changes")));
            return None;
        };
        let Some(name) = value.text() else {
            let detail = format!("expected a text as the `{field}`, found {}", value.kind());
            self.problems.push(Problem::at(self.source, value.at, "bad_value", detail).with_hint("write it in quotes"));
            return None;
        };
        if is_name(name, kind) {
            return Some(name.to_owned());
        }
        let signs: Vec<String> = kind.name_signs().chars().map(|sign| format!("`{sign}`")).collect();
        let detail = format!("{} cannot be the `{field}` of a {kind}", quoted(name));
        let hint = format!("use 1 to {NAME_BYTES_MAX} letters, digits, {}", signs.join(", "));
        self.problems.push(Problem::at(self.source, value.at, "bad_value", detail).with_hint(hint));
        None
    }

    fn is_enabled(&mut self, node: &Node) -> bool {
        let Some(enabled) = node.get("enabled") else { return true };
        if let NodeValue::Bool(is_enabled) = enabled.value {
            return is_enabled;
        }
        let detail = format!("expected true or false as `enabled`, found {}", enabled.to_json());
        self.problems.push(Problem::at(self.source, enabled.at, "bad_value", detail));
        true
    }
}

/// Returns whether a text is valid as the ID or name of a document.
pub(crate) fn is_name(name: &str, kind: DocumentKind) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || kind.name_signs().contains(c);
    (1..=NAME_BYTES_MAX).contains(&name.len()) && name.chars().all(is_allowed)
}

fn unknown_kind(source: &Source, name: &str, at: usize) -> Problem {
    let problem = Problem::at(source, at, "unknown_kind", format!("{} is not a kind of document", quoted(name)));
    match nearest(name, DocumentKind::ALL.map(DocumentKind::as_str)) {
        Some(near) => problem.with_hint(format!("did you mean `{near}`?")),
        None => problem.with_hint(kinds()),
    }
}

fn kinds() -> String {
    format!("one of {}", DocumentKind::ALL.map(DocumentKind::as_str).join(", "))
}
