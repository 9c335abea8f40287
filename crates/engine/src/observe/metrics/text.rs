//! Metrics as text, in the Prometheus format (version 0.0.4).

use std::fmt::Write;

use super::histogram::{BOUNDS_MICROS, HistogramSnapshot};
use super::table::{Kind, Metric};

/// Content type of the text, for the HTTP response.
pub const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Text to which samples are appended.
#[derive(Debug, Default)]
pub(super) struct Text {
    text: String,
}

impl Text {
    pub(super) fn into_string(self) -> String {
        self.text
    }

    /// Writes the help and type lines of a metric, which precede its samples.
    pub(super) fn head(&mut self, metric: &Metric) {
        let Metric { name, help, kind, .. } = metric;
        self.line(format_args!("# HELP {name} {help}"));
        self.line(format_args!("# TYPE {name} {}", kind.as_str()));
    }

    /// Writes one value of a counter or a gauge.
    pub(super) fn sample(&mut self, metric: &Metric, labels: &[&str], value: impl std::fmt::Display) {
        assert!(metric.kind != Kind::Histogram, "a histogram has more than one value");
        let labels = format_labels(metric, labels, None);
        self.line(format_args!("{}{labels} {value}", metric.name));
    }

    /// Writes a whole histogram, if it has any values.
    pub(super) fn histogram(&mut self, metric: &Metric, labels: &[&str], read: &HistogramSnapshot) {
        if read.count() == 0 {
            return;
        }
        let bounds = BOUNDS_MICROS.iter().map(|micros| (*micros as f64 / 1e6).to_string());
        for (bound, count) in bounds.chain(["+Inf".to_owned()]).zip(read.cumulative) {
            let labels = format_labels(metric, labels, Some(&bound));
            self.line(format_args!("{}_bucket{labels} {count}", metric.name));
        }
        let labels = format_labels(metric, labels, None);
        self.line(format_args!("{}_sum{labels} {}", metric.name, read.sum_seconds));
        self.line(format_args!("{}_count{labels} {}", metric.name, read.count()));
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        writeln!(self.text, "{line}").ok();
    }
}

/// Formats the labels with their values, and with the upper bound of a bucket.
fn format_labels(metric: &Metric, values: &[&str], bound: Option<&str>) -> String {
    assert_eq!(metric.labels.len(), values.len(), "{} has other labels", metric.name);
    let named = metric.labels.iter().copied().zip(values.iter().copied()).chain(bound.map(|bound| ("le", bound)));
    let pairs: Vec<String> = named.map(|(name, value)| format!("{name}=\"{}\"", escape(value))).collect();
    if pairs.is_empty() { String::new() } else { format!("{{{}}}", pairs.join(",")) }
}

fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::super::histogram::Histogram;
    use super::super::table::{ALARMS, CLAIMED, LAG};
    use super::*;

    #[test]
    fn samples_are_written_as_prometheus_reads_them() {
        let mut text = Text::default();
        text.head(&CLAIMED);
        text.sample(&CLAIMED, &[], 7);
        text.sample(&ALARMS, &["a\"b\\c\nd"], 1);
        let lag = Histogram::default();
        text.histogram(&LAG, &["n", "t"], &lag.read());
        lag.add(SignedDuration::from_millis(250));
        text.histogram(&LAG, &["n", "t"], &lag.read());
        let text = text.into_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "# TYPE refrain_scheduler_claimed_total counter");
        assert_eq!(lines[2], "refrain_scheduler_claimed_total 7");
        assert_eq!(lines[3], r#"refrain_alarms_total{alarm="a\"b\\c\nd"} 1"#);
        assert_eq!(lines[4], r#"refrain_scheduler_lag_seconds_bucket{namespace="n",tenant="t",le="0.001"} 0"#);
        assert_eq!(lines[18], r#"refrain_scheduler_lag_seconds_bucket{namespace="n",tenant="t",le="+Inf"} 1"#);
        assert_eq!(lines[19], r#"refrain_scheduler_lag_seconds_sum{namespace="n",tenant="t"} 0.25"#);
        assert_eq!(
            (lines[20], lines.len()),
            (r#"refrain_scheduler_lag_seconds_count{namespace="n",tenant="t"} 1"#, 21)
        );
    }
}
