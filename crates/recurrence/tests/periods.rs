//! Periods: key, label, start and end; and ranges read from both ends.

#![expect(clippy::unwrap_used, reason = "a test that cannot set up its case should fail")]

use jiff::Timestamp;
use refrain_recurrence::{CompiledRecurrence, Context, Spec};

fn rule(spec: &str) -> CompiledRecurrence {
    let spec: Spec = serde_json::from_str(spec).unwrap();
    CompiledRecurrence::compile(&spec, &Context::default()).unwrap()
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// Checks key, label, start and end of the first period after the instant.
fn check(spec: &str, after: &str, expected: [&str; 4]) {
    let rule = rule(spec);
    let occurrence = rule.next_after(at(after)).unwrap();
    let period = rule.period_of(&occurrence);
    let ends = period.ends_at().map_or("none".to_owned(), |ends| ends.to_string());
    assert_eq!([period.key(), period.label(), &period.starts_at().to_string(), &ends], expected, "{spec}");
    assert_eq!(rule.period_key(&occurrence), expected[0], "{spec}");
}

#[test]
fn a_calendar_period_has_local_boundaries_on_both_sides_of_a_dst_change() {
    let monthly = r#"{"recurrence": {"kind": "calendar", "frequency": "monthly"}, "timezone": "America/New_York"}"#;
    check(monthly, "2026-02-15T00:00:00Z", ["2026-03", "March 2026", "2026-03-01T05:00:00Z", "2026-04-01T04:00:00Z"]);
    let daily = r#"{"recurrence": {"kind": "calendar", "frequency": "daily"}, "timezone": "Europe/Berlin"}"#;
    // A day of 23 hours.
    check(
        daily,
        "2026-03-28T12:00:00Z",
        ["2026-03-29", "Sunday 29 March 2026", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"],
    );
}

#[test]
fn a_wall_clock_period_runs_to_the_next_occurrence() {
    let spec = r#"{"recurrence": {"kind": "cron", "expression": "0 9 * * MON-FRI"}, "timezone": "America/New_York"}"#;
    check(
        spec,
        "2026-03-06T12:00:00Z",
        [
            "2026-03-06T09:00:00[America/New_York]",
            "Friday 6 March 2026, 09:00:00",
            "2026-03-06T14:00:00Z",
            "2026-03-09T13:00:00Z",
        ],
    );
}

#[test]
fn the_later_pass_of_a_repeated_hour_has_a_key_of_its_own() {
    let spec = r#"{"recurrence": {"kind": "cron", "expression": "30 1 * * *"}, "timezone": "America/New_York",
        "dst": {"fold": "both"}}"#;
    let rule = rule(spec);
    let keys: Vec<String> = rule
        .between(at("2026-11-01T00:00:00Z"), at("2026-11-02T00:00:00Z"))
        .map(|occurrence| rule.period_key(&occurrence))
        .collect();
    assert_eq!(keys, ["2026-11-01T01:30:00[America/New_York]", "2026-11-01T01:30:00-05:00[America/New_York]"]);
}

#[test]
fn elapsed_kinds_and_first_runs_are_named_by_their_instant() {
    let spec = r#"{"recurrence": {"kind": "every", "every": 6, "unit": "hours"}, "timezone": "Asia/Tokyo",
        "starts_at": "2026-01-01T00:00:00Z", "first_run": {"after": "90m"}, "max_runs": 3}"#;
    let rule = rule(spec);
    let keys: Vec<String> =
        rule.iter_after(at("2025-12-31T00:00:00Z")).take(3).map(|it| rule.period_key(&it)).collect();
    assert_eq!(keys, ["2026-01-01T01:30:00Z", "2026-01-01T07:30:00Z", "2026-01-01T13:30:00Z"]);
}

#[test]
fn parts_of_a_union_with_equal_period_keys_are_numbered() {
    let weekly = |day: &str| format!(r#"{{"kind": "calendar", "frequency": "weekly", "by_day": ["{day}"]}}"#);
    let spec = format!(
        r#"{{"recurrence": {{"kind": "any", "of": [{}, {}]}}, "timezone": "UTC"}}"#,
        weekly("MO"),
        weekly("FR")
    );
    let rule = rule(&spec);
    let keys: Vec<String> =
        rule.iter_after(at("2026-01-04T00:00:00Z")).take(3).map(|it| rule.period_key(&it)).collect();
    assert_eq!(keys, ["2026-W02", "2026-W02#2", "2026-W03"]);
}

#[test]
fn the_last_occurrence_has_no_end() {
    let spec = r#"{"recurrence": {"kind": "once", "at": "2026-07-01T12:00:00Z"}, "timezone": "UTC"}"#;
    check(
        spec,
        "2026-01-01T00:00:00Z",
        ["2026-07-01T12:00:00Z", "Wednesday 1 July 2026, 12:00:00", "2026-07-01T12:00:00Z", "none"],
    );
}

#[test]
fn a_range_reads_the_same_from_both_ends() {
    for spec in [
        r#"{"recurrence": {"kind": "cron", "expression": "*/30 1-3 * * *"}, "timezone": "Europe/Berlin"}"#,
        r#"{"recurrence": {"kind": "every", "every": 45, "unit": "minutes"}, "timezone": "UTC", "first_run": "now"}"#,
        r#"{"recurrence": {"kind": "rrule", "text": "DTSTART:20260101T023000\nRRULE:FREQ=DAILY"}, "timezone": "Europe/Berlin"}"#,
    ] {
        let rule = rule(spec);
        let (from, until) = (at("2026-03-28T00:00:00Z"), at("2026-03-31T00:00:00Z"));
        let forward: Vec<Timestamp> = rule.between(from, until).map(|occurrence| occurrence.at()).collect();
        let mut backward: Vec<Timestamp> = rule.between(from, until).rev().map(|occurrence| occurrence.at()).collect();
        backward.reverse();
        assert!(!forward.is_empty());
        assert_eq!(forward, backward, "{spec}");
        let mut both = rule.between(from, until);
        assert_eq!(both.next_back().map(|last| last.at()), forward.last().copied());
        assert_eq!(both.count(), forward.len() - 1);
    }
}

#[test]
fn an_after_completion_rule_has_a_delay_and_no_occurrences() {
    let rule = rule(r#"{"recurrence": {"kind": "after_completion", "delay": "10m"}, "timezone": "UTC"}"#);
    assert_eq!(rule.after_completion().map(refrain_recurrence::Length::seconds), Some(600));
    assert!(rule.next_after(Timestamp::UNIX_EPOCH).is_none());
    assert!(rule.prev_before(Timestamp::UNIX_EPOCH).is_none());
}
