//! Sentences: what each rule reads like, kept as text files so that a person can read them through.

use refrain_recurrence::{ClockStyle, Context, Recurrence, Rule, Spec};

/// A zone's suffix, which the files leave out.
fn without_zone(sentence: &str, zone: &str) -> String {
    sentence.strip_suffix(&format!(" ({zone})")).unwrap_or(sentence).to_owned()
}

#[test]
fn cron_reads_as_in_the_file() {
    let mut checked = 0;
    for line in include_str!("sentences/cron.txt").lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split(" | ").collect();
        let [expression, expected, expected_12h] = columns[..] else { panic!("three columns in {line}") };
        let rule = Rule::cron(expression, "UTC").unwrap_or_else(|error| panic!("{expression}: {error}"));
        assert_eq!(without_zone(&rule.describe(), "UTC"), expected, "{expression}");
        assert_eq!(without_zone(&rule.describe_in(ClockStyle::Twelve), "UTC"), expected_12h, "{expression}");
        checked += 1;
    }
    assert!(checked >= 50, "only {checked} lines");
}

#[test]
fn other_kinds_read_as_in_the_file() {
    let text = include_str!("sentences/json.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 50, "only {} lines", lines.len());
    for pair in lines.chunks(2) {
        let recurrence: Recurrence =
            serde_json::from_str(pair[0]).unwrap_or_else(|error| panic!("{}: {error}", pair[0]));
        let rule = Rule::compile(&Spec::new(recurrence, "Europe/Berlin"), &Context::default());
        let sentence = rule.unwrap_or_else(|error| panic!("{}: {error}", pair[0])).describe();
        assert_eq!(without_zone(&sentence, "Europe/Berlin"), pair[1].trim(), "{}", pair[0]);
    }
}

#[test]
fn what_stands_around_the_rule_is_told_too() {
    let spec: Spec = serde_json::from_str(
        r#"{"recurrence": {"kind": "every", "every": 15, "unit": "minutes"}, "timezone": "America/New_York",
            "starts_at": "2026-01-01T05:00:00Z", "ends_at": "2026-07-01T04:00:00Z", "max_runs": 100,
            "first_run": {"after": "1h"}, "jitter": {"window": "30s"}}"#,
    )
    .unwrap();
    let rule = Rule::compile(&spec, &Context::default()).unwrap();
    assert_eq!(
        rule.describe(),
        "First after 1h, then every 15 minutes (America/New_York), from 2026-01-01 00:00, until 2026-07-01 00:00, \
         at most 100 times, delayed by up to 30s"
    );
}
