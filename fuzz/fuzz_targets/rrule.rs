//! RFC 5545 lines.
#![no_main]

use libfuzzer_sys::fuzz_target;
use refrain_fuzz::compile_and_query;
use refrain_recurrence::{Recurrence, RruleRecurrence, Spec};

fuzz_target!(|text: &str| {
    let rule = RruleRecurrence { text: text.to_owned() };
    compile_and_query(&Spec::new(Recurrence::Rrule(rule), "America/New_York"));
});
