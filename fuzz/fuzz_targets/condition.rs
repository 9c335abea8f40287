//! The condition of a dispatch rule, parsed and evaluated for an action that contains the same text.
#![no_main]

use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use libfuzzer_sys::fuzz_target;
use refrain::delivery::OutgoingAction;
use refrain::dispatch::rules::DispatchFacts;
use refrain::dispatch::rules::condition::Condition;
use refrain_fuzz::{run, within};

/// The guarantee is a few milliseconds; this allows for a sanitizer and a shared machine.
const ANSWER_MAX: Duration = Duration::from_secs(1);

fuzz_target!(|text: &str| {
    let Ok(condition) = within(ANSWER_MAX, "parsing", || Condition::compile(text)) else { return };
    let mut sending = OutgoingAction::new(run());
    let numbers: Vec<u32> = (0..1_000).collect();
    sending.action_mut().payload = serde_json::json!({"text": text, "list": numbers, "map": {"a": [text, 1, null]}});
    let facts = DispatchFacts { sending: &sending, now: Timestamp::UNIX_EPOCH };
    let first = within(ANSWER_MAX, "evaluating", || condition.holds(&facts, &TimeZone::UTC));
    assert_eq!(first, condition.holds(&facts, &TimeZone::UTC), "the same facts give the same result");
    assert_ne!(first, Err("the evaluation panicked".to_owned()));
});
