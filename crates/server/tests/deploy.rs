//! Checks that the files shipped for operators use only metrics that exist.

use std::collections::BTreeSet;

use refrain::observe::metrics::table::{self, Kind, Metric};
use refrain_server::http::request_metrics;
use serde_json::Value;

const DASHBOARD: &str = include_str!("../../../deploy/grafana/refrain.json");
const ALERTS: &str = include_str!("../../../deploy/prometheus/alerts.yml");
const UNIT: &str = include_str!("../../../deploy/systemd/refrain.service");

/// Returns every metric name in a text.
fn named(text: &str) -> BTreeSet<&str> {
    let is_part = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    text.split(|letter| !is_part(letter)).filter(|word| word.starts_with("refrain_")).collect()
}

/// Returns whether a node exports a series of this name.
fn is_exported(name: &str) -> bool {
    let is_of = |metric: &Metric| match metric.kind {
        Kind::Counter | Kind::Gauge => metric.name == name,
        Kind::Histogram => ["_bucket", "_sum", "_count"].iter().any(|end| name.strip_suffix(end) == Some(metric.name)),
    };
    table::TABLE.iter().chain(request_metrics::TABLE).any(is_of)
}

#[test]
fn every_metric_of_the_dashboard_and_the_alerts_exists() {
    for (file, text) in [("refrain.json", DASHBOARD), ("alerts.yml", ALERTS)] {
        let named = named(text);
        assert!(named.len() >= 8, "{file} names too few metrics: {named:?}");
        for name in named {
            assert!(is_exported(name), "{file} names {name}, which no node exports");
        }
    }
    assert!(!is_exported("refrain_scheduler_lag_seconds") && !is_exported("refrain_scheduler_runs"));
}

#[test]
fn the_dashboard_is_json_whose_panels_all_ask_for_something() {
    let dashboard: Value = serde_json::from_str(DASHBOARD).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    assert!(panels.len() > 10);
    for panel in panels {
        let targets = panel["targets"].as_array().unwrap();
        assert!(
            !targets.is_empty() && targets.iter().all(|target| !named(target["expr"].as_str().unwrap()).is_empty()),
            "{panel}"
        );
    }
}

#[test]
fn the_unit_starts_the_server() {
    assert!(UNIT.lines().any(|line| line.starts_with("ExecStart=") && line.contains("refrain serve")));
}
