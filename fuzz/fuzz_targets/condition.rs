//! A rule's condition, read and asked about an action that holds the same text.
#![no_main]

use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use libfuzzer_sys::fuzz_target;
use refrain::dispatch::Sending;
use refrain::dispatch::rules::FactsOf;
use refrain::dispatch::rules::condition::Condition;
use refrain_fuzz::{run, within};

/// Some milliseconds are promised; a sanitizer and a shared machine are given room.
const ANSWER_MAX: Duration = Duration::from_secs(1);

fuzz_target!(|text: &str| {
    let Ok(condition) = within(ANSWER_MAX, "reading", || Condition::compile(text)) else { return };
    let mut sending = Sending::new(run());
    let numbers: Vec<u32> = (0..1_000).collect();
    sending.action_mut().payload = serde_json::json!({"text": text, "list": numbers, "map": {"a": [text, 1, null]}});
    let facts = FactsOf { sending: &sending, now: Timestamp::UNIX_EPOCH };
    let first = within(ANSWER_MAX, "answering", || condition.holds(&facts, &TimeZone::UTC));
    assert_eq!(first, condition.holds(&facts, &TimeZone::UTC), "the same facts give the same answer");
    assert_ne!(first, Err("it panicked".to_owned()));
});
