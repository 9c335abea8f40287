//! What every target holds a rule to: no panic, order, no step over the ends of time, and an answer in good time.

mod clock;
mod run;

use std::time::Duration;

use jiff::Timestamp;
use refrain_recurrence::{Calendars, Context, Rule, Spec};

pub use clock::within;
pub use run::run;

/// A millisecond is promised; a sanitizer and a shared machine are given room.
const ANSWER_MAX: Duration = Duration::from_millis(50);
/// To refuse a zone costs a look at all their names for the one that was meant.
const COMPILING_MAX: Duration = Duration::from_millis(200);

/// Before any zone, at a gap, beyond the tables and next to the end of time.
const ASKED_AT: [&str; 6] = [
    "-009999-01-02T01:59:59Z",
    "1900-01-01T00:00:00Z",
    "2026-03-08T06:59:59.5Z",
    "2128-12-31T23:59:59Z",
    "9999-12-29T00:00:00Z",
    "9999-12-30T22:00:00.999999999Z",
];

/// Compiles a definition and asks it; what is refused is as good as what is answered.
pub fn compile_and_ask(spec: &Spec) {
    let calendars = calendars();
    let context = Context {
        anchor: Some(Timestamp::from_second(1_767_225_600).expect("in range")),
        seed: "fuzz",
        calendars: Some(&calendars),
    };
    let compiled = within(COMPILING_MAX, "compiling", || Rule::compile(spec, &context));
    let Ok(rule) = compiled else { return };
    for at in ASKED_AT {
        ask(&rule, at.parse().expect("an instant"));
    }
}

fn ask(rule: &Rule, at: Timestamp) {
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
