//! One line of batch mode, through the code that the command runs. Every line has one line for an answer.
#![no_main]

use libfuzzer_sys::fuzz_target;
use refrain_fuzz::{COMBINED_ANSWER_MAX, within};
use refrain_server::cli::batch::Answerer;
use serde_json::Value;

fuzz_target!(|line: &[u8]| {
    // The reader cuts its input at these, so no line holds one.
    if line.contains(&b'\n') {
        return;
    }
    let answer = within(COMBINED_ANSWER_MAX, "a line", || {
        let mut out = Vec::new();
        Answerer::default().answer(line, &mut out);
        out
    });
    assert_eq!(answer.iter().filter(|byte| **byte == b'\n').count(), 1, "one line each");
    let answer: Value = serde_json::from_slice(&answer).expect("an answer is JSON");
    assert!(answer.is_object());
});
