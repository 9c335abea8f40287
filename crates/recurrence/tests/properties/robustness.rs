//! Robustness and speed: no text causes a panic, and no search takes long.

use std::hint::black_box;
use std::time::Duration;

use jiff::Timestamp;
use proptest::collection::vec;
use proptest::prelude::{Strategy, prop_assert, prop_oneof, proptest};
use proptest::sample::select;
use refrain_recurrence::{CompiledRecurrence, Context, CronRecurrence, Dialect, Recurrence, RruleRecurrence, Spec};

use crate::cases;
use crate::clock::best_time;
use crate::definitions::spec;
use crate::instants::{instant, near_instant};
use crate::laws::compiled;

/// Only an unbounded search takes this long, however busy the machine is. The benchmarks measure the guaranteed
/// millisecond.
const ANSWER_MAX: Duration = Duration::from_secs(5);

/// Generates text from the vocabulary of cron and RFC 5545, in any order.
fn random_text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => "[0-9*/,?#LWH@-]{1,6}",
        2 => select(vec![" ", "  ", ",", "/", "-", ";", "=", ":", "\n"]).prop_map(str::to_owned),
        2 => select(vec![
            "MON", "JAN", "FRI#5", "L-3", "TZ=UTC", "@every", "@daily", "1h", "RRULE:", "FREQ=DAILY", "BYDAY=-53MO",
            "INTERVAL=", "COUNT=9", "UNTIL=", "99991231T235959Z", "DTSTART", "EXDATE:", "BYSETPOS=-366", "9999", "1900",
        ]).prop_map(str::to_owned),
        1 => "\\PC{0,3}",
    ];
    vec(word, 0..12).prop_map(|words| words.concat())
}

fn query(rule: &CompiledRecurrence, at: Timestamp) {
    let next = rule.next_after(at);
    let previous = rule.prev_before(at);
    for occurrence in next.iter().chain(&previous) {
        rule.period_of(occurrence);
        rule.due_at(occurrence);
    }
    rule.matches(at);
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn no_text_panics(text in random_text(), dialect in select(Dialect::ALL.to_vec()), at in instant()) {
        let cron = CronRecurrence { expression: text.clone(), dialect: Some(dialect), ..CronRecurrence::default() };
        let rrule = RruleRecurrence { text };
        for recurrence in [Recurrence::Cron(cron), Recurrence::Rrule(rrule)] {
            if let Ok(rule) = CompiledRecurrence::compile(&Spec::new(recurrence, "America/New_York"), &Context::default()) {
                query(&rule, at);
                query(&rule, Timestamp::MAX);
                query(&rule, Timestamp::MIN);
            }
        }
    }

    #[test]
    fn no_text_of_a_zone_or_length_panics(text in random_text()) {
        let recurrence = Recurrence::Cron(CronRecurrence { expression: "@daily".to_owned(), ..CronRecurrence::default() });
        let _ = CompiledRecurrence::compile(&Spec::new(recurrence, text.clone()), &Context::default());
        let _ = text.parse::<refrain_recurrence::Length>();
        let _ = text.parse::<refrain_recurrence::Lead>();
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn no_search_takes_long(spec in spec(), anchor in near_instant(), places in vec(instant(), 4)) {
        if let Some(rule) = compiled(&spec, anchor) {
            for at in places {
                let took = best_time(|| _ = black_box(rule.next_after(at)));
                prop_assert!(took < ANSWER_MAX, "next after {at} takes {took:?}");
                let took = best_time(|| _ = black_box(rule.prev_before(at)));
                prop_assert!(took < ANSWER_MAX, "previous before {at} takes {took:?}");
            }
        }
    }
}
