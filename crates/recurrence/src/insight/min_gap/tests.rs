use super::*;
use crate::compiled::Context;
use crate::definition::{Calendars, NamedCalendar, Spec, Weekday};

const MINUTE: i64 = 60;
const HOUR: i64 = 3600;
const DAY: i64 = 86_400;

fn compile(json: &str) -> CompiledRecurrence {
    let work = NamedCalendar {
        weekend: vec![Weekday::Saturday, Weekday::Sunday],
        dates: vec!["2026-12-25".parse().unwrap(), "2027-01-01".parse().unwrap()],
    };
    let calendars = Calendars::from([("work".to_owned(), work)]);
    let spec: Spec = serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"));
    let context = Context { calendars: Some(&calendars), ..Context::default() };
    CompiledRecurrence::compile(&spec, &context).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn check_cron(timezone: &str, cases: &[(&str, i64)]) {
    for (expression, seconds) in cases {
        let rule =
            CompiledRecurrence::cron(expression, timezone).unwrap_or_else(|error| panic!("{expression}: {error}"));
        assert_eq!(rule.min_gap().map(Length::seconds), Some(*seconds), "{expression} in {timezone}");
    }
}

/// `more` holds the fields of the definition besides the recurrence.
fn check(recurrence: &str, more: &str, seconds: impl Into<Option<i64>>) {
    let json = format!("{{\"recurrence\": {{{recurrence}}}, {more}}}");
    assert_eq!(compile(&json).min_gap().map(Length::seconds), seconds.into(), "{json}");
}

fn check_any(parts: &[&str], more: &str, seconds: i64) {
    let parts: Vec<String> = parts.iter().map(|part| format!("{{{part}}}")).collect();
    check(&format!("\"kind\": \"any\", \"of\": [{}]", parts.join(", ")), more, seconds);
}

fn cron(expression: &str) -> String {
    format!("\"kind\": \"cron\", \"expression\": \"{expression}\"")
}

const UTC: &str = "\"timezone\": \"UTC\"";
const NEW_YORK: &str = "\"timezone\": \"America/New_York\"";

#[test]
fn gaps_within_and_across_time_fields() {
    check_cron(
        "UTC",
        &[
            ("* * * * * *", 1),
            ("*/7 * * * * *", 4), // 56 to 00
            ("0,59 * * * * *", 1),
            ("30 * * * * *", MINUTE),
            ("* * * * *", MINUTE),
            ("*/7 * * * *", 4 * MINUTE), // :56 to :00
            ("*/15 * * * *", 15 * MINUTE),
            ("0,55 9 * * *", 55 * MINUTE),
            ("0,55 * * * *", 5 * MINUTE),
            ("10,50 23,0 * * *", 20 * MINUTE), // 23:50 to 00:10
            ("*/5 9-17 * * *", 5 * MINUTE),
            ("0 */5 * * *", 4 * HOUR), // 20:00 to 00:00
            ("0 0 * * *", DAY),
            ("0 9 * * MON-FRI", DAY),
            ("0 9 * * MON,THU", 3 * DAY),
            ("0 9 * * SAT,SUN", DAY),
            ("0 23,1 * * MON", 22 * HOUR),
            ("0 23,1 * * *", 2 * HOUR),
        ],
    );
}

#[test]
fn gaps_between_days_across_months_and_years() {
    check_cron(
        "UTC",
        &[
            ("0 0 1 * *", 28 * DAY),
            ("0 0 1,15 * *", 14 * DAY),
            ("0 0 31 * *", 31 * DAY), // July and August, December and January
            ("0 0 30 * *", 30 * DAY), // April 30 to May 30
            ("0 0 1,31 * *", DAY),
            ("0 0 28,1 * *", DAY), // February 28 to March 1
            ("0 0 L * *", 28 * DAY),
            ("0 0 1 1 *", 365 * DAY),
            ("0 0 1 1,12 *", 31 * DAY),
            ("0 0 29 2 *", 4 * 365 * DAY + DAY),
            ("0 0 * * MON#1", 28 * DAY),
            ("0 0 13 * FRI", DAY), // either matches
            ("0 0 0 1 1 * 2000,2005,2009", 1461 * DAY),
            ("0 59 23 31 12 * 2026-2028", 365 * DAY),
            ("0 0 0 31,1 12,1 * 2026,2028", 30 * DAY), // no two consecutive years
            ("0 0 15W * *", 28 * DAY),
        ],
    );
}

#[test]
fn a_single_year_has_the_gaps_inside_it() {
    check_cron("UTC", &[("0 0 0 1,2 1 * 2026", DAY)]);
    assert_eq!(CompiledRecurrence::cron("0 0 0 1 1 * 2026", "UTC").unwrap().min_gap(), None);
}

#[test]
fn a_dst_gap_brings_occurrences_closer_together() {
    check_cron(
        "America/New_York",
        &[
            ("0 1,3 * * *", HOUR),
            ("30 2 * * *", 23 * HOUR + 30 * MINUTE), // 03:00 on the day, 02:30 on the next
            ("0,5 2,3 * * *", 5 * MINUTE),
            ("30 2,4 * * *", 90 * MINUTE), // 03:00 for 02:30, then 04:30
            ("59 1,2 * * *", MINUTE),      // 01:59, then 03:00 for 02:59
            ("0 9 * * *", 23 * HOUR),
            ("0 9 * * SUN,MON", 24 * HOUR), // no offset change between Sunday 09:00 and Monday 09:00
            ("0 0 * * *", 23 * HOUR),
            ("*/30 * * * *", 30 * MINUTE),
            ("0 */2 * * *", 2 * HOUR),
        ],
    );
    // Lord Howe has shifted by half an hour since 1985, and Apia once lost a day.
    let lord_howe = "\"timezone\": \"Australia/Lord_Howe\", \"starts_at\": \"2000-01-01T00:00:00Z\"";
    check(&cron("0 1,3 * * *"), lord_howe, 90 * MINUTE);
    check(&cron("15 2,3 * * *"), lord_howe, 45 * MINUTE);
    check_cron("Pacific/Apia", &[("0 12 29,31 12 *", DAY)]);
    check_cron("Asia/Kolkata", &[("30 2 * * *", DAY)]);
    let same_offset = "\"timezone\": \"America/New_York\", \"dst\": {\"gap\": \"same_offset\"}";
    check(&cron("0 2 * * *"), same_offset, 23 * HOUR); // 03:00 on the day, 02:00 on the next
    check(&cron("30 2,4 * * *"), same_offset, HOUR); // 03:30 for 02:30, then 04:30
    check(&cron("0 2,3 * * *"), "\"timezone\": \"America/New_York\", \"dst\": {\"gap\": \"skip\"}", HOUR);
    check(&cron("30 2 * * *"), "\"timezone\": \"America/New_York\", \"dst\": {\"gap\": \"skip\"}", DAY);
}

#[test]
fn an_hour_with_occurrences_on_both_passes_counts() {
    check(&cron("30 1 * * *"), "\"timezone\": \"America/New_York\", \"dst\": {\"fold\": \"both\"}", HOUR);
    check(&cron("0,55 1 * * *"), "\"timezone\": \"America/New_York\", \"dst\": {\"fold\": \"both\"}", 5 * MINUTE);
    check(&cron("30 1 * * *"), "\"timezone\": \"America/New_York\", \"dst\": {\"fold\": \"last\"}", 23 * HOUR);
    check("\"kind\": \"cron\", \"expression\": \"30 1 * * *\", \"dialect\": \"robfig\"", NEW_YORK, HOUR);
}

#[test]
fn intervals_have_their_step() {
    check("\"kind\": \"every\", \"every\": 90, \"unit\": \"minutes\"", NEW_YORK, 90 * MINUTE);
    check("\"kind\": \"every\", \"every\": 15, \"unit\": \"minutes\", \"on_second\": 30", NEW_YORK, 15 * MINUTE);
    check("\"kind\": \"every\", \"every\": 1, \"unit\": \"hours\", \"on_hours\": [9, 10, 17]", UTC, HOUR);
    check(&cron("@every 45s"), UTC, 45);
    check("\"kind\": \"every\", \"every\": 3, \"unit\": \"days\"", UTC, 3 * DAY);
    check("\"kind\": \"every\", \"every\": 5, \"unit\": \"days\", \"on_days\": [\"monday\"]", UTC, 35 * DAY);
    let times = "\"kind\": \"every\", \"every\": 1, \"unit\": \"days\", \"at\": [\"00:10\", \"12:00\", \"23:50\"]";
    check(times, UTC, 20 * MINUTE);
    check("\"kind\": \"every\", \"every\": 2, \"unit\": \"weeks\", \"on_days\": [\"mon\", \"sun\"]", UTC, 6 * DAY);
    check("\"kind\": \"every\", \"every\": 1, \"unit\": \"weeks\", \"on_days\": [\"mon\", \"sun\"]", UTC, DAY);
    check("\"kind\": \"every\", \"every\": 1, \"unit\": \"months\", \"on_month_days\": [31]", UTC, 28 * DAY);
    let next = "\"kind\": \"every\", \"every\": 1, \"unit\": \"months\", \"on_month_days\": [31, 2], \
                \"month_overflow\": \"next\"";
    check(next, UTC, DAY);
    check("\"kind\": \"every\", \"every\": 7, \"unit\": \"months\", \"on_month_days\": [1]", UTC, 212 * DAY);
    check("\"kind\": \"every\", \"every\": 2, \"unit\": \"years\", \"on_month_days\": [1]", UTC, 730 * DAY);
    check("\"kind\": \"every\", \"every\": 1000000000, \"unit\": \"hours\"", UTC, None);
}

#[test]
fn calendars_single_instants_and_delays() {
    check("\"kind\": \"calendar\", \"frequency\": \"monthly\"", UTC, 28 * DAY);
    check("\"kind\": \"calendar\", \"frequency\": \"quarterly\"", NEW_YORK, 90 * DAY - HOUR);
    check("\"kind\": \"calendar\", \"frequency\": \"weekly\", \"by_day\": [\"MO\", \"WE\"]", UTC, 2 * DAY);
    check("\"kind\": \"once\", \"at\": \"2026-07-01T12:00:00Z\"", UTC, None);
    check("\"kind\": \"after_completion\", \"delay\": \"10m\"", UTC, 10 * MINUTE);
}

#[test]
fn a_union_counts_gaps_between_its_parts() {
    check_any(&[&cron("0 9 * * MON-FRI"), &cron("0 11 * * SAT")], UTC, DAY);
    check_any(&[&cron("0 9 * * MON"), &cron("0 11 * * MON")], UTC, 2 * HOUR);
    check_any(&[&cron("0 9 * * MON"), &cron("0 11 * * TUE")], UTC, 26 * HOUR);
    check_any(&[&cron("0 9 * * MON"), &cron("0 9 * * MON")], UTC, 7 * DAY);
    check_any(&[&cron("0 9 * 1-6 *"), &cron("0 10 * 7-12 *")], UTC, 23 * HOUR); // December 31 to January 1
    check_any(&[&cron("0 9 1 * *"), &cron("1 9 L * *")], UTC, 24 * HOUR - MINUTE);
    check_any(&[&cron("0 0 29 2 *"), &cron("0 12 29 2 *")], UTC, 12 * HOUR);
    // The two coincide every six weeks, first in the seventh week.
    let weekly = "\"kind\": \"calendar\", \"frequency\": \"weekly\", \"interval\": 2, \"by_day\": \"SU\"";
    let every = "\"kind\": \"every\", \"every\": 3, \"unit\": \"weeks\", \"on_days\": \"sunday\", \"at\": \"01:00\"";
    check_any(&[weekly, every], UTC, HOUR);
    check_any(&[&cron("@every 6m"), &cron("@every 10m")], UTC, 2 * MINUTE);
    check_any(&[&cron("@every 1h"), &cron("59 23 * * FRI")], UTC, MINUTE);
    check_any(&[&cron("@every 1h"), &cron("30 9 * * *")], NEW_YORK, 30 * MINUTE);
    // Another name of the same zone.
    check_any(&[&cron("0 9 * * *"), &cron("TZ=US/Eastern 0 10 * * *")], NEW_YORK, HOUR);
    check_any(&[&cron("0 9 * * *"), "\"kind\": \"once\", \"at\": \"2026-07-01T09:00:10Z\""], UTC, 10);
    check_any(&[&cron("30 2 * * *"), &cron("5 3 * * *")], NEW_YORK, 5 * MINUTE);
}

#[test]
fn an_intersection_is_no_denser_than_its_sparsest_part() {
    let both = format!("\"kind\": \"all\", \"of\": [{{{}}}, {{{}}}]", cron("0 9 * * MON"), cron("0 9 1 * *"));
    check(&both, UTC, 28 * DAY);
    let never_two = format!(
        "\"kind\": \"all\", \"of\": [{{{}}}, {{\"kind\": \"once\", \"at\": \"2026-07-01T09:00:00Z\"}}]",
        cron("0 9 * * *")
    );
    check(&never_two, UTC, None);
}

#[test]
fn days_off_exclude_occurrences_or_bring_them_closer() {
    let exclude = "\"timezone\": \"UTC\", \"calendars\": [{\"name\": \"work\"}]";
    check(&cron("0 9 * * FRI,SAT,MON"), exclude, 3 * DAY);
    check(&cron("0 9 * * *"), exclude, DAY);
    check(&cron("0 9 * * SAT"), exclude, None);
    let next = "\"timezone\": \"UTC\", \"calendars\": [{\"name\": \"work\", \"on_day_off\": \"next\"}]";
    check(&cron("0 9,17 * * SUN,MON"), next, 8 * HOUR);
    check(&cron("0 9 13,15 * *"), next, DAY); // Saturday 13 moves to Monday 15; never above the true minimum
}

#[test]
fn a_first_run_and_bounds_count() {
    let first = "\"timezone\": \"UTC\", \"starts_at\": \"2026-01-01T08:59:00Z\", \"first_run\": \"now\"";
    check(&cron("0 9 * * *"), first, MINUTE);
    let spaced = "\"timezone\": \"UTC\", \"starts_at\": \"2026-01-01T08:59:00Z\", \
                  \"first_run\": {\"now\": true, \"min_spacing\": \"5m\"}";
    check(&cron("0 9 * * *"), spaced, DAY);
    let spring =
        "\"timezone\": \"UTC\", \"starts_at\": \"2026-03-01T00:00:00Z\", \"ends_at\": \"2026-06-02T00:00:00Z\"";
    check(&cron("0 0 1 * *"), spring, 30 * DAY);
    let once = "\"timezone\": \"UTC\", \"starts_at\": \"2026-03-01T00:00:00Z\", \"ends_at\": \"2026-03-02T00:00:00Z\"";
    check(&cron("0 0 1 * *"), once, None);
    let summer = "\"timezone\": \"America/New_York\", \"starts_at\": \"2026-04-01T00:00:00Z\", \
                  \"ends_at\": \"2026-10-01T00:00:00Z\"";
    check(&cron("30 2 * * *"), summer, DAY);
}
