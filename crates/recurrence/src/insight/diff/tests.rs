use super::*;
use crate::compiled::Context;
use crate::definition::Spec;

const FROM: &str = "2026-01-01T00:00:00Z";
const UNTIL: &str = "2027-01-01T00:00:00Z";

fn rule(json: &str) -> CompiledRecurrence {
    let spec: Spec = serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"));
    CompiledRecurrence::compile(&spec, &Context::default()).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn cron(expression: &str, timezone: &str, more: &str) -> CompiledRecurrence {
    let recurrence = format!("{{\"kind\": \"cron\", \"expression\": \"{expression}\"}}");
    rule(&format!("{{\"recurrence\": {recurrence}, \"timezone\": \"{timezone}\"{more}}}"))
}

fn over(old: &CompiledRecurrence, new: &CompiledRecurrence, from: &str, until: &str) -> Diff {
    diff(old, new, from.parse().unwrap(), until.parse().unwrap())
}

/// Checks the numbers added, removed, moved and unchanged in 2026, and that the reverse diff is the mirror image.
fn check(old: &CompiledRecurrence, new: &CompiledRecurrence, expected: [usize; 4]) -> Diff {
    let found = over(old, new, FROM, UNTIL);
    let counts = [found.added.len(), found.removed.len(), found.moved.len(), found.unchanged];
    assert_eq!(counts, expected, "{:?} to {:?}", old.spec().recurrence, new.spec().recurrence);
    let back = over(new, old, FROM, UNTIL);
    assert_eq!((&back.added, &back.removed, back.unchanged), (&found.removed, &found.added, found.unchanged));
    assert!(
        found
            .moved
            .iter()
            .all(|MovedOccurrence { from, to }| back.moved.contains(&MovedOccurrence { from: *to, to: *from }))
    );
    found
}

fn utc(expression: &str) -> CompiledRecurrence {
    cron(expression, "UTC", "")
}

#[test]
fn the_same_rule_changes_nothing() {
    assert!(check(&utc("0 9 * * *"), &utc("0 9 * * *"), [0, 0, 0, 365]).is_empty());
    // A different notation for the same instants.
    check(&utc("0 9 * * *"), &utc("0 9 * * MON-SUN"), [0, 0, 0, 365]);
    check(&cron("0 9 * * *", "Europe/Berlin", ""), &cron("0 9 * * *", "Europe/Paris", ""), [0, 0, 0, 365]);
}

#[test]
fn a_different_hour_moves_every_occurrence() {
    let found = check(&utc("0 9 * * *"), &utc("0 21 * * *"), [0, 0, 365, 0]);
    assert_eq!(found.moved[0].from.at().to_string(), "2026-01-01T09:00:00Z");
    assert_eq!(found.moved[0].to.at().to_string(), "2026-01-01T21:00:00Z");
    check(&utc("0 9,17 * * *"), &utc("0 9,18 * * *"), [0, 0, 365, 365]);
}

#[test]
fn a_different_weekday_moves_within_the_week() {
    check(&utc("0 9 * * MON"), &utc("0 9 * * TUE"), [0, 0, 52, 0]);
    // The nearest Friday is the previous one.
    let found = check(&utc("0 9 * * MON"), &utc("0 9 * * FRI"), [0, 0, 52, 0]);
    assert_eq!(found.moved[0].to.at().to_string(), "2026-01-02T09:00:00Z");
}

#[test]
fn a_different_zone_moves_occurrences_of_the_same_local_time() {
    let old = cron("0 9 * * *", "America/New_York", "");
    let found = check(&old, &cron("0 9 * * *", "Europe/Berlin", ""), [0, 0, 365, 0]);
    let MovedOccurrence { from, to } = found.moved[0];
    assert_eq!((from.nominal(), from.at().to_string()), (to.nominal(), "2026-01-01T14:00:00Z".to_owned()));
    assert_eq!(to.at().to_string(), "2026-01-01T08:00:00Z");
}

#[test]
fn an_extra_weekday_is_added_and_a_missing_one_is_removed() {
    let found = check(&utc("0 9 * * MON"), &utc("0 9 * * MON,WED"), [52, 0, 0, 52]);
    assert!(found.added.iter().all(|occurrence| occurrence.nominal().weekday() == jiff::civil::Weekday::Wednesday));
    check(&utc("0 9 * * MON,WED"), &utc("0 9 * * WED"), [0, 52, 0, 52]);
}

#[test]
fn an_earlier_end_removes_and_an_earlier_start_adds() {
    let ends = |ends_at: &str| cron("0 9 1 * *", "UTC", &format!(", \"ends_at\": \"{ends_at}\""));
    check(&ends("2026-12-01T00:00:00Z"), &ends("2026-06-01T00:00:00Z"), [0, 6, 0, 5]);
    let starts = |starts_at: &str| cron("0 9 1 * *", "UTC", &format!(", \"starts_at\": \"{starts_at}\""));
    check(&starts("2026-12-01T00:00:00Z"), &starts("2026-06-01T00:00:00Z"), [6, 0, 0, 1]);
}

#[test]
fn a_different_dst_policy_moves_an_occurrence_on_one_date() {
    let dst = |dst: &str| cron("30 2 * * *", "Europe/Berlin", &format!(", \"dst\": {dst}"));
    let found = check(&dst("{\"gap\": \"next_valid\"}"), &dst("{\"gap\": \"same_offset\"}"), [0, 0, 1, 364]);
    assert_eq!(found.moved[0].from.nominal().to_string(), "2026-03-29T02:30:00");
    assert_eq!(found.moved[0].to.at().to_string(), "2026-03-29T01:30:00Z");
    let found = check(&dst("{\"fold\": \"first\"}"), &dst("{\"fold\": \"last\"}"), [0, 0, 1, 364]);
    assert_eq!(found.moved[0].from.nominal().to_string(), "2026-10-25T02:30:00");
    check(&dst("{\"gap\": \"next_valid\"}"), &dst("{\"gap\": \"skip\"}"), [0, 1, 0, 364]);
    check(&dst("{\"fold\": \"first\"}"), &dst("{\"fold\": \"both\"}"), [1, 0, 0, 365]);
}

#[test]
fn a_moved_occurrence_of_a_period_is_a_move() {
    let monthly = |more: &str| {
        let recurrence = format!("{{\"kind\": \"calendar\", \"frequency\": \"monthly\"{more}}}");
        rule(&format!("{{\"recurrence\": {recurrence}, \"timezone\": \"UTC\"}}"))
    };
    let found = check(&monthly(", \"by_month_day\": [1]"), &monthly(", \"by_month_day\": [28]"), [0, 0, 12, 0]);
    assert_eq!(found.moved[1].to.at().to_string(), "2026-02-28T00:00:00Z");
}

#[test]
fn a_different_interval_keeps_common_instants() {
    check(&utc("0 */2 * * *"), &utc("0 */4 * * *"), [0, 2190, 0, 2190]);
    // Minutes 10 and 20 became minute 15: neither of them is closer to it.
    let (old, new) = (utc("*/10 * * * *"), utc("*/15 * * * *"));
    let found = over(&old, &new, FROM, "2026-01-01T01:00:00Z");
    assert_eq!((found.added.len(), found.removed.len(), found.moved.len(), found.unchanged), (2, 4, 0, 2));
}

#[test]
fn a_single_occurrence_moves_any_distance() {
    let once = |at: &str| {
        rule(&format!("{{\"recurrence\": {{\"kind\": \"once\", \"at\": \"{at}\"}}, \"timezone\": \"UTC\"}}"))
    };
    check(&once("2026-02-01T00:00:00Z"), &once("2026-11-01T00:00:00Z"), [0, 0, 1, 0]);
    check(&once("2026-02-01T00:00:00Z"), &once("2027-11-01T00:00:00Z"), [0, 1, 0, 0]);
}

#[test]
fn a_shifted_grid_moves_by_the_shift() {
    let grid = |starts_at: &str| {
        let recurrence = "{\"kind\": \"every\", \"every\": 1, \"unit\": \"hours\"}";
        rule(&format!("{{\"recurrence\": {recurrence}, \"timezone\": \"UTC\", \"starts_at\": \"{starts_at}\"}}"))
    };
    let (old, new) = (grid("2025-01-01T00:00:00Z"), grid("2025-01-01T00:10:00Z"));
    let found = over(&old, &new, "2026-01-01T00:05:00Z", "2026-01-03T00:05:00Z");
    assert_eq!((found.moved.len(), found.added.len(), found.removed.len()), (47, 1, 1));
    assert!(found.moved.iter().all(|moved| moved.to.at().as_second() - moved.from.at().as_second() == 600));
}

#[test]
fn too_many_occurrences_truncate_the_comparison() {
    let (old, new) = (utc("* * * * *"), utc("*/2 * * * *"));
    let found = over(&old, &new, FROM, UNTIL);
    assert!(found.truncated);
    assert_eq!((found.removed.len(), found.unchanged, found.added.len()), (5_000, 5_000, 0));
    assert!(!over(&old, &new, FROM, "2026-01-02T00:00:00Z").truncated);
    assert!(over(&old, &new, UNTIL, FROM).is_empty());
}
