//! Tests of the builder: the definition and the occurrences of each chain, and the values it rejects. The
//! documentation tests of `builder/wrong_orders.rs` prove that wrong orders do not compile.
#![expect(clippy::unwrap_used, reason = "a helper that cannot continue fails its test")]

use jiff::Timestamp;
use refrain_recurrence::Weekday::{Friday, Monday, Tuesday};
use refrain_recurrence::builder::{
    TimeOfDay, cron, days, every, every_day, every_hour, every_minute, every_month, every_second, every_week,
    every_year, hours, minutes, once, rrule, run_after, run_at, run_now, seconds, time,
};
use refrain_recurrence::{
    CompiledRecurrence, Dialect, Dst, Error, ErrorCode, Fold, Gap, Jitter, JitterMode, JitterWindow, MonthOverflow,
    OnDayOff, Spec,
};
use serde_json::{Value, json};

fn ts(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[expect(clippy::needless_pass_by_value, reason = "cases read better without borrows")]
fn check_recurrence(spec: Result<Spec, Error>, expected: Value) {
    let spec = spec.unwrap_or_else(|error| panic!("{expected}: {error}"));
    assert_eq!(serde_json::to_value(&spec.recurrence).unwrap(), expected);
}

fn check_spec(spec: Result<Spec, Error>, expected: Value) {
    let spec = spec.unwrap_or_else(|error| panic!("{expected}: {error}"));
    assert_eq!(serde_json::to_value(&spec).unwrap(), expected);
    assert_eq!(serde_json::from_value::<Spec>(expected).unwrap(), spec);
}

fn check_occurrences(rule: Result<CompiledRecurrence, Error>, after: &str, expected: &[&str]) {
    let rule = rule.unwrap_or_else(|error| panic!("{expected:?}: {error}"));
    let fires: Vec<String> =
        rule.iter_after(ts(after)).take(expected.len()).map(|fire| fire.at().to_string()).collect();
    assert_eq!(fires, expected);
}

fn check_rejected(spec: Result<Spec, Error>, code: ErrorCode, part: &str) {
    let error = spec.expect_err(part);
    assert_eq!(error.code(), code, "{error}");
    assert!(error.message().contains(part), "{error} does not name {part}");
}

#[test]
fn units_shorter_than_a_day_take_pins_within_them() {
    check_recurrence(every(90).seconds().in_zone("UTC"), json!({"kind": "every", "every": 90, "unit": "seconds"}));
    check_recurrence(
        every(15).minutes().on_second(30).in_zone("UTC"),
        json!({"kind": "every", "every": 15, "unit": "minutes", "on_second": 30}),
    );
    check_recurrence(
        every(1).hours().on_minute(30).on_second(5).in_zone("UTC"),
        json!({"kind": "every", "every": 1, "unit": "hours", "on_minute": 30, "on_second": 5}),
    );
    check_recurrence(
        every(1).hours().on_hours([9, 12]).on_second(0).in_zone("UTC"),
        json!({"kind": "every", "every": 1, "unit": "hours", "on_hours": [9, 12], "on_second": 0}),
    );
    check_recurrence(
        every_hour().on_minute(30).on_hours([9]).on_hours([12]).in_zone("UTC"),
        json!({"kind": "every", "every": 1, "unit": "hours", "on_hours": [9, 12], "on_minute": 30}),
    );
}

#[test]
fn days_and_weeks_take_times_weekdays_and_months() {
    check_recurrence(
        every(1).days().at(9, 0).in_zone("UTC"),
        json!({"kind": "every", "every": 1, "unit": "days", "at": ["09:00:00"]}),
    );
    check_recurrence(
        every(1).days().on([Monday, Friday]).at_times([time(9, 0), time(14, 30)]).in_zone("UTC"),
        json!({"kind": "every", "every": 1, "unit": "days", "on_days": ["monday", "friday"],
               "at": ["09:00:00", "14:30:00"]}),
    );
    check_recurrence(
        every(3).days().at_anchor_time().in_months([6, 7]).in_zone("UTC"),
        json!({"kind": "every", "every": 3, "unit": "days", "at": [], "in_months": [6, 7]}),
    );
    check_recurrence(
        every(2).weeks().at(9, 0).on([Tuesday]).in_zone("UTC"),
        json!({"kind": "every", "every": 2, "unit": "weeks", "on_days": ["tuesday"], "at": ["09:00:00"]}),
    );
    check_recurrence(
        every_day().at_times([jiff::civil::time(6, 15, 30, 0)]).in_zone("UTC"),
        json!({"kind": "every", "every": 1, "unit": "days", "at": ["06:15:30"]}),
    );
}

#[test]
fn months_and_years_take_days_by_their_place() {
    check_recurrence(
        every(1).months().on_day(15).at(9, 0).in_zone("UTC"),
        json!({"kind": "every", "every": 1, "unit": "months", "on_month_days": [15], "at": ["09:00:00"]}),
    );
    check_recurrence(
        every(1).months().on_days([1, 15]).on_last_day().overflow(MonthOverflow::Skip).in_zone("UTC"),
        json!({"kind": "every", "every": 1, "unit": "months", "on_month_days": [1, 15, -1], "month_overflow": "skip"}),
    );
    check_recurrence(
        every_month().on_first(Monday).on_nth(2, Tuesday).on_last(Friday).in_months([1, 4, 7, 10]).in_zone("UTC"),
        json!({"kind": "every", "every": 1, "unit": "months", "on_first": "monday",
               "on_nth": [{"n": 2, "day": "tuesday"}], "on_last": "friday", "in_months": [1, 4, 7, 10]}),
    );
    check_recurrence(
        every_year().in_months([12]).on_first(Monday).on_first(Friday).on_last(Monday).on_last(Friday).in_zone("UTC"),
        json!({"kind": "every", "every": 1, "unit": "years", "on_first": "monday", "on_last": "monday",
               "on_nth": [{"n": 1, "day": "friday"}, {"n": -1, "day": "friday"}], "in_months": [12]}),
    );
    check_recurrence(
        every(2).years().in_months([3]).on_day(31).at(18, 0).in_zone("UTC"),
        json!({"kind": "every", "every": 2, "unit": "years", "in_months": [3], "on_month_days": [31],
               "at": ["18:00:00"]}),
    );
}

#[test]
fn a_short_form_equals_every_one_of_its_unit() {
    let pairs = [
        (every_second().in_zone("UTC"), "seconds"),
        (every_minute().in_zone("UTC"), "minutes"),
        (every_hour().in_zone("UTC"), "hours"),
        (every_day().in_zone("UTC"), "days"),
        (every_week().in_zone("UTC"), "weeks"),
        (every_month().in_zone("UTC"), "months"),
        (every_year().in_zone("UTC"), "years"),
    ];
    for (spec, unit) in pairs {
        check_recurrence(spec, json!({"kind": "every", "every": 1, "unit": unit}));
    }
}

#[test]
fn texts_and_instants_are_kept_as_written() {
    check_recurrence(cron("0 9 * * MON-FRI").in_zone("UTC"), json!({"kind": "cron", "expression": "0 9 * * MON-FRI"}));
    check_recurrence(
        cron("0 0 18 ? * 6L").dialect(Dialect::Quartz).in_zone("UTC"),
        json!({"kind": "cron", "expression": "0 0 18 ? * 6L", "dialect": "quartz"}),
    );
    check_recurrence(
        rrule("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU").in_zone("UTC"),
        json!({"kind": "rrule", "text": "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"}),
    );
    check_recurrence(
        once(ts("2026-05-01T10:00:00Z")).in_zone("UTC"),
        json!({"kind": "once", "at": "2026-05-01T10:00:00Z"}),
    );
}

#[test]
fn all_settings_reach_the_spec() {
    check_spec(
        every(1)
            .days()
            .at(2, 30)
            .starting(ts("2026-01-01T00:00:00Z"))
            .until(ts("2027-01-01T00:00:00Z"))
            .max_runs(100)
            .dst(Dst { gap: Some(Gap::Skip), fold: Some(Fold::Both), ..Dst::default() })
            .jitter(Jitter { window: JitterWindow::Length(minutes(30)), mode: JitterMode::Spread })
            .calendar("bank", OnDayOff::Next)
            .calendar("works", OnDayOff::Exclude)
            .in_zone("Europe/Berlin"),
        json!({
            "recurrence": {"kind": "every", "every": 1, "unit": "days", "at": ["02:30:00"]},
            "timezone": "Europe/Berlin",
            "starts_at": "2026-01-01T00:00:00Z",
            "ends_at": "2027-01-01T00:00:00Z",
            "max_runs": 100,
            "dst": {"gap": "skip", "fold": "both"},
            "jitter": {"window": "30m", "mode": "spread"},
            "calendars": [{"name": "bank", "on_day_off": "next"}, {"name": "works", "on_day_off": "exclude"}],
        }),
    );
}

#[test]
fn a_first_run_can_precede_any_recurrence() {
    let every_15 = json!({"kind": "every", "every": 15, "unit": "minutes", "on_second": 30});
    check_spec(
        run_after(hours(1)).then().every(15).minutes().on_second(30).in_zone("UTC"),
        json!({"recurrence": every_15, "timezone": "UTC", "first_run": {"after": "1h"}}),
    );
    check_spec(
        run_now().min_spacing(days(1)).then().cron("0 9 * * *").in_zone("UTC"),
        json!({"recurrence": {"kind": "cron", "expression": "0 9 * * *"}, "timezone": "UTC",
               "first_run": {"now": true, "min_spacing": "24h"}}),
    );
    check_spec(
        run_at(ts("2026-01-01T00:00:00Z")).min_spacing(seconds(30)).then().every_day().in_zone("UTC"),
        json!({"recurrence": {"kind": "every", "every": 1, "unit": "days"}, "timezone": "UTC",
               "first_run": {"at": "2026-01-01T00:00:00Z", "min_spacing": "30s"}}),
    );
    assert!(run_now().then().rrule("FREQ=DAILY").in_zone("UTC").is_ok());
    assert!(run_now().then().once(ts("2026-05-01T10:00:00Z")).in_zone("UTC").is_ok());
}

#[test]
fn a_first_run_comes_first_and_obeys_the_end() {
    let start = ts("2026-01-01T00:00:00Z");
    let delayed = || run_after(hours(1)).then().every(15).minutes().on_second(30).starting(start);
    check_occurrences(
        delayed().compile("UTC"),
        "2025-12-31T00:00:00Z",
        &["2026-01-01T01:00:00Z", "2026-01-01T01:15:30Z", "2026-01-01T01:30:30Z"],
    );
    let ended = delayed().until(ts("2026-01-01T01:00:00Z")).compile("UTC").unwrap();
    assert_eq!(ended.next_after(ts("2025-12-31T00:00:00Z")), None);
    let spaced = run_at(ts("2026-01-01T08:59:50Z")).min_spacing(seconds(30)).then().cron("0 9 * * *");
    check_occurrences(
        spaced.compile("UTC"),
        "2026-01-01T00:00:00Z",
        &["2026-01-01T08:59:50Z", "2026-01-02T09:00:00Z", "2026-01-03T09:00:00Z"],
    );
}

#[test]
fn refinements_select_the_expected_occurrences() {
    let after = "2026-01-15T00:00:10Z";
    check_occurrences(every_minute().on_second(0).compile("UTC"), after, &["2026-01-15T00:01:00Z"]);
    check_occurrences(
        every_hour().on_hours([12, 9]).on_minute(30).compile("UTC"),
        after,
        &["2026-01-15T09:30:00Z", "2026-01-15T12:30:00Z", "2026-01-16T09:30:00Z"],
    );
    check_occurrences(
        every_day().on([Monday, Friday]).at_times([time(14, 0), time(9, 0), time(14, 0)]).compile("Europe/Berlin"),
        after,
        &["2026-01-16T08:00:00Z", "2026-01-16T13:00:00Z", "2026-01-19T08:00:00Z"],
    );
    check_occurrences(
        every(2).weeks().on([Monday]).at(9, 0).starting(ts("2026-01-05T00:00:00Z")).compile("UTC"),
        after,
        &["2026-01-19T09:00:00Z", "2026-02-02T09:00:00Z"],
    );
    check_occurrences(
        every_month().on_first(Monday).at(9, 0).compile("Europe/Berlin"),
        after,
        &["2026-02-02T08:00:00Z", "2026-03-02T08:00:00Z", "2026-04-06T07:00:00Z"],
    );
    check_occurrences(
        every_month().on_days([1, 15, 31]).compile("UTC"),
        after,
        &["2026-01-31T00:00:00Z", "2026-02-01T00:00:00Z", "2026-02-15T00:00:00Z", "2026-02-28T00:00:00Z"],
    );
    check_occurrences(
        every_month().on_day(31).overflow(MonthOverflow::Skip).compile("UTC"),
        after,
        &["2026-01-31T00:00:00Z", "2026-03-31T00:00:00Z"],
    );
    check_occurrences(
        every_month().on_last(Friday).compile("UTC"),
        after,
        &["2026-01-30T00:00:00Z", "2026-02-27T00:00:00Z"],
    );
    check_occurrences(
        every_month().on_last_day().in_months([1, 4, 7, 10]).at(17, 0).compile("UTC"),
        after,
        &["2026-01-31T17:00:00Z", "2026-04-30T17:00:00Z"],
    );
    check_occurrences(
        every_year().in_months([11]).on_nth(2, Tuesday).compile("UTC"),
        after,
        &["2026-11-10T00:00:00Z", "2027-11-09T00:00:00Z"],
    );
}

#[test]
fn the_next_time_is_counted_from_the_grid_and_the_end_is_exclusive() {
    let start = ts("2026-01-01T00:07:00Z");
    let quarter = || every(15).minutes().starting(start);
    // A late query still returns a point of the grid, one interval after the last one.
    check_occurrences(
        quarter().compile("UTC"),
        "2026-01-01T00:25:13Z",
        &["2026-01-01T00:37:00Z", "2026-01-01T00:52:00Z"],
    );
    let ended = quarter().until(ts("2026-01-01T00:52:00Z")).compile("UTC").unwrap();
    assert_eq!(ended.next_after(ts("2026-01-01T00:37:00Z")), None);
}

#[test]
fn wrong_values_are_reported_at_the_end() {
    check_rejected(every(0).minutes().in_zone("UTC"), ErrorCode::BadStep, "every 0");
    check_rejected(every(-1).days().in_zone("UTC"), ErrorCode::BadStep, "every -1");
    check_rejected(every(15).minutes().on_second(60).in_zone("UTC"), ErrorCode::OutOfRange, "60");
    check_rejected(every_hour().on_minute(-1).in_zone("UTC"), ErrorCode::OutOfRange, "-1");
    check_rejected(every(2).hours().on_hours([9]).in_zone("UTC"), ErrorCode::Conflict, "every 2 hours");
    check_rejected(every_day().at(24, 0).in_zone("UTC"), ErrorCode::OutOfRange, "24:00");
    check_rejected(every_day().at_times([time(9, 0), time(9, 600)]).in_zone("UTC"), ErrorCode::OutOfRange, "9:600");
    check_rejected(every_month().on_day(32).in_zone("UTC"), ErrorCode::OutOfRange, "32");
    check_rejected(every_month().on_nth(6, Monday).in_zone("UTC"), ErrorCode::OutOfRange, "6");
    check_rejected(every_month().in_months([13]).in_zone("UTC"), ErrorCode::OutOfRange, "13");
    check_rejected(cron("0 25 * * *").in_zone("UTC"), ErrorCode::OutOfRange, "25");
    check_rejected(cron("0 0 30 2 *").in_zone("UTC"), ErrorCode::NeverFires, "");
    check_rejected(every_day().in_zone("Europe/Berln"), ErrorCode::UnknownZone, "Europe/Berln");
    let jitter = |percent| Jitter { window: JitterWindow::Percent(percent), mode: JitterMode::Fixed };
    check_rejected(every_day().jitter(jitter(101)).in_zone("UTC"), ErrorCode::OutOfRange, "101%");
    assert!(every_day().jitter(jitter(100)).in_zone("UTC").is_ok());
    // Only the first invalid value is reported.
    check_rejected(every_day().at(99, 0).max_runs(1).max_runs(2).in_zone("UTC"), ErrorCode::OutOfRange, "99:00");
}

#[test]
fn an_empty_list_is_refused_and_does_not_mean_all() {
    check_rejected(every_hour().on_hours([]).in_zone("UTC"), ErrorCode::BadValue, "on_hours");
    check_rejected(every_day().on([]).in_zone("UTC"), ErrorCode::BadValue, "on ");
    check_rejected(every_day().at_times(Vec::<TimeOfDay>::new()).in_zone("UTC"), ErrorCode::BadValue, "at_times");
    check_rejected(every_day().in_months([]).in_zone("UTC"), ErrorCode::BadValue, "in_months");
    check_rejected(every_month().on_days([]).in_zone("UTC"), ErrorCode::BadValue, "on_days");
}

#[test]
fn setting_a_value_twice_is_a_conflict() {
    let (early, late) = (ts("2026-01-01T00:00:00Z"), ts("2027-01-01T00:00:00Z"));
    let jitter = || Jitter { window: JitterWindow::Length(seconds(5)), mode: JitterMode::Fixed };
    check_rejected(every_day().starting(early).starting(late).in_zone("UTC"), ErrorCode::Conflict, "starting");
    check_rejected(every_day().until(early).until(late).in_zone("UTC"), ErrorCode::Conflict, "until");
    check_rejected(every_day().max_runs(1).max_runs(2).in_zone("UTC"), ErrorCode::Conflict, "max_runs");
    check_rejected(every_day().dst(Dst::default()).dst(Dst::default()).in_zone("UTC"), ErrorCode::Conflict, "dst");
    check_rejected(every_day().jitter(jitter()).jitter(jitter()).in_zone("UTC"), ErrorCode::Conflict, "jitter");
    let spaced = run_now().min_spacing(seconds(1)).min_spacing(seconds(2)).then().every_day();
    check_rejected(spaced.in_zone("UTC"), ErrorCode::Conflict, "min_spacing");
    check_rejected(every_day().starting(late).until(early).in_zone("UTC"), ErrorCode::Conflict, "ends_at");
    check_rejected(
        every(5).minutes().calendar("bank", OnDayOff::Next).in_zone("UTC"),
        ErrorCode::Conflict,
        "elapsed time",
    );
}

// From 1970 on, no fourth year has a February 29; from 2024 on, each does. Without a start, this is not yet known.
#[test]
fn never_fires_is_not_reported_until_the_anchor_is_known() {
    let leap_days = || every(4).years().in_months([2]).on_day(29).overflow(MonthOverflow::Skip);
    assert!(leap_days().in_zone("UTC").is_ok());
    assert!(leap_days().starting(ts("2024-01-01T00:00:00Z")).in_zone("UTC").is_ok());
    let odd = ts("2025-01-01T00:00:00Z");
    check_rejected(leap_days().starting(odd).in_zone("UTC"), ErrorCode::NeverFires, "no day");
    check_rejected(run_at(odd).then().cron("0 0 30 2 *").in_zone("UTC"), ErrorCode::NeverFires, "");
}
