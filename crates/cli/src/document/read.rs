//! Reads documents from files, or returns all errors in them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::assemble::{Assembly, assemble};
use super::files::{is_document, read_files};
use super::{Document, DocumentKind};
use crate::problem::{Problem, Problems};
use crate::source::Source;
use crate::text::quoted;
use crate::tree::{Budget, Format, Limits, parse};

/// Reads all documents in the files, and in the `*.yaml`, `*.yml`, `*.toml` and `*.json` files below directories.
///
/// # Errors
/// Returns all errors together, each with its place.
pub fn read(paths: &[PathBuf], limits: Limits) -> Result<Vec<Document>, Problems> {
    let sources = read_files(paths, limits, is_document)?;
    read_sources(sources, limits)
}

/// Reads all documents in the texts. The format of each follows from its name, or else from its first character.
///
/// # Errors
/// Returns all errors together, each with its place.
pub fn read_sources(sources: Vec<Source>, limits: Limits) -> Result<Vec<Document>, Problems> {
    read_sources_as(sources, limits, None)
}

/// Reads all documents in the texts, like [`read_sources`]. A document without a kind has the given one.
///
/// # Errors
/// Returns all errors together, each with its place.
pub fn read_sources_as(
    sources: Vec<Source>,
    limits: Limits,
    kind: Option<DocumentKind>,
) -> Result<Vec<Document>, Problems> {
    let mut budget = Budget::new(limits);
    let (mut documents, mut problems) = (Vec::new(), Vec::new());
    for source in sources {
        let source = Arc::new(source);
        let format = Format::of(Path::new(source.name())).unwrap_or_else(|| Format::guess(source.text()));
        let before = problems.len();
        for node in parse(&source, format, &mut budget, &mut problems) {
            assemble(&source, node, Assembly { format, kind }, &mut documents, &mut problems);
        }
        let order = |problem: &Problem| problem.place.clone();
        problems[before..].sort_by_key(order);
    }
    problems.extend(duplicates(&documents));
    problems.extend(documents.iter().filter_map(placeholder));
    if problems.is_empty() { Ok(documents) } else { Err(Problems(problems)) }
}

/// Returns one error for each document whose kind and name another one has already.
fn duplicates(documents: &[Document]) -> Vec<Problem> {
    let mut first: BTreeMap<(DocumentKind, &str), &Document> = BTreeMap::new();
    let mut problems = Vec::new();
    for document in documents {
        let Some(earlier) = first.insert((document.kind, document.name.as_str()), document) else { continue };
        first.insert((document.kind, document.name.as_str()), earlier);
        let place = earlier.place().map_or_else(String::new, |place| format!("; the first definition is at {place}"));
        let detail = format!("{} {} is defined twice{place}", document.kind, quoted(&document.name));
        problems.push(document.problem(document.kind.name_field(), "duplicate_id", detail));
    }
    problems
}

/// Returns the error of an enabled schedule whose target is not complete. Paused schedules may wait for it.
fn placeholder(document: &Document) -> Option<Problem> {
    let is_refused = document.is_enabled && document.has_placeholder();
    is_refused.then(|| {
        let detail = "the target is a placeholder, so the schedule cannot run";
        let problem = document.problem("action.target", "incomplete_target", detail);
        problem.with_hint("write the address of the receiver, or keep `enabled: false`")
    })
}
