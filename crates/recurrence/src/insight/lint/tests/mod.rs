mod dst;

use super::*;
use crate::compiled::Context;
use crate::definition::{Calendars, NamedCalendar, Spec, Weekday};

const FROM: &str = "2026-01-01T00:00:00Z";

fn lint(recurrence: &str, more: &str) -> Vec<Warning> {
    let json = format!("{{\"recurrence\": {{{recurrence}}}, {more}}}");
    let spec: Spec = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{json}: {error}"));
    let weekend = NamedCalendar { weekend: vec![Weekday::Saturday, Weekday::Sunday], dates: Vec::new() };
    let calendars = Calendars::from([("weekend".to_owned(), weekend)]);
    let context = Context { calendars: Some(&calendars), ..Context::default() };
    let rule = CompiledRecurrence::compile(&spec, &context).unwrap_or_else(|error| panic!("{json}: {error}"));
    rule.lint(FROM.parse().unwrap())
}

fn cron(expression: &str) -> String {
    format!("\"kind\": \"cron\", \"expression\": \"{expression}\"")
}

fn zone(name: &str) -> String {
    format!("\"timezone\": \"{name}\"")
}

/// Checks the codes of all warnings, in order.
fn check(recurrence: &str, more: &str, codes: &[&str]) {
    let found: Vec<&str> = lint(recurrence, more).iter().map(|warning| warning.code).collect();
    assert_eq!(found, codes, "{recurrence} {more}");
}

/// Checks the exact text of the only warning.
fn check_text(recurrence: &str, more: &str, code: &str, message: &str) {
    match lint(recurrence, more).as_slice() {
        [warning] => assert_eq!((warning.code, warning.message.as_str()), (code, message), "{recurrence} {more}"),
        others => panic!("{recurrence} {more}: {others:?}"),
    }
}

#[test]
fn plain_recurrences_have_no_warnings() {
    let utc = zone("UTC");
    for expression in
        ["0 9 * * *", "*/15 * * * *", "0 9 1 * *", "0 9 * * MON-FRI", "0 */6 * * *", "@daily", "@every 90s"]
    {
        check(&cron(expression), &utc, &[]);
    }
    check("\"kind\": \"after_completion\", \"delay\": \"10m\"", &utc, &[]);
    check("\"kind\": \"once\", \"at\": \"2026-07-01T12:00:00Z\"", &utc, &[]);
    check("\"kind\": \"calendar\", \"frequency\": \"monthly\"", &utc, &[]);
}

#[test]
fn a_line_that_never_fires_is_named() {
    let never = r"RRULE:FREQ=MONTHLY;BYDAY=6MO";
    let message = format!("the line `{never}` never runs, but other lines do");
    for other in [r"RRULE:FREQ=DAILY", r"RDATE:20260401T090000"] {
        let set = format!(r#""kind": "rrule", "text": "DTSTART:20260101T090000\n{never}\n{other}""#);
        check_text(&set, &zone("UTC"), "rrule_never_fires", &message);
    }
}

#[test]
fn a_finished_recurrence_gets_a_warning() {
    let message = "there is no occurrence from 2026-01-01T00:00:00Z on; the last one was at 2025-07-01T12:00:00Z";
    check_text("\"kind\": \"once\", \"at\": \"2025-07-01T12:00:00Z\"", &zone("UTC"), "never_fires_again", message);
    check(&cron("0 9 * * *"), "\"timezone\": \"UTC\", \"ends_at\": \"2025-01-01T00:00:00Z\"", &["never_fires_again"]);
    let excluded = "\"timezone\": \"UTC\", \"calendars\": [{\"name\": \"weekend\"}]";
    let message = "there is no occurrence, neither before 2026-01-01T00:00:00Z nor after";
    check_text(&cron("0 9 * * SUN"), excluded, "never_fires_again", message);
    check(&cron("0 9 * * MON"), excluded, &[]);
}

#[test]
fn an_end_before_the_first_occurrence_is_noticed() {
    let bounds =
        "\"timezone\": \"UTC\", \"starts_at\": \"2026-02-02T00:00:00Z\", \"ends_at\": \"2026-03-01T00:00:00Z\"";
    let message =
        "the first occurrence would be at 2026-03-01T00:00:00Z, but the recurrence ends at 2026-03-01T00:00:00Z";
    check_text(&cron("0 0 1 * *"), bounds, "ends_before_first", message);
    check(&cron("0 0 28 * *"), bounds, &[]);
    let first_run = |ends_at: &str| {
        format!(
            "\"timezone\": \"UTC\", \"starts_at\": \"2026-02-02T00:00:00Z\", \"ends_at\": \"{ends_at}\", \
             \"first_run\": {{\"at\": \"2026-02-05T00:00:00Z\"}}"
        )
    };
    let message =
        "the first run at 2026-02-05T00:00:00Z is not before ends_at 2026-02-04T00:00:00Z, so there is no occurrence";
    check_text(&cron("0 0 * * *"), &first_run("2026-02-04T00:00:00Z"), "first_run_after_end", message);
    check(&cron("0 0 * * *"), &first_run("2026-02-06T00:00:00Z"), &[]);
}

#[test]
fn long_waits_are_noticed() {
    let message = "the next occurrence is at 2031-01-01T00:00:00Z, 1826 days after 2026-01-01T00:00:00Z";
    check_text(&cron("0 0 0 1 1 * 2031,2032"), &zone("UTC"), "far_future_first", message);
    check(&cron("0 0 2 1 *"), &zone("UTC"), &[]);
    let starts = "\"timezone\": \"UTC\", \"starts_at\": \"2027-06-01T00:00:00Z\"";
    check(&cron("0 0 * * *"), starts, &["far_future_first"]);
    let message = "two occurrences are always at least 730 days apart";
    let alternate = "\"kind\": \"every\", \"every\": 2, \"unit\": \"years\", \"at\": []";
    let anchored = "\"timezone\": \"UTC\", \"starts_at\": \"2024-03-01T00:00:00Z\"";
    check_text(alternate, anchored, "sparse", message);
}

#[test]
fn leap_days_and_short_months_have_different_warnings() {
    let message =
        "the recurrence runs only on February 29, every four years or more: 2028-02-29, 2032-02-29 and 2036-02-29";
    check_text(&cron("0 0,12 29 2 *"), &zone("UTC"), "leap_day_only", message);
    check(&cron("0 0 28 2 *"), &zone("UTC"), &[]);
    let message =
        "day 31 does not exist in February, April, June, September and November, so there is no occurrence then";
    check_text(&cron("0 0 1,31 * *"), &zone("UTC"), "short_months", message);
    let message = "day 29 does not exist in February of common years, so there is no occurrence then";
    check_text(&cron("0 0 29 * *"), &zone("UTC"), "short_months", message);
    for expression in ["0 0 31 1,3 *", "0 0 25-31 * *", "0 0 L * *", "0 0 28 * *"] {
        check(&cron(expression), &zone("UTC"), &[]);
    }
    let every = "\"kind\": \"every\", \"every\": 1, \"unit\": \"months\", \"on_month_days\": [30]";
    check(every, &zone("UTC"), &[]);
    check(&format!("{every}, \"month_overflow\": \"skip\""), &zone("UTC"), &["short_months"]);
    check("\"kind\": \"calendar\", \"frequency\": \"daily\", \"by_month_day\": [31]", &zone("UTC"), &["short_months"]);
    check("\"kind\": \"calendar\", \"frequency\": \"monthly\", \"by_month_day\": [31]", &zone("UTC"), &[]);
    check("\"kind\": \"rrule\", \"text\": \"FREQ=MONTHLY;BYMONTHDAY=31\"", &zone("UTC"), &["short_months"]);
    check("\"kind\": \"rrule\", \"text\": \"FREQ=MONTHLY;BYMONTHDAY=-1\"", &zone("UTC"), &[]);
    check("\"kind\": \"rrule\", \"text\": \"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29\"", &zone("UTC"), &["leap_day_only"]);
}

#[test]
fn two_day_fields_are_explained() {
    let message =
        "`0 0 13 * FRI` runs when the day of month matches `13`, and also whenever the day of week matches `FRI`";
    check_text(&cron("0 0 13 * FRI"), &zone("UTC"), "day_or", message);
    check(&format!("{}, \"day_match\": \"and\"", cron("0 0 13 * FRI")), &zone("UTC"), &[]);
    check(&cron("0 0 */2 * FRI"), &zone("UTC"), &["uneven_step"]);
    let parts = format!("\"kind\": \"any\", \"of\": [{{{}}}, {{{}}}]", cron("0 0 13 * FRI"), cron("0 9 * * *"));
    check(&parts, &zone("UTC"), &["day_or"]);
}

#[test]
fn uneven_steps_are_noticed() {
    let message = "`*/7` in the minute field does not divide the hour: from minute 56 to minute 0 of the next hour it \
                   is 4 minutes, not 7";
    check_text(&cron("*/7 * * * *"), &zone("UTC"), "uneven_step", message);
    let message = "`*/5` in the hour field does not divide the day: from hour 20 to hour 0 of the next day it is 4 \
                   hours, not 5";
    check_text(&cron("0 */5 * * *"), &zone("UTC"), "uneven_step", message);
    let message = "`*/2` in the day of month field restarts each month: from day 31 to day 1 is not 2 days";
    check_text(&cron("0 0 */2 * *"), &zone("UTC"), "uneven_step", message);
    check(&cron("*/45 * * * * *"), &zone("UTC"), &["uneven_step"]);
    check(&cron("0 0 1 */5 *"), &zone("UTC"), &["uneven_step"]);
    // Nothing follows within the hour or the day, the step divides the field, or the author set the end explicitly.
    for expression in
        ["*/7 9 * * *", "0 */5 * * MON", "5/20 * * * *", "0-56/7 * * * *", "30/20 * * * *", "*/20,5 * * * *"]
    {
        check(&cron(expression), &zone("UTC"), &[]);
    }
}

#[test]
fn steps_that_are_too_large_are_noticed() {
    let message = "the step of `*/90` in the minute field is larger than the range, so the recurrence runs once each hour, at minute 0";
    check_text(&cron("*/90 * * * *"), &zone("UTC"), "step_too_large", message);
    let message = "the step of `*/24` in the hour field is larger than the range, so the recurrence runs once each day, at hour 0";
    check_text(&cron("0 */24 * * *"), &zone("UTC"), "step_too_large", message);
    check(&cron("0-10/20 * * * *"), &zone("UTC"), &["step_too_large"]);
    check(&cron("*/30 * * * *"), &zone("UTC"), &[]);
}

#[test]
fn a_star_that_should_be_a_zero_is_noticed() {
    let message = "`* 9,17 * * *` runs at every minute of hour 9,17, 120 times a day";
    check_text(&cron("* 9,17 * * *"), &zone("UTC"), "every_minute_of_hour", message);
    check(&cron("* 9-17 * * *"), &zone("UTC"), &[]);
    check(&cron("* * * * *"), &zone("UTC"), &[]);
    let message = "`* * * * * *` runs at every second of its minutes, 86400 times a day";
    check_text(&cron("* * * * * *"), &zone("UTC"), "every_second", message);
    let message = "`* 0 9 * * *` runs at every second of its minutes, 60 times a day";
    check_text(&cron("* 0 9 * * *"), &zone("UTC"), "every_second", message);
    let hints: Vec<_> = lint(&cron("* 0 9 * * *"), &zone("UTC")).into_iter().map(|warning| warning.hint).collect();
    assert_eq!(hints, [Some("did you mean `0 0 9 * * *`?".to_owned())]);
    check(&cron("*/5 * * * * *"), &zone("UTC"), &[]);
}

#[test]
fn zones_with_a_fixed_offset_are_noticed() {
    let message = "`EST` is UTC-05:00 all year: it has no daylight saving time";
    check_text(&cron("0 9 * * *"), &zone("EST"), "tz_fixed_offset", message);
    check_text(
        &cron("0 9 * * *"),
        &zone("+05:30"),
        "tz_fixed_offset",
        "`+05:30` is UTC+05:30 all year: it has no daylight saving time",
    );
    check_text(
        &cron("0 9 * * *"),
        &zone("Etc/GMT+8"),
        "tz_fixed_offset",
        "`Etc/GMT+8` is UTC-08:00 all year: it has no daylight saving time",
    );
    check(&cron("TZ=MST 0 9 * * *"), &zone("MST"), &["tz_fixed_offset"]);
    for name in ["America/New_York", "UTC", "Etc/UTC", "GMT", "+00:00", "Asia/Kolkata"] {
        check(&cron("0 9 * * *"), &zone(name), &[]);
    }
    check("\"kind\": \"every\", \"every\": 5, \"unit\": \"minutes\"", &zone("+05:30"), &[]);
}

#[test]
fn a_dst_policy_without_effect_is_noticed() {
    let more = "\"timezone\": \"Europe/Berlin\", \"dst\": {\"gap\": \"same_offset\"}";
    let message = "dst.gap has no effect: an interval follows elapsed time through every offset change";
    check_text(&cron("*/15 * * * *"), more, "dst_unused", message);
    check("\"kind\": \"every\", \"every\": 5, \"unit\": \"minutes\"", more, &["dst_unused"]);
    check(&cron("30 9 * * *"), more, &[]);
}

#[test]
fn jitter_beyond_the_next_occurrence_is_noticed() {
    let jitter = |window: &str| format!("\"timezone\": \"UTC\", \"jitter\": {{\"window\": \"{window}\"}}");
    let message = "the jitter window of 2h is longer than the 1h between two occurrences; delays end before the next";
    check_text(&cron("0 * * * *"), &jitter("2h"), "jitter_exceeds_gap", message);
    check(&cron("0 * * * *"), &jitter("1h"), &[]);
    check(&cron("0 * * * *"), &jitter("100%"), &[]);
}
