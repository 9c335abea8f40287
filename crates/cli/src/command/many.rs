//! Operations on several objects, one after the other: a failure does not stop the others.

use std::io::{Write as _, stderr};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::exit::Failure;
use crate::output::{Cell, Column, Table};
use crate::session::{Outcome, Session};

/// What was done with an object.
#[derive(Debug, Deserialize)]
struct Change {
    name: String,
    result: String,
}

const CHANGES: Table<Change> = Table {
    name: |change| change.name.clone(),
    columns: &[
        Column::new("name", |change, _| change.name.as_str().into()),
        Column::new("result", |change, _| Cell::state(&change.result)),
    ],
};

/// How a change of several objects is reported.
#[derive(Clone, Copy, Debug)]
pub(super) struct Report<'a> {
    /// Kind of the objects, such as `hold`.
    pub(super) kind: &'a str,
    /// What was done, such as `deleted`.
    pub(super) result: &'a str,
}

/// Changes each object and reports it, in a line for people or as `{"kind", "name", "result"}`. Failures are written
/// to standard error.
///
/// # Errors
/// If any change fails, with the exit code of the first failure.
pub(super) async fn change_each(
    session: &Session,
    names: &[String],
    report: Report<'_>,
    mut change: impl AsyncFnMut(&str) -> Outcome,
) -> Outcome {
    let Report { kind, result } = report;
    let mut done = Vec::new();
    let mut first_failure = None;
    for name in names {
        match change(name).await {
            Ok(()) => {
                let (first, rest) = result.split_at(1);
                session.output().line(format!("{}{rest} {kind} {name}.", first.to_uppercase()));
                done.push(json!({ "kind": kind, "name": name, "result": result }));
            }
            Err(failure) if names.len() == 1 => return Err(failure),
            Err(failure) => {
                first_failure.get_or_insert(failure.exit());
                // If standard error is closed, the exit code is the only signal left.
                let _ = write!(stderr().lock(), "{}", failure.about(name));
            }
        }
    }
    show(session, &done)?;
    first_failure.map_or(Ok(()), |exit| Err(Failure::silent(exit)))
}

fn show(session: &Session, done: &[Value]) -> Outcome {
    if session.output().is_for_people() { Ok(()) } else { session.output().list(done, &CHANGES) }
}

/// Returns names for a question, such as `a, b and 3 others`.
pub(super) fn enumerate(names: &[String]) -> String {
    const SHOWN_MAX: usize = 5;
    match names.len().saturating_sub(SHOWN_MAX) {
        0 => names.join(", "),
        others => {
            format!("{} and {others} other{}", names[..SHOWN_MAX].join(", "), if others == 1 { "" } else { "s" })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_names_are_abbreviated() {
        let names: Vec<String> = ["a", "b", "c", "d", "e", "f", "g"].map(str::to_owned).to_vec();
        assert_eq!(enumerate(&names[..2]), "a, b");
        assert_eq!(enumerate(&names[..6]), "a, b, c, d, e and 1 other");
        assert_eq!(enumerate(&names), "a, b, c, d, e and 2 others");
    }
}
