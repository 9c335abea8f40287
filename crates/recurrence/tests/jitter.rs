//! Jitter: the same delay on every node and every time, inside its window, and never past the next occurrence.

#![expect(clippy::unwrap_used, reason = "a test that cannot set up its case should fail")]

use jiff::Timestamp;
use refrain_recurrence::{CompiledRecurrence, Context, Spec};

fn rule(jitter: &str, expression: &str, seed: &str) -> CompiledRecurrence {
    let text = format!(
        r#"{{"recurrence": {{"kind": "cron", "expression": "{expression}"}}, "timezone": "UTC", "jitter": {jitter}}}"#
    );
    let spec: Spec = serde_json::from_str(&text).unwrap();
    CompiledRecurrence::compile(&spec, &Context { seed, ..Context::default() }).unwrap()
}

fn delays(rule: &CompiledRecurrence, count: usize) -> Vec<i64> {
    let from: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
    let delay = |at: refrain_recurrence::Occurrence| rule.due_at(&at).as_second() - at.at().as_second();
    rule.iter_after(from).take(count).map(delay).collect()
}

#[test]
fn a_fixed_delay_is_one_for_the_schedule() {
    let rule = rule(r#"{"window": "30m"}"#, "0 9 * * *", "digest");
    let delays = delays(&rule, 50);
    assert!(delays.iter().all(|delay| *delay == delays[0] && (0..=1800).contains(delay)), "{delays:?}");
}

#[test]
fn schedules_with_other_names_get_other_delays() {
    let of = |seed: &str| delays(&rule(r#"{"window": "6h"}"#, "0 9 * * *", seed), 1)[0];
    let mut all: Vec<i64> = (0..200).map(|n| of(&format!("schedule-{n}"))).collect();
    all.sort_unstable();
    all.dedup();
    assert!(all.len() > 190, "{} different delays", all.len());
    // The delays are spread over the whole window.
    assert!(all[0] < 600 && all[all.len() - 1] > 21_000, "{all:?}");
}

#[test]
fn a_spread_delay_differs_between_occurrences_and_is_stable() {
    let rule = rule(r#"{"window": "30m", "mode": "spread"}"#, "0 9 * * *", "digest");
    let first = delays(&rule, 100);
    assert_eq!(first, delays(&rule, 100));
    let mut different = first.clone();
    different.sort_unstable();
    different.dedup();
    assert!(different.len() > 80, "{} different delays", different.len());
    assert!(first.iter().all(|delay| (0..=1800).contains(delay)));
}

#[test]
fn no_delay_reaches_the_next_occurrence() {
    let rule = rule(r#"{"window": "2h", "mode": "spread"}"#, "*/10 * * * *", "busy");
    let delays = delays(&rule, 500);
    assert!(delays.iter().all(|delay| (0..600).contains(delay)), "{delays:?}");
}

#[test]
fn a_window_in_percent_follows_the_time_to_the_next_occurrence() {
    let rule = rule(r#"{"window": "50%", "mode": "spread"}"#, "0 * * * *", "half");
    let delays = delays(&rule, 200);
    assert!(delays.iter().all(|delay| (0..=1800).contains(delay)), "{delays:?}");
    assert!(delays.iter().any(|delay| *delay > 900), "{delays:?}");
}

#[test]
fn a_window_must_be_a_length_or_a_percentage() {
    for window in ["\"0%\"", "\"101%\"", "\"soon\"", "-5", "\"5.5%\""] {
        let text = format!(r#"{{"window": {window}}}"#);
        assert!(serde_json::from_str::<refrain_recurrence::Jitter>(&text).is_err(), "{window}");
    }
}
