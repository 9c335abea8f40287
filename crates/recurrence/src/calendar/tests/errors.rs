//! Rejected definitions and their error codes.

use super::{START, try_compile};

/// Checks the code, a part of the message, and the conventions of all messages.
fn check(rule: &str, code: &str, says: &str) {
    let error = try_compile(rule, START).expect_err(rule);
    assert_eq!(error.code().as_str(), code, "{rule}: {error}");
    let message = error.message();
    assert!(message.contains(says), "{rule}: {message}");
    assert!(!message.ends_with('.') && !message.starts_with(char::is_uppercase), "{message}");
}

fn check_monthly(fields: &str, code: &str, says: &str) {
    check(&format!(r#"{{"frequency": "monthly", {fields}}}"#), code, says);
}

fn check_custom(periods: &str, code: &str, says: &str) {
    check(&format!(r#"{{"anchor": {{"custom": {{"periods": [{periods}]}}}}}}"#), code, says);
}

#[test]
fn numbers_outside_their_range_are_named() {
    check_monthly(r#""interval": 0"#, "bad_step", "interval 0");
    check_monthly(r#""interval": -3"#, "bad_step", "interval -3");
    check_monthly(r#""interval": 1001"#, "bad_step", "interval 1001");
    check_monthly(r#""by_month_day": [1, 32]"#, "out_of_range", "32");
    check_monthly(r#""by_month_day": [0]"#, "out_of_range", "0");
    check_monthly(r#""by_month_day": [-32]"#, "out_of_range", "-32");
    check_monthly(r#""by_day": ["6MO"]"#, "out_of_range", "6MO");
    check_monthly(r#""by_day": ["0MO"]"#, "out_of_range", "0MO");
    check_monthly(r#""anchor": {"fiscal": {"start_month": 13}}"#, "out_of_range", "13");
    check_monthly(r#""anchor": {"fiscal": {"start_month": 0}}"#, "out_of_range", "0");
    check_monthly(r#""time_of_day": "09:00:00.5""#, "bad_value", "09:00:00.5");
}

#[test]
fn weekdays_that_cannot_be_read_are_named() {
    check_monthly(r#""by_day": ["XX"]"#, "unknown_name", "`XX`");
    check_monthly(r#""by_day": ["mondya"]"#, "unknown_name", "`mondya`");
    check_monthly(r#""by_day": ["12"]"#, "bad_value", "`12`");
    check_monthly(r#""by_day": [""]"#, "bad_value", "``");
    check_monthly(r#""by_day": ["--2MO"]"#, "bad_value", "--2MO");
    check_monthly(r#""by_day": ["99999999999999999999MO"]"#, "bad_value", "MO");
    let error = try_compile(r#"{"frequency": "weekly", "by_day": ["mondya"]}"#, START).unwrap_err();
    assert_eq!(error.hint(), Some("did you mean `Monday`?"));
    let many = vec![r#""MO""#; 401].join(",");
    check_monthly(&format!(r#""by_day": [{many}]"#), "too_long", "401");
}

#[test]
fn parts_that_exclude_each_other_are_conflicts() {
    check(r#"{"frequency": "weekly", "by_day": ["2TU"]}"#, "conflict", "2TU");
    check(r#"{"frequency": "daily", "by_day": ["-1FR"]}"#, "conflict", "-1FR");
    check(r#"{"frequency": "weekly", "by_month_day": [1]}"#, "conflict", "by_month_day");
    check_monthly(r#""by_day": ["MO"], "at": "period_end""#, "conflict", "period_end");
    check_monthly(r#""by_month_day": [1], "at": "period_end""#, "conflict", "period_end");
    for frequency in ["daily", "weekly"] {
        let rule = format!(r#"{{"frequency": "{frequency}", "anchor": {{"fiscal": {{"start_month": 4}}}}}}"#);
        check(&rule, "conflict", "fiscal");
    }
    check("{}", "bad_value", "frequency");
}

#[test]
fn a_custom_list_is_checked() {
    let january = r#"{"key": "a", "starts_on": "2026-01-01", "ends_on": "2026-02-01"}"#;
    let with = |key: &str, starts: &str, ends: &str| {
        format!(r#"{january}, {{"key": "{key}", "starts_on": "{starts}", "ends_on": "{ends}"}}"#)
    };
    check_custom("", "never_fires", "empty");
    check_custom(&with("b", "2026-01-31", "2026-03-01"), "conflict", "`b` starts on 2026-01-31");
    check_custom(&with("b", "2025-01-01", "2025-02-01"), "conflict", "`b` starts on 2025-01-01");
    check_custom(&with("a", "2026-02-01", "2026-03-01"), "conflict", "`a`");
    check_custom(&with("b", "2026-02-01", "2026-02-01"), "conflict", "not after its start");
    check_custom(&with(" ", "2026-02-01", "2026-03-01"), "bad_value", "` `");
    check_custom(&with("b\\n", "2026-02-01", "2026-03-01"), "bad_value", "`b\\n`");
    check_custom(&with(&"k".repeat(129), "2026-02-01", "2026-03-01"), "too_long", "128");
    check_custom(&with("b", "1899-12-31", "2026-03-01"), "out_of_range", "1899-12-31");
    check_custom(&vec![january; 10_001].join(","), "too_long", "10001");
    let anchor = format!(r#""anchor": {{"custom": {{"periods": [{january}]}}}}"#);
    check(&format!(r#"{{"frequency": "monthly", {anchor}}}"#), "conflict", "frequency");
    check(&format!(r#"{{"interval": 2, {anchor}}}"#), "conflict", "interval 2");
    check(&format!(r#"{{"by_day": ["MO"], "by_month_day": [6], {anchor}}}"#), "never_fires", "no day");
}

#[test]
fn a_rule_that_can_never_match_is_refused() {
    check(r#"{"frequency": "yearly", "by_day": ["1MO"], "by_month_day": [31]}"#, "never_fires", "no day");
    check(r#"{"frequency": "daily", "interval": 7, "by_day": ["MO"]}"#, "never_fires", "no day");
    check_monthly(r#""by_day": ["5FR"], "by_month_day": [1, 2, 28]"#, "never_fires", "no day");
    check_monthly(r#""interval": 12, "by_day": ["1MO"], "by_month_day": [-1]"#, "never_fires", "no day");
}

#[test]
fn a_list_of_periods_that_has_run_out_is_no_error() {
    let past =
        r#"{"anchor": {"custom": {"periods": [{"key": "a", "starts_on": "2020-01-01", "ends_on": "2020-02-01"}]}}}"#;
    assert!(try_compile(past, START).is_ok());
}
