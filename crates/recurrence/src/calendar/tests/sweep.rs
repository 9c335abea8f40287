//! Exhaustive comparisons: both directions of the search with a walk over every single day, and the minimum gap
//! with all actual gaps.

use std::collections::HashSet;

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::{START, civil, compile, hits};
use crate::civil::{Civil, CivilMatch, CivilSearch};

const ANCHORS: [&str; 4] = [
    "",
    r#", "anchor": {"fiscal": {"start_month": 4}}"#,
    r#", "anchor": {"fiscal": {"start_month": 2, "pattern": "4-4-5"}}"#,
    r#", "anchor": {"custom": {"periods": [
        {"key": "a", "starts_on": "2026-01-05", "ends_on": "2026-01-06"},
        {"key": "b", "starts_on": "2026-01-06", "ends_on": "2026-05-20"},
        {"key": "c", "starts_on": "2026-07-01", "ends_on": "2028-03-01"}]}}"#,
];

const DAYS: [&str; 9] = [
    "",
    r#", "at": "period_end""#,
    r#", "at": "period_end", "time_of_day": "23:59:59""#,
    r#", "by_month_day": [1, 15]"#,
    r#", "by_month_day": [-1, 30], "time_of_day": "06:00:00""#,
    r#", "by_day": ["MO", "WE", "SU"], "lead": "1d 6h""#,
    r#", "by_day": ["2TU", "-1FR"]"#,
    r#", "by_day": ["FR"], "by_month_day": [13, 29, 31]"#,
    r#", "by_day": ["5SU", "TH"], "by_month_day": [-1, -2, 4]"#,
];

/// Returns every definition of the product above that compiles.
fn rules() -> Vec<String> {
    let mut rules = Vec::new();
    for frequency in ["daily", "weekly", "monthly", "quarterly", "yearly"] {
        for interval in [1, 2, 3, 5, 12] {
            for anchor in &ANCHORS[..3] {
                let head = format!(r#""frequency": "{frequency}", "interval": {interval}{anchor}"#);
                rules.extend(DAYS.iter().map(|days| format!("{{{head}{days}}}")));
            }
        }
    }
    rules.extend(DAYS.iter().map(|days| format!(r#"{{"interval": 1{}{days}}}"#, ANCHORS[3])));
    rules.retain(|rule| super::try_compile(rule, START).is_ok());
    assert!(rules.len() > 250, "{} rules left", rules.len());
    rules
}

#[test]
fn searching_backward_finds_the_same_as_searching_forward() {
    let (from, until) = (civil("2025-06-01"), civil("2029-06-01"));
    for rule in rules() {
        let search = compile(&rule, START);
        let found = hits(&search, from, until);
        assert!(found.windows(2).all(|pair| pair[0].at < pair[1].at), "{rule}");
        let mut back = Vec::new();
        let mut last = search.at_or_before(until.plus(-1));
        while let Some(hit) = last.filter(|hit| hit.at >= from) {
            back.push(hit);
            last = search.at_or_before(hit.at.plus(-1));
        }
        back.reverse();
        assert_eq!(found, back, "{rule}");
        for pair in found.windows(2) {
            for probe in [pair[0].at.plus(1), Civil(pair[0].at.0.midpoint(pair[1].at.0)), pair[1].at.plus(-1)] {
                if pair[0].at < probe && probe < pair[1].at {
                    assert_eq!(search.at_or_after(probe), Some(pair[1]), "{rule} after {probe:?}");
                    assert_eq!(search.at_or_before(probe), Some(pair[0]), "{rule} before {probe:?}");
                }
            }
        }
    }
}

#[test]
fn keys_are_unique_and_periods_hold_their_occurrences() {
    for rule in rules() {
        let search = compile(&rule, START);
        let mut keys = HashSet::new();
        for CivilMatch { nominal, .. } in hits(&search, civil("2020-01-01"), civil("2033-01-01")) {
            let period = search.period(nominal);
            let inside = if rule.contains("period_end") { nominal.plus(-1) } else { nominal };
            assert!(period.starts <= inside && inside < period.ends, "{rule}: {period:?} {nominal:?}");
            assert!(keys.insert(period.key.clone()), "{rule}: {} twice", period.key);
        }
    }
}

#[test]
fn the_least_gap_is_the_least_of_all_gaps() {
    for rule in rules() {
        let search = compile(&rule, START);
        let from = if rule.contains("custom") { Civil::MIN } else { civil("2025-12-01") };
        // The longest cycles of the intervals above: 2000 years for days, 1200 years for everything else.
        let until = civil(if rule.contains("daily") { "4100-01-01" } else { "3300-01-01" });
        let mut least = None;
        let mut previous: Option<CivilMatch> = None;
        let mut next = search.at_or_after(from);
        while let Some(hit) = next.filter(|hit| hit.at < until) {
            if let Some(previous) = previous {
                let gap = hit.at.0 - previous.at.0;
                least = Some(least.map_or(gap, |least: i64| least.min(gap)));
            }
            previous = Some(hit);
            next = search.at_or_after(hit.at.plus(1));
        }
        assert_eq!(search.min_gap(), least, "{rule}");
    }
}

#[test]
fn the_first_and_the_last_hit_of_all_time_are_the_same_in_both_directions() {
    for rule in rules() {
        let search = compile(&rule, START);
        let first = search.at_or_after(Civil::MIN).unwrap_or_else(|| panic!("{rule} has no first hit"));
        let last = search.at_or_before(Civil::MAX).unwrap_or_else(|| panic!("{rule} has no last hit"));
        assert_eq!(search.at_or_before(first.at), Some(first), "{rule}");
        assert_eq!(search.at_or_after(last.at), Some(last), "{rule}");
        assert_eq!(search.at_or_before(first.at.plus(-1)), None, "{rule}");
        assert_eq!(search.at_or_after(last.at.plus(1)), None, "{rule}");
    }
}

#[test]
fn the_ends_of_the_calendar_neither_panic_nor_overflow() {
    let extremes =
        [i64::MIN, Civil::MIN.0 - 1, Civil::MIN.0, Civil::MIN.0 + 1, 0, Civil::MAX.0 - 1, Civil::MAX.0, i64::MAX];
    for rule in rules() {
        let parsed = serde_json::from_str(&rule).unwrap();
        for start in extremes {
            // With a start at the end of the calendar there may be no occurrence, which is an error but not a panic.
            let Ok(search) = super::CalendarSearch::compile(&parsed, Civil(start)) else { continue };
            for probe in extremes.map(Civil) {
                let after = search.at_or_after(probe);
                assert!(after.is_none_or(|hit| hit.at >= probe && hit.at >= Civil::MIN && hit.nominal <= Civil::MAX));
                let before = search.at_or_before(probe);
                assert!(before.is_none_or(|hit| hit.at <= probe && hit.at >= Civil::MIN && hit.nominal <= Civil::MAX));
                assert!(!search.period(probe).key.is_empty());
            }
            search.min_gap();
        }
    }
}

/// A recurrence as plain data for the walk below, which uses neither masks nor jumps.
struct Plain {
    frequency: &'static str,
    interval: i64,
    /// `None` matches every such weekday.
    by_day: &'static [(Option<i64>, Weekday)],
    by_month_day: &'static [i64],
}

impl Plain {
    fn json(&self) -> String {
        let names =
            self.by_day.iter().map(|(n, day)| format!("\"{}{day:?}\"", n.map_or(String::new(), |n| n.to_string())));
        let names: Vec<String> = names.collect();
        let Self { frequency, interval, by_month_day, .. } = self;
        format!(
            r#"{{"frequency": "{frequency}", "interval": {interval}, "by_day": [{}], "by_month_day": {by_month_day:?}}}"#,
            names.join(",")
        )
    }

    fn period_number(&self, date: Date) -> i64 {
        let months = i64::from(date.year()) * 12 + i64::from(date.month()) - 1;
        let days = i64::from((date - Date::constant(1969, 12, 29)).get_days()); // A Monday.
        match self.frequency {
            "daily" => days,
            "weekly" => days.div_euclid(7),
            "monthly" => months,
            "quarterly" => months / 3,
            _ => months / 12,
        }
    }

    fn matches(&self, date: Date, start: Date) -> bool {
        let is_on = (self.period_number(date) - self.period_number(start)) % self.interval == 0;
        is_on && self.matches_month_day(date) && self.matches_weekday(date)
    }

    fn matches_month_day(&self, date: Date) -> bool {
        let (day, length) = (i64::from(date.day()), i64::from(date.days_in_month()));
        let clamps = self.frequency != "daily";
        self.by_month_day.is_empty()
            || self.by_month_day.iter().any(|wanted| {
                let counted = if *wanted > 0 { *wanted } else { length + 1 + wanted };
                day == if clamps { counted.clamp(1, length) } else { counted }
            })
    }

    fn matches_weekday(&self, date: Date) -> bool {
        let same_before = |step: i64| {
            (1..60).take_while(|n| self.period_number(date + (n * step).weeks()) == self.period_number(date)).count()
                as i64
        };
        self.by_day.is_empty()
            || self.by_day.iter().any(|(n, weekday)| {
                date.weekday() == *weekday
                    && match n {
                        None => true,
                        Some(n) if *n > 0 => same_before(-1) == n - 1,
                        Some(n) => same_before(1) == -n - 1,
                    }
            })
    }
}

#[test]
fn the_search_agrees_with_a_walk_over_every_day() {
    use Weekday::{Friday, Monday, Sunday, Tuesday};
    let weekday_lists: [&[(Option<i64>, Weekday)]; 5] = [
        &[],
        &[(None, Monday), (None, Sunday)],
        &[(Some(2), Tuesday), (Some(-1), Friday)],
        &[(Some(5), Friday), (None, Sunday)],
        &[(Some(-5), Monday)],
    ];
    let month_day_lists: [&[i64]; 5] = [&[], &[13], &[29, 30, 31], &[-1, -31], &[1, 2, 3, 4, 5, 6, 7]];
    let start: Date = "2023-08-16".parse().unwrap();
    let (from, until): (Date, Date) = ("2022-12-20".parse().unwrap(), "2029-03-10".parse().unwrap());
    let mut compared = 0;
    for frequency in ["daily", "weekly", "monthly", "quarterly", "yearly"] {
        for interval in [1, 2, 7] {
            for (by_day, by_month_day) in
                weekday_lists.iter().flat_map(|days| month_day_lists.map(|month_days| (*days, month_days)))
            {
                let plain = Plain { frequency, interval, by_day, by_month_day };
                let json = plain.json();
                let has_days = !(by_day.is_empty() && by_month_day.is_empty());
                let Some(search) = has_days.then(|| super::try_compile(&json, "2023-08-16").ok()).flatten() else {
                    continue;
                };
                let expected: Vec<Date> = from.series(1.day()).take_while(|day| *day < until).collect();
                let expected = expected.into_iter().filter(|day| plain.matches(*day, start));
                let ends = Civil::from_datetime(until.at(0, 0, 0, 0));
                let found = hits(&search, Civil::from_datetime(from.at(0, 0, 0, 0)), ends);
                let found: Vec<Date> = found.iter().map(|hit| hit.at.to_datetime().date()).collect();
                assert_eq!(found, expected.collect::<Vec<_>>(), "{json}");
                compared += 1;
            }
        }
    }
    assert!(compared > 180, "only {compared} rules compared");
}
