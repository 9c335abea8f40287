//! Runs a case's query and compares the result.

use std::fmt::Debug;

use jiff::Timestamp;
use refrain_recurrence::{CompiledRecurrence, Context, Occurrence, Spec};

use super::case::Case;

/// Returns an error with the expected and the actual result if the case fails.
pub(crate) fn check(case: &Case) -> Result<(), String> {
    answer(case).map_err(|wrong| format!("- {}\n    {}\n    {wrong}", case.story, case.spec))
}

fn answer(case: &Case) -> Result<(), String> {
    let compiled = compile(case);
    if let Some(error) = &case.error {
        return match compiled {
            Ok(_) => Err(format!("expected the error {error}, but it was accepted")),
            Err(refused) => {
                same("code", error, &refused.code)?;
                if case.column.is_some() { same("column", &case.column, &refused.column) } else { Ok(()) }
            }
        };
    }
    let rule = compiled.map_err(|refused| format!("rejected with {}: {}", refused.code, refused.message))?;
    match (case.from, case.before, case.at) {
        (Some(from), None, None) => next(case, &rule, from),
        (None, Some(before), None) => previous(case, &rule, before),
        (None, None, Some(at)) => matches(case, &rule, at),
        (_, _, _) => Err("a case must have exactly one query".to_owned()),
    }
}

struct Rejection {
    code: String,
    column: Option<usize>,
    message: String,
}

fn compile(case: &Case) -> Result<CompiledRecurrence, Rejection> {
    let spec: Spec = serde_json::from_value(case.spec.clone()).map_err(|error| Rejection {
        code: "unreadable".to_owned(),
        column: None,
        message: error.to_string(),
    })?;
    let context = Context { anchor: case.anchor, seed: &case.seed, calendars: Some(&case.calendars) };
    CompiledRecurrence::compile(&spec, &context).map_err(|error| Rejection {
        code: error.code().to_string(),
        column: error.column(),
        message: error.message().to_owned(),
    })
}

fn next(case: &Case, rule: &CompiledRecurrence, from: Timestamp) -> Result<(), String> {
    let first = if case.inclusive { rule.next_from(from) } else { rule.next_after(from) };
    // One more than expected, to check whether there is an end.
    let found = walk(first, case.next.len() + 1, |last| rule.next_after(last.at()));
    compare(&found, &case.next, case.exhausted)?;
    let keys: Vec<String> = found.iter().take(case.keys.len()).map(|found| rule.period_key(found)).collect();
    same("keys", &case.keys, &keys)
}

fn previous(case: &Case, rule: &CompiledRecurrence, before: Timestamp) -> Result<(), String> {
    let first = if case.inclusive { rule.prev_until(before) } else { rule.prev_before(before) };
    let found = walk(first, case.previous.len() + 1, |last| rule.prev_before(last.at()));
    compare(&found, &case.previous, case.exhausted)
}

fn matches(case: &Case, rule: &CompiledRecurrence, at: Timestamp) -> Result<(), String> {
    let verdict = rule.matches(at);
    same("matches", &case.matches, &verdict.matches())?;
    if case.reason.is_some() { same("reason", &case.reason.as_deref(), &verdict.reason()) } else { Ok(()) }
}

fn walk(first: Option<Occurrence>, count: usize, step: impl Fn(&Occurrence) -> Option<Occurrence>) -> Vec<Occurrence> {
    std::iter::successors(first, step).take(count).collect()
}

fn compare(found: &[Occurrence], expected: &[Timestamp], exhausted: bool) -> Result<(), String> {
    let instants: Vec<Timestamp> = found.iter().take(expected.len()).map(Occurrence::at).collect();
    same("instants", expected, &*instants)?;
    if exhausted && found.len() > expected.len() {
        return Err(format!("expected no more, found {}", found[expected.len()].at()));
    }
    Ok(())
}

fn same<T: PartialEq + Debug + ?Sized>(what: &str, expected: &T, found: &T) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("{what} expected {expected:?}\n    {what} found    {found:?}")) }
}
