//! Tests of `matches`: the first failed check names the field or the bound.

#![expect(clippy::unwrap_used, reason = "a test that cannot set up its case should fail")]

use jiff::Timestamp;
use refrain_recurrence::{Calendars, CompiledRecurrence, Context, NamedCalendar, Spec, Weekday};

fn verdict(spec: &str, at: &str) -> refrain_recurrence::Verdict {
    let spec: Spec = serde_json::from_str(spec).unwrap();
    let work = NamedCalendar { weekend: vec![Weekday::Saturday, Weekday::Sunday], dates: Vec::new() };
    let calendars = Calendars::from([("work".to_owned(), work)]);
    let context = Context { calendars: Some(&calendars), ..Context::default() };
    CompiledRecurrence::compile(&spec, &context).unwrap().matches(at.parse::<Timestamp>().unwrap())
}

fn check(spec: &str, at: &str, reason: Option<&str>) {
    let verdict = verdict(spec, at);
    assert_eq!(verdict.reason(), reason, "{spec} at {at}: {:?}", verdict.checks);
    assert_eq!(verdict.matches(), reason.is_none());
}

const OFFICE: &str = r#"{"recurrence": {"kind": "cron", "expression": "0 9 1-20 3-10 MON-FRI", "day_match": "and"},
    "timezone": "America/New_York"}"#;

#[test]
fn the_field_that_does_not_match_is_named() {
    check(OFFICE, "2026-03-10T13:00:00Z", None);
    check(OFFICE, "2026-03-10T13:00:01Z", Some("second"));
    check(OFFICE, "2026-03-10T13:01:00Z", Some("minute"));
    check(OFFICE, "2026-03-10T14:00:00Z", Some("hour"));
    check(OFFICE, "2026-03-24T13:00:00Z", Some("day of month"));
    check(OFFICE, "2026-02-10T14:00:00Z", Some("month"));
    check(OFFICE, "2026-03-08T13:00:00Z", Some("day of week"));
}

#[test]
fn either_day_field_is_enough_when_both_are_restricted() {
    let spec = r#"{"recurrence": {"kind": "cron", "expression": "0 0 13 * FRI"}, "timezone": "UTC"}"#;
    check(spec, "2026-01-13T00:00:00Z", None);
    check(spec, "2026-01-16T00:00:00Z", None);
    check(spec, "2026-01-14T00:00:00Z", Some("day of month"));
}

#[test]
fn bounds_and_calendars_are_reasons_too() {
    let spec = r#"{"recurrence": {"kind": "cron", "expression": "0 0 * * *"}, "timezone": "UTC",
        "starts_at": "2026-02-01T00:00:00Z", "ends_at": "2026-03-01T00:00:00Z", "calendars": [{"name": "work"}]}"#;
    check(spec, "2026-02-02T00:00:00Z", None);
    check(spec, "2026-01-30T00:00:00Z", Some("starts_at"));
    check(spec, "2026-03-02T00:00:00Z", Some("ends_at"));
    check(spec, "2026-02-07T00:00:00Z", Some("calendar"));
}

#[test]
fn the_second_pass_of_a_repeated_hour_is_not_an_occurrence_of_a_fixed_time() {
    let spec = r#"{"recurrence": {"kind": "cron", "expression": "30 1 * * *"}, "timezone": "America/New_York"}"#;
    check(spec, "2026-11-01T05:30:00Z", None);
    check(spec, "2026-11-01T06:30:00Z", Some("offset"));
}

#[test]
fn an_occurrence_that_a_gap_moved_matches_at_its_new_time() {
    let spec = r#"{"recurrence": {"kind": "cron", "expression": "30 2 * * *"}, "timezone": "Europe/Berlin"}"#;
    check(spec, "2026-03-29T01:00:00Z", None);
    check(spec, "2026-03-29T01:30:00Z", Some("hour"));
}

#[test]
fn kinds_without_fields_report_the_check_named_recurrence() {
    let every = r#"{"recurrence": {"kind": "every", "every": 15, "unit": "minutes"}, "timezone": "UTC"}"#;
    check(every, "2026-01-01T00:15:00Z", None);
    check(every, "2026-01-01T00:16:00Z", Some("recurrence"));
    let verdict = verdict(every, "2026-01-01T00:16:00Z");
    assert_eq!(verdict.previous.unwrap().at().to_string(), "2026-01-01T00:15:00Z");
    assert_eq!(verdict.next.unwrap().at().to_string(), "2026-01-01T00:30:00Z");
}

#[test]
fn fractions_of_a_second_never_match() {
    check(OFFICE, "2026-03-10T13:00:00.5Z", Some("second"));
}
