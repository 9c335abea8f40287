//! Periods and their names.

use super::{CivilPeriod, HORIZON, START, civil, compile, hits, periods};

/// Checks the keys of the first occurrences from `from` on.
fn check_keys(rule: &str, from: &str, expected: &[&str]) {
    let found: Vec<String> = periods(rule, START, from, expected.len()).into_iter().map(|period| period.key).collect();
    assert_eq!(found, expected, "{rule}");
}

fn check_period(rule: &str, from: &str, key: &str, label: &str, bounds: [&str; 2]) {
    let [starts, ends] = bounds.map(civil);
    let expected = CivilPeriod { key: key.to_owned(), label: label.to_owned(), starts, ends };
    assert_eq!(periods(rule, START, from, 1), [expected], "{rule}");
}

#[test]
fn every_frequency_has_its_own_key_label_and_local_bounds() {
    let check = |frequency: &str, from, key, label, bounds| {
        check_period(&format!(r#"{{"frequency": "{frequency}"}}"#), from, key, label, bounds);
    };
    check("daily", "2026-01-31", "2026-01-31", "Saturday 31 January 2026", ["2026-01-31", "2026-02-01"]);
    check("weekly", "2026-01-26", "2026-W05", "Week 5 of 2026", ["2026-01-26", "2026-02-02"]);
    check("monthly", "2026-01-01", "2026-01", "January 2026", ["2026-01-01", "2026-02-01"]);
    check("monthly", "2028-02-01", "2028-02", "February 2028", ["2028-02-01", "2028-03-01"]);
    check("quarterly", "2026-10-01", "2026-Q4", "Q4 2026", ["2026-10-01", "2027-01-01"]);
    check("yearly", "2026-01-01", "2026", "2026", ["2026-01-01", "2027-01-01"]);
}

#[test]
fn consecutive_months_touch_and_never_overlap() {
    let months = periods(r#"{"frequency": "monthly"}"#, START, "2026-01-01", 36);
    for pair in months.windows(2) {
        assert_eq!(pair[0].ends, pair[1].starts, "{} and {}", pair[0].key, pair[1].key);
    }
    assert_eq!(months[35].key, "2028-12");
}

#[test]
fn an_iso_week_belongs_to_the_year_of_its_thursday() {
    check_keys(r#"{"frequency": "weekly"}"#, "2026-12-21", &["2026-W52", "2026-W53", "2027-W01"]);
    check_keys(r#"{"frequency": "weekly", "by_day": ["MO"]}"#, "2024-12-23", &["2024-W52", "2025-W01"]);
    check_keys(r#"{"frequency": "weekly", "by_day": ["SU"]}"#, "2021-01-03", &["2020-W53", "2021-W01"]);
}

#[test]
fn three_days_a_week_are_three_occurrences_with_their_iso_weekday_in_the_key() {
    let rule = r#"{"frequency": "weekly", "by_day": ["MO", "WE", "SU"]}"#;
    check_keys(rule, "2026-01-26", &["2026-W05-1", "2026-W05-3", "2026-W05-7", "2026-W06-1"]);
    let period = &periods(rule, START, "2026-01-28", 1)[0];
    assert_eq!((period.starts, period.ends), (civil("2026-01-26"), civil("2026-02-02")));
}

#[test]
fn several_occurrences_in_a_longer_period_carry_their_date() {
    let check = |frequency: &str, expected: &[&str]| {
        check_keys(&format!(r#"{{"frequency": "{frequency}", "by_month_day": [15, -1]}}"#), "2026-01-01", expected);
    };
    check("monthly", &["2026-01-15", "2026-01-31", "2026-02-15", "2026-02-28"]);
    check("quarterly", &["2026-Q1-01-15", "2026-Q1-01-31", "2026-Q1-02-15"]);
    check("yearly", &["2026-01-15", "2026-01-31", "2026-02-15"]);
}

#[test]
fn the_suffix_depends_on_the_recurrence_not_on_one_period() {
    let check = |fields: &str, expected: &str| {
        check_keys(&format!(r#"{{"frequency": "monthly", {fields}}}"#), "2026-02-01", &[expected]);
    };
    check(r#""by_month_day": [30, 31]"#, "2026-02-28"); // One in February, two in January.
    check(r#""by_month_day": [31, -1]"#, "2026-02"); // Always the same day.
    check(r#""by_day": ["2TU"]"#, "2026-02");
    check(r#""by_day": ["2TU", "4TU"]"#, "2026-02-10");
    check(r#""by_day": ["5SU", "-1SU"]"#, "2026-02"); // A fifth Sunday is always the last.
    check(r#""by_day": ["MO"], "by_month_day": [1, 2, 3, 4, 5, 6, 7]"#, "2026-02"); // The first Monday.
    check(r#""by_day": ["MO"], "by_month_day": [1, 2, 3, 4, 5, 6, 7, 8]"#, "2026-02-02");
}

#[test]
fn a_fiscal_year_is_named_for_the_year_it_ends_in() {
    let check = |frequency: &str, month: u8, from, key, label, bounds| {
        let anchor = format!(r#"{{"fiscal": {{"start_month": {month}}}}}"#);
        check_period(&format!(r#"{{"frequency": "{frequency}", "anchor": {anchor}}}"#), from, key, label, bounds);
    };
    check("yearly", 4, "2025-04-01", "FY2026", "FY2026", ["2025-04-01", "2026-04-01"]);
    check("yearly", 1, "2026-01-01", "FY2026", "FY2026", ["2026-01-01", "2027-01-01"]);
    check("quarterly", 4, "2026-01-01", "FY2026-Q4", "Q4 of FY2026", ["2026-01-01", "2026-04-01"]);
    check("monthly", 4, "2025-04-01", "FY2026-P01", "Period 1 of FY2026", ["2025-04-01", "2025-05-01"]);
    check("monthly", 4, "2026-03-01", "FY2026-P12", "Period 12 of FY2026", ["2026-03-01", "2026-04-01"]);
    check("monthly", 10, "2026-01-01", "FY2026-P04", "Period 4 of FY2026", ["2026-01-01", "2026-02-01"]);
    check("quarterly", 2, "2025-11-01", "FY2026-Q4", "Q4 of FY2026", ["2025-11-01", "2026-02-01"]);
}

#[test]
fn several_occurrences_in_a_fiscal_period_carry_the_whole_date() {
    let check = |frequency: &str, expected: &[&str]| {
        let rule = format!(
            r#"{{"frequency": "{frequency}", "by_month_day": [1, 15], "anchor": {{"fiscal": {{"start_month": 4}}}}}}"#
        );
        check_keys(&rule, "2026-04-02", expected);
    };
    check("monthly", &["FY2027-P01-2026-04-15", "FY2027-P02-2026-05-01"]);
    check("quarterly", &["FY2027-Q1-2026-04-15", "FY2027-Q1-2026-05-01"]);
    check("yearly", &["FY2027-2026-04-15", "FY2027-2026-05-01"]);
}

#[test]
fn a_4_4_5_year_gives_its_53rd_week_to_the_last_period() {
    let check = |frequency: &str, from: &str, key: &str, bounds: [&str; 2]| {
        let anchor = r#"{"fiscal": {"start_month": 1, "pattern": "4-4-5"}}"#;
        let rule = format!(r#"{{"frequency": "{frequency}", "anchor": {anchor}}}"#);
        let search = compile(&rule, START);
        let period = search.period(hits(&search, civil(from), HORIZON)[0].nominal);
        assert_eq!((period.key.as_str(), period.starts, period.ends), (key, civil(bounds[0]), civil(bounds[1])));
    };
    check("monthly", "2025-12-29", "FY2026-P01", ["2025-12-29", "2026-01-26"]);
    check("monthly", "2026-01-26", "FY2026-P02", ["2026-01-26", "2026-02-23"]);
    check("monthly", "2026-02-23", "FY2026-P03", ["2026-02-23", "2026-03-30"]);
    check("monthly", "2026-11-23", "FY2026-P12", ["2026-11-23", "2027-01-04"]); // Six weeks.
    check("monthly", "2027-11-29", "FY2027-P12", ["2027-11-29", "2028-01-03"]); // Five.
    check("quarterly", "2026-09-28", "FY2026-Q4", ["2026-09-28", "2027-01-04"]);
    check("yearly", "2026-01-01", "FY2027", ["2027-01-04", "2028-01-03"]);
}

const TERMS: &str = r#"{"anchor": {"custom": {"periods": [
    {"key": "spring", "starts_on": "2026-01-12", "ends_on": "2026-04-01", "label": "Spring term"},
    {"key": "summer", "starts_on": "2026-04-20", "ends_on": "2026-07-15"},
    {"key": "autumn", "starts_on": "2026-07-15", "ends_on": "2026-12-20"}]}}"#;

#[test]
fn custom_periods_keep_their_keys_and_their_holes() {
    let rule = format!("{TERMS}}}");
    check_keys(&rule, "2026-01-01", &["spring", "summer", "autumn"]);
    check_period(&rule, "2026-01-01", "spring", "Spring term", ["2026-01-12", "2026-04-01"]);
    check_period(&rule, "2026-04-01", "summer", "summer", ["2026-04-20", "2026-07-15"]);
    assert_eq!(periods(&rule, START, "2026-07-16", 1), []);
}

#[test]
fn custom_periods_take_weekdays_and_month_days() {
    check_keys(&format!(r#"{TERMS}, "by_day": ["1MO"]}}"#), "2026-01-01", &["spring", "summer", "autumn"]);
    let monthly = format!(r#"{TERMS}, "by_month_day": [31]}}"#);
    let expected = ["spring-2026-01-31", "spring-2026-02-28", "spring-2026-03-31", "summer-2026-04-30"];
    check_keys(&monthly, "2026-01-01", &expected);
}

#[test]
fn the_end_of_a_period_still_names_that_period() {
    check_keys(&format!(r#"{TERMS}, "at": "period_end"}}"#), "2026-01-01", &["spring", "summer", "autumn"]);
    let check = |fields: &str, expected: [(&str, &str); 2]| {
        let search = compile(&format!(r#"{{"at": "period_end", {fields}}}"#), START);
        for (hit, (at, key)) in hits(&search, civil("2026-01-02"), HORIZON).iter().zip(expected) {
            assert_eq!((hit.at, hit.nominal), (civil(at), civil(at)), "{fields}");
            assert_eq!(search.period(hit.nominal).key, key, "{fields}");
        }
    };
    check(r#""frequency": "monthly""#, [("2026-02-01", "2026-01"), ("2026-03-01", "2026-02")]);
    let with_time = r#""frequency": "monthly", "time_of_day": "17:00:00""#;
    check(with_time, [("2026-01-31T17:00", "2026-01"), ("2026-02-28T17:00", "2026-02")]);
    check(r#""frequency": "weekly""#, [("2026-01-05", "2026-W01"), ("2026-01-12", "2026-W02")]);
    check(r#""frequency": "yearly""#, [("2027-01-01", "2026"), ("2028-01-01", "2027")]);
    check(r#""frequency": "daily""#, [("2026-01-02", "2026-01-01"), ("2026-01-03", "2026-01-02")]);
}
