//! Runs the suite of dateutil: RFC 5545 text with floating times, here in UTC.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use refrain_recurrence::{CompiledRecurrence, Context, Recurrence, RruleRecurrence, Spec};
use serde_json::Value;

use super::Outcome;

/// Tests that contradict the RFC: dateutil returns every day of the week, RFC 5545 (3.3.10) only the weekday of
/// `DTSTART`.
const DIFFERS_BY_RFC: [&str; 1] = ["testYearlyByWeekNo"];

pub(crate) fn check(vector: &Value) -> Outcome {
    if DIFFERS_BY_RFC.iter().any(|test| vector["test"] == *test) {
        return Outcome::DoesNotApply;
    }
    let text = vector["text"].as_str().expect("a text").to_owned();
    let spec = Spec::new(Recurrence::Rrule(RruleRecurrence { text }), "UTC");
    // Some texts leave the start to the caller.
    let start = vector["dtstart"].as_str().map(|start| format!("{start}Z").parse().expect("an instant"));
    let rule = match CompiledRecurrence::compile(&spec, &Context { anchor: start, ..Context::default() }) {
        Ok(rule) => rule,
        Err(error) => return Outcome::Differs(format!("rejected: {error}")),
    };
    let expected: Vec<DateTime> = vector["expect"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|at| at.as_str().and_then(|at| at.parse().ok()).expect("a civil time"))
        .collect();
    let start = Timestamp::from_second(-3_000_000_000).expect("in range");
    // One more than expected, to check that the set ends.
    let given: Vec<DateTime> = rule
        .iter_after(start)
        .take(expected.len() + 1)
        .map(|occurrence| occurrence.at().to_zoned(TimeZone::UTC).datetime())
        .collect();
    let endless = !text_ends(vector);
    let shown = if endless { &given[..expected.len().min(given.len())] } else { &given[..] };
    Outcome::of(shown == expected, || format!("found {given:?}"))
}

fn text_ends(vector: &Value) -> bool {
    let text = vector["text"].as_str().unwrap_or_default().to_uppercase();
    !text.contains("RRULE") || text.contains("COUNT=") || text.contains("UNTIL=")
}
