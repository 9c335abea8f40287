//! Times of occurrences.

use super::{HORIZON, START, civil, compile, hits};
use crate::civil::{Civil, CivilMatch, CivilSearch};

/// Checks that the hits from `from` on are at `expected`, and that the search back from the last one finds the same
/// hits.
fn check(rule: &str, start: &str, from: &str, expected: &[&str]) {
    let search = compile(rule, start);
    let found: Vec<Civil> = hits(&search, civil(from), HORIZON).iter().take(expected.len()).map(|hit| hit.at).collect();
    let expected: Vec<Civil> = expected.iter().map(|at| civil(at)).collect();
    assert_eq!(found, expected, "{rule} from {from}");
    let mut back = expected.clone();
    back.reverse();
    let last = search.at_or_before(expected[expected.len() - 1]);
    let previous = |hit: &CivilMatch| search.at_or_before(hit.at.plus(-1));
    let found: Vec<Civil> = std::iter::successors(last, previous).take(back.len()).map(|hit| hit.at).collect();
    assert_eq!(found, back, "{rule} back from the last");
}

#[test]
fn an_interval_is_counted_from_the_start_whatever_the_window() {
    let rule = r#"{"frequency": "monthly", "interval": 2}"#;
    for from in ["2026-01-01", "2025-12-02"] {
        check(rule, "2026-01-05", from, &["2026-01-01", "2026-03-01", "2026-05-01"]);
    }
    for from in ["2026-02-05", "2026-02-28", "2026-03-01"] {
        check(rule, "2026-01-05", from, &["2026-03-01", "2026-05-01", "2026-07-01"]);
    }
    check(r#"{"frequency": "weekly", "interval": 2}"#, START, "2026-01-02", &["2026-01-12", "2026-01-26"]);
    check(r#"{"frequency": "daily", "interval": 3}"#, START, "2026-02-28", &["2026-03-02", "2026-03-05"]);
    check(r#"{"frequency": "quarterly", "interval": 3}"#, "2026-05-09", "2026-04-02", &["2027-01-01", "2027-10-01"]);
    check(r#"{"frequency": "yearly", "interval": 4}"#, START, "2027-01-01", &["2030-01-01", "2034-01-01"]);
}

#[test]
fn a_fiscal_interval_is_counted_in_fiscal_periods() {
    let rule = r#"{"frequency": "quarterly", "interval": 2, "anchor": {"fiscal": {"start_month": 2}}}"#;
    check(rule, "2026-01-31", "2025-10-15", &["2025-11-01", "2026-05-01", "2026-11-01"]);
}

#[test]
fn a_weekly_rule_without_days_falls_on_the_monday_of_its_week() {
    check(r#"{"frequency": "weekly"}"#, "2026-01-07T15:00", "2026-01-01", &["2026-01-05", "2026-01-12"]);
}

#[test]
fn weekdays_of_every_second_week_stay_together() {
    let rule = r#"{"frequency": "weekly", "interval": 2, "by_day": ["MO", "FR"], "time_of_day": "09:30:00"}"#;
    let expected = ["2026-01-02T09:30", "2026-01-12T09:30", "2026-01-16T09:30", "2026-01-26T09:30"];
    check(rule, START, "2026-01-01", &expected);
}

#[test]
fn a_month_day_beyond_the_month_means_its_last_day() {
    let rule = r#"{"frequency": "monthly", "by_month_day": [31]}"#;
    check(rule, START, "2028-01-01", &["2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30"]);
    let both = r#"{"frequency": "monthly", "by_month_day": [30, 31]}"#;
    check(both, START, "2026-01-31", &["2026-01-31", "2026-02-28", "2026-03-30", "2026-03-31", "2026-04-30"]);
    check(r#"{"frequency": "monthly", "by_month_day": -2}"#, START, "2026-02-01", &["2026-02-27", "2026-03-30"]);
}

#[test]
fn in_a_daily_rule_days_are_filters_and_never_move() {
    check(r#"{"frequency": "daily", "by_month_day": [31]}"#, START, "2026-02-01", &["2026-03-31", "2026-05-31"]);
    let weekdays = r#"{"frequency": "daily", "by_day": ["mon", "tue", "wed", "thu", "fri"]}"#;
    check(weekdays, START, "2026-01-02", &["2026-01-02", "2026-01-05"]);
    let leap_day = r#"{"frequency": "daily", "by_month_day": [29, -1], "by_day": ["SU"]}"#;
    check(leap_day, START, "2026-02-01", &["2026-03-29", "2026-05-31", "2026-11-29"]);
}

#[test]
fn ordinals_are_counted_within_the_period() {
    let second_tuesday = r#"{"frequency": "monthly", "by_day": ["2TU"]}"#;
    check(second_tuesday, START, "2026-01-01", &["2026-01-13", "2026-02-10"]);
    check(r#"{"frequency": "monthly", "by_day": "-1FR"}"#, START, "2026-01-01", &["2026-01-30", "2026-02-27"]);
    check(r#"{"frequency": "monthly", "by_day": ["5FR"]}"#, START, "2026-02-01", &["2026-05-29", "2026-07-31"]);
    check(r#"{"frequency": "quarterly", "by_day": ["-1FR"]}"#, START, "2026-01-01", &["2026-03-27", "2026-06-26"]);
    check(r#"{"frequency": "yearly", "by_day": ["20MO"]}"#, START, "2026-01-01", &["2026-05-18", "2027-05-17"]);
    let mixed = r#"{"frequency": "monthly", "by_day": ["1MO", "SU"]}"#;
    check(mixed, START, "2026-02-01", &["2026-02-01", "2026-02-02", "2026-02-08"]);
}

#[test]
fn weekday_and_month_day_must_both_match() {
    let friday_13 = r#"{"frequency": "monthly", "by_day": ["FR"], "by_month_day": [13]}"#;
    check(friday_13, START, "2026-01-01", &["2026-02-13", "2026-03-13", "2026-11-13", "2027-08-13"]);
    let rare = r#"{"frequency": "monthly", "interval": 12, "by_day": ["5SA"], "by_month_day": [29]}"#;
    check(rare, "2026-02-01", "2026-02-01", &["2048-02-29", "2076-02-29", "2116-02-29"]);
}

#[test]
fn a_lead_moves_the_occurrence_and_keeps_the_period() {
    let check_lead = |fields: &str, from: &str, at: &str, nominal: &str, key: &str| {
        let search = compile(&format!(r#"{{"frequency": "monthly", {fields}}}"#), START);
        let hit = search.at_or_after(civil(from)).unwrap();
        assert_eq!((hit.at, hit.nominal), (civil(at), civil(nominal)), "{fields}");
        assert_eq!(search.period(hit.nominal).key, key, "{fields}");
        assert_eq!(search.at_or_before(hit.at), Some(hit));
        assert!(search.at_or_before(hit.at.plus(-1)).unwrap().nominal < hit.nominal);
    };
    let lead_5d = r#""lead": "5d", "time_of_day": "09:00:00""#;
    check_lead(lead_5d, "2026-02-02", "2026-02-24T09:00", "2026-03-01T09:00", "2026-03");
    check_lead(lead_5d, "2026-02-24T09:00:01", "2026-03-27T09:00", "2026-04-01T09:00", "2026-04");
    check_lead(r#""lead": "1d 12h""#, "2026-02-02", "2026-02-27T12:00", "2026-03-01", "2026-03");
    check_lead(r#""lead": "6w", "by_month_day": -1"#, "2026-01-18", "2026-02-17", "2026-03-31", "2026-03");
    check_lead(r#""lead": "2d", "at": "period_end""#, "2026-02-02", "2026-02-27", "2026-03-01", "2026-02");
}

#[test]
fn a_leap_day_is_an_ordinary_day() {
    let twenty_ninth = r#"{"frequency": "yearly", "interval": 2, "by_month_day": [29], "by_day": ["TU"]}"#;
    check(twenty_ninth, "2028-01-01", "2028-02-01", &["2028-02-29", "2028-08-29"]);
    check(r#"{"frequency": "daily"}"#, START, "2028-02-28", &["2028-02-28", "2028-02-29", "2028-03-01"]);
}
