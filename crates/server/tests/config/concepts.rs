//! The sentences of `docs/concepts` that state a default of a policy, each built from a value of the code.

use refrain::model::{Delivery, Overlap, Priority};
use serde::Serialize;

use super::documented::written;
use super::stated::{Document, from_default};

const POLICIES: &str = "docs/concepts/policies.md";

/// Fields whose description in the OpenAPI document states their default: schema and name.
const FIELDS: &[(&str, &str)] = &[
    ("NewSchedule", "max_concurrent"),
    ("CatchUp", "policy"),
    ("CatchUp", "window"),
    ("CatchUp", "limit"),
    ("RetryPolicy", "max_attempts"),
    ("RetryPolicy", "initial"),
    ("RetryPolicy", "factor"),
    ("RetryPolicy", "max_interval"),
    ("RetryPolicy", "max_elapsed"),
    ("NewSchedule", "start_deadline"),
    ("NewSchedule", "timeout"),
    ("NewSchedule", "pause_on_failure"),
    ("ResumeRequest", "from"),
    ("BackfillRequest", "reprocess"),
];

/// Returns the sentences of the pages about concepts.
pub(super) fn sentences() -> Vec<(&'static str, String)> {
    let document = Document::read();
    let of_field = |(schema, field): &(&str, &str)| {
        let stated = from_default(&document.property(schema, field).unwrap());
        // Further sentences follow in some descriptions.
        (POLICIES, stated.split(". ").next().unwrap().to_owned())
    };
    let of_policy = [default_of::<Overlap>(), default_of::<Delivery>(), default_of::<Priority>()];
    FIELDS.iter().map(of_field).chain(of_policy.map(|stated| (POLICIES, stated))).collect()
}

fn default_of<T: Default + Serialize>() -> String {
    format!("Default: `{}`.", written(&serde_json::to_value(T::default()).unwrap()))
}
