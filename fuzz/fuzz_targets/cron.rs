//! A cron expression, parsed under every dialect.
#![no_main]

use libfuzzer_sys::fuzz_target;
use refrain_fuzz::compile_and_query;
use refrain_recurrence::{CronRecurrence, Dialect, Recurrence, Spec};

fuzz_target!(|text: &str| {
    for dialect in Dialect::ALL {
        let rule = CronRecurrence { expression: text.to_owned(), dialect: Some(dialect), ..CronRecurrence::default() };
        compile_and_query(&Spec::new(Recurrence::Cron(rule), "America/New_York"));
    }
});
