//! The observability page lists every metric and every log record. Every name of the source documents has its
//! counterpart there.

use std::collections::BTreeSet;

use refrain::observe::metrics::table::{Kind, TABLE};
use refrain::observe::trace::names;

const PAGE: &str = include_str!("../../../../docs/observability.md");

/// Returns the names between backticks in the first column of the tables under a heading.
fn first_column(heading: &str) -> BTreeSet<String> {
    column(heading, 1)
}

fn column(heading: &str, number: usize) -> BTreeSet<String> {
    let rows = rows(heading);
    rows.iter().flat_map(|row| row.split('|').nth(number).into_iter().flat_map(named)).collect()
}

fn rows(heading: &str) -> Vec<&'static str> {
    let after = PAGE.split_once(&format!("\n## {heading}\n")).expect(heading).1;
    let section = after.split("\n## ").next().unwrap();
    section.lines().filter(|line| line.starts_with("| `")).collect()
}

/// Returns the names between backticks, without their labels.
fn named(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split('`').skip(1).step_by(2).map(|name| name.split('{').next().unwrap().to_owned())
}

#[test]
fn the_page_lists_every_metric_with_its_kind_and_labels() {
    let known: BTreeSet<String> = TABLE.iter().map(|metric| metric.name.to_owned()).collect();
    assert_eq!(first_column("Metrics"), known);
    for metric in TABLE {
        let row = rows("Metrics").into_iter().find(|row| row.contains(&format!("`{}`", metric.name))).unwrap();
        let kind = match metric.kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
        };
        assert!(row.contains(&format!("| {kind} |")), "{row}");
        for label in metric.labels {
            assert!(row.contains(label), "{row}: {label}");
        }
    }
}

#[test]
fn the_page_lists_every_log_record_with_its_level() {
    let known: BTreeSet<String> = names::ALL.iter().map(|(name, ..)| (*name).to_owned()).collect();
    assert_eq!(first_column("Logs and spans"), known);
    for (name, level, _) in names::ALL {
        let row = rows("Logs and spans").into_iter().find(|row| row.starts_with(&format!("| `{name}` |"))).unwrap();
        assert!(row.contains(&format!("| {level} |")), "{row}");
    }
}

#[test]
fn every_counterpart_of_a_seed_s_name_exists() {
    let metrics = TABLE.iter().map(|metric| metric.name);
    let lines = names::ALL.iter().map(|(name, ..)| *name);
    let states = refrain::model::State::ALL.iter().map(|state| state.as_str());
    let statuses = refrain::model::Status::ALL.iter().map(|status| status.as_str());
    let known: BTreeSet<&str> = metrics.chain(lines).chain(states).chain(statuses).collect();
    let rows = rows("Names of other systems");
    assert!(rows.len() >= 30, "{}", rows.len());
    for row in rows {
        let ours: Vec<String> = row.split('|').nth(3).into_iter().flat_map(named).collect();
        assert!(!ours.is_empty(), "{row}");
        for name in ours {
            assert!(known.contains(name.as_str()), "{row}: {name} does not exist");
        }
    }
}
