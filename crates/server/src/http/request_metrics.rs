//! Request metrics, in the style of the engine's metrics.
//!
//! The labels are only routes, methods and statuses. Their number is bounded, whatever callers send.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use jiff::SignedDuration;
use refrain::observe::metrics::table::{Kind, Metric, Unit};

/// Number of requests by method, route and status.
const REQUESTS: Metric = Metric {
    name: "refrain_http_requests_total",
    kind: Kind::Counter,
    unit: Unit::Count,
    labels: &["method", "route", "status"],
    help: "Number of requests answered by this node.",
};
/// Duration of requests by route.
const DURATION: Metric = Metric {
    name: "refrain_http_request_duration_seconds",
    kind: Kind::Histogram,
    unit: Unit::Seconds,
    labels: &["route"],
    help: "Time until a request was answered; for streams, until the stream started.",
};

/// All metrics of the server that are not metrics of the engine.
pub const TABLE: &[Metric] = &[REQUESTS, DURATION];

/// Upper bounds of the buckets: in milliseconds, and as text in seconds.
const BOUNDS: [(i128, &str); 9] = [
    (1, "0.001"),
    (5, "0.005"),
    (10, "0.01"),
    (50, "0.05"),
    (100, "0.1"),
    (500, "0.5"),
    (1_000, "1"),
    (5_000, "5"),
    (30_000, "30"),
];

/// Method, route and status.
type RequestLabels = (&'static str, &'static str, u16);

/// Metrics of one server.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    counted: Mutex<Counters>,
}

#[derive(Debug, Default)]
struct Counters {
    answered: BTreeMap<RequestLabels, u64>,
    durations: BTreeMap<&'static str, Durations>,
}

#[derive(Debug, Default)]
struct Durations {
    up_to: [u64; BOUNDS.len()],
    count: u64,
    sum_micros: i128,
}

impl Requests {
    pub(crate) fn add(&self, method: &'static str, route: &'static str, status: u16, took_for: SignedDuration) {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        *counted.answered.entry((method, route, status)).or_default() += 1;
        let durations = counted.durations.entry(route).or_default();
        let micros = took_for.as_micros();
        durations.count += 1;
        durations.sum_micros += micros;
        for ((millis, _), count) in BOUNDS.iter().zip(&mut durations.up_to) {
            *count += u64::from(micros <= millis * 1_000);
        }
    }

    /// Formats all metrics in the Prometheus text format.
    pub(crate) fn text(&self) -> String {
        let counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        head(&mut text, &REQUESTS);
        for ((method, route, status), count) in &counted.answered {
            let labels = format!("method=\"{method}\",route=\"{route}\",status=\"{status}\"");
            line(&mut text, format_args!("{}{{{labels}}} {count}", REQUESTS.name));
        }
        head(&mut text, &DURATION);
        for (route, durations) in &counted.durations {
            durations.write(&mut text, route);
        }
        text
    }
}

impl Durations {
    fn write(&self, text: &mut String, route: &str) {
        let name = DURATION.name;
        for ((_, bound), count) in BOUNDS.iter().zip(&self.up_to) {
            line(text, format_args!("{name}_bucket{{route=\"{route}\",le=\"{bound}\"}} {count}"));
        }
        line(text, format_args!("{name}_bucket{{route=\"{route}\",le=\"+Inf\"}} {}", self.count));
        line(text, format_args!("{name}_sum{{route=\"{route}\"}} {}", self.sum_micros as f64 / 1e6));
        line(text, format_args!("{name}_count{{route=\"{route}\"}} {}", self.count));
    }
}

fn head(text: &mut String, metric: &Metric) {
    line(text, format_args!("# HELP {} {}", metric.name, metric.help));
    line(text, format_args!("# TYPE {} {}", metric.name, metric.kind.as_str()));
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a `String` cannot fail.
    writeln!(text, "{line}").ok();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_route_and_status() {
        let requests = Requests::default();
        requests.add("GET", "/v1/schedules/{id}", 200, SignedDuration::from_millis(7));
        requests.add("GET", "/v1/schedules/{id}", 404, SignedDuration::from_millis(700));
        let text = requests.text();
        for line in [
            "refrain_http_requests_total{method=\"GET\",route=\"/v1/schedules/{id}\",status=\"404\"} 1",
            "refrain_http_request_duration_seconds_bucket{route=\"/v1/schedules/{id}\",le=\"0.005\"} 0",
            "refrain_http_request_duration_seconds_bucket{route=\"/v1/schedules/{id}\",le=\"0.01\"} 1",
            "refrain_http_request_duration_seconds_bucket{route=\"/v1/schedules/{id}\",le=\"+Inf\"} 2",
            "refrain_http_request_duration_seconds_sum{route=\"/v1/schedules/{id}\"} 0.707",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is missing in\n{text}");
        }
    }
}
