//! Checks for every target: no panic, results in order, nothing beyond the ends of the calendar, and no slow search.

mod clock;
mod run;

use std::time::Duration;

use jiff::Timestamp;
use refrain_recurrence::{Calendars, CompiledRecurrence, Context, Spec};

pub use clock::within;
pub use run::run;

/// The guarantee is a millisecond; this allows for a sanitizer and a shared machine.
const ANSWER_MAX: Duration = Duration::from_millis(50);
/// Rejecting a zone compares its name with all known names to find the intended one.
const COMPILING_MAX: Duration = Duration::from_millis(200);

/// Before any zone data, at a gap, after the tables, and next to the end of the calendar.
const QUERY_INSTANTS: [&str; 6] = [
    "-009999-01-02T01:59:59Z",
    "1900-01-01T00:00:00Z",
    "2026-03-08T06:59:59.5Z",
    "2128-12-31T23:59:59Z",
    "9999-12-29T00:00:00Z",
    "9999-12-30T22:00:00.999999999Z",
];

/// Compiles a definition and queries it. A rejected definition passes too.
pub fn compile_and_query(spec: &Spec) {
    let calendars = calendars();
    let context = Context {
        anchor: Some(Timestamp::from_second(1_767_225_600).expect("in range")),
        seed: "fuzz",
        calendars: Some(&calendars),
    };
    let compiled = within(COMPILING_MAX, "compiling", || CompiledRecurrence::compile(spec, &context));
    let Ok(rule) = compiled else { return };
    for at in QUERY_INSTANTS {
        query(&rule, at.parse().expect("an instant"));
    }
}

fn query(rule: &CompiledRecurrence, at: Timestamp) {
    if let Some(next) = within(ANSWER_MAX, "next", || rule.next_after(at)) {
        assert!(next.at() > at, "next {} is not after {at}", next.at());
        let _ = rule.period_of(&next);
        assert!(rule.due_at(&next) >= next.at());
        if let Some(second) = rule.next_after(next.at()) {
            assert!(second.at() > next.at(), "{} is not after {}", second.at(), next.at());
        }
    }
    if let Some(previous) = within(ANSWER_MAX, "previous", || rule.prev_before(at)) {
        assert!(previous.at() < at, "previous {} is not before {at}", previous.at());
        let _ = rule.period_of(&previous);
    }
    let _ = rule.matches(at);
}

fn calendars() -> Calendars {
    let work = r#"{"work": {"weekend": ["saturday", "sunday"], "dates": ["2026-01-01", "2026-12-25"]}}"#;
    serde_json::from_str(work).expect("a calendar")
}
