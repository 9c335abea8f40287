//! Deserializes the tree into typed values and collects every error.
//!
//! serde stops at the first error. The rejected value is therefore removed from the tree, and deserialization
//! starts again until there are no more errors.

use refrain_cli::text::nearest;
use serde::Deserialize;

use super::deserializer::Reader;
use super::problem::Problem;
use super::read_error::{ReadError, ReadErrorKind};
use super::tree::{Node, Path, Step, Value};

/// Maximum number of errors reported at once.
const PROBLEMS_MAX: usize = 100;

/// Deserializes the whole tree. Returns `None` only if there are too many errors to continue.
pub(super) fn read<'a, T>(root: &mut Node, problems: &mut Vec<Problem>) -> Option<T>
where
    T: for<'b> Deserialize<'b> + 'a,
{
    for _ in 0..PROBLEMS_MAX {
        let refused = match T::deserialize(Reader::new(root)) {
            Ok(value) => return Some(value),
            Err(refused) => refused,
        };
        let is_known = is_already_reported(&refused, root);
        let (problem, path) = locate(refused, root);
        if !is_known {
            problems.push(problem);
        }
        if !root.mark_skipped(&path) {
            return None;
        }
    }
    None
}

/// Returns whether an error is only a consequence of a value that was already reported and removed.
fn is_already_reported(refused: &ReadError, root: &Node) -> bool {
    let path = refused.path.clone().unwrap_or_default();
    let Some(Node { value: Value::Table(entries), .. }) = root.find(&path) else { return false };
    match &refused.error_kind {
        // A key with a typo was already reported, with the key that was probably meant.
        ReadErrorKind::Missing { name } => {
            entries.iter().any(|(found, entry)| entry.is_skipped && nearest(found, [*name]).is_some())
        }
        ReadErrorKind::Type { .. } | ReadErrorKind::Other { .. } => entries.values().any(|entry| entry.is_skipped),
        ReadErrorKind::UnknownKey { .. } | ReadErrorKind::UnknownWord { .. } => false,
    }
}

/// Returns the problem with its place, and the path of the value to remove before the next attempt.
fn locate(refused: ReadError, root: &Node) -> (Problem, Path) {
    let ReadError { error_kind, path } = refused;
    let mut path = path.unwrap_or_default();
    // A variant name that is itself a key, as in `{ file = "…" }`.
    let error_kind = match error_kind {
        ReadErrorKind::UnknownWord { word, known } if path.0.last() == Some(&Step::Key(word.clone())) => {
            ReadErrorKind::UnknownKey { name: word, known }
        }
        error_kind => error_kind,
    };
    let mut is_about_key = false;
    if let ReadErrorKind::UnknownKey { name, .. } = &error_kind {
        is_about_key = true;
        // Inside a value that had to be buffered to find its kind, serde reports only the name.
        if path.0.last() != Some(&Step::Key(name.clone()))
            && let Some(below) = root.find(&path).and_then(|node| node.find_below(name))
        {
            path.0.extend(below.0);
        }
    }
    let node = root.find(&path);
    let words = error_kind.words(may_be_secret(&path));
    let place = node.map(|node| if is_about_key { node.key_place.clone() } else { node.place.clone() });
    let mut problem = Problem::new(words.code, path.to_string(), format!("`{path}` {}", words.sentence)).at(place);
    if let Some(hint) = words.hint {
        problem = problem.with_hint(hint);
    }
    (problem, path)
}

/// Returns whether the value at `path` may be a secret.
pub(super) fn may_be_secret(path: &Path) -> bool {
    const KEYS: [&str; 9] =
        ["password", "token", "url", "address", "endpoint", "headers", "env", "metadata", "payload"];
    path.0.iter().any(|step| match step {
        Step::Key(name) => KEYS.contains(&name.as_str()),
        Step::Index(_) => false,
    })
}
