//! One line of batch mode, through the code that the command runs. Every line must produce exactly one line of output.
#![no_main]

use std::collections::BTreeMap;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use refrain_fuzz::within;
use refrain_server::cli::batch::Answerer;
use serde::de::IgnoredAny;

/// A line may request many occurrences at once, of recurrences that are all slow to search.
const LINE_MAX: Duration = Duration::from_secs(1);

fuzz_target!(|line: &[u8]| {
    // The reader splits its input at newlines, so no line contains one.
    if line.contains(&b'\n') {
        return;
    }
    let answer = within(LINE_MAX, "a line", || {
        let mut out = Vec::new();
        Answerer::default().answer(line, &mut out);
        out
    });
    assert_eq!(answer.iter().filter(|byte| **byte == b'\n').count(), 1, "one line each");
    // Only the form is read: the ID is returned unchanged, even if it is a number too large for any type.
    let answer: BTreeMap<String, IgnoredAny> = serde_json::from_slice(&answer).expect("an answer is a JSON object");
    assert!(answer.contains_key("id"));
});
