//! The table of all metrics: name, kind, unit, labels and help text. Only metrics in this table are exposed,
//! so that the documentation page can be checked against it.

/// Kind of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Only increases while a node runs.
    Counter,
    /// Goes up and down.
    Gauge,
    /// Counts values up to each of several bounds, with their sum.
    Histogram,
}

impl Kind {
    /// Returns the name in the text format.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram => "histogram",
        }
    }
}

/// Unit of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Number of things.
    Count,
    /// Duration in seconds.
    Seconds,
    /// Unix time in seconds.
    Timestamp,
}

/// Description of one metric.
#[derive(Debug, PartialEq, Eq)]
pub struct Metric {
    /// Name of the metric. It never changes.
    pub name: &'static str,
    /// Kind of the metric.
    pub kind: Kind,
    /// Unit of the values.
    pub unit: Unit,
    /// Names of the labels, in the order in which their values are given.
    pub labels: &'static [&'static str],
    /// Help text for people.
    pub help: &'static str,
}

/// Declares the metrics and the table of all of them.
macro_rules! metrics {
    ($($constant:ident = $name:literal, $kind:ident, $unit:ident, $labels:expr, $help:literal;)+) => {
        $(
            #[doc = $help]
            pub const $constant: Metric =
                Metric { name: $name, kind: Kind::$kind, unit: Unit::$unit, labels: $labels, help: $help };
        )+

        /// All metrics, in the order in which they are exposed.
        pub const TABLE: &[Metric] = &[$($constant,)+];
    };
}

const TENANT: &[&str] = &["namespace", "tenant"];
const ENDS: &[&str] = &["namespace", "tenant", "status", "reason"];
const SCHEDULE: &[&str] = &["namespace", "tenant", "schedule"];
const SCHEDULE_ENDS: &[&str] = &["namespace", "tenant", "schedule", "status"];

metrics! {
    RUNS = "refrain_scheduler_runs_total", Counter, Count, ENDS,
        "Occurrences that ended on this node as succeeded, skipped or failed, and attempts that are followed by another (retried).";
    STARTED = "refrain_scheduler_started_total", Counter, Count, TENANT,
        "Attempts that were started on this node, including those in progress.";
    PLANNED = "refrain_scheduler_planned_total", Counter, Count, TENANT,
        "Occurrences that were planned by this node.";
    MISSED = "refrain_scheduler_missed_total", Counter, Count, TENANT,
        "Occurrences that were collapsed into gaps because they were not planned in time.";
    CLAIMED = "refrain_scheduler_claimed_total", Counter, Count, &[],
        "Occurrences that were leased by this node.";
    LEASE_LOST = "refrain_scheduler_lease_lost_total", Counter, Count, &[],
        "Leases that this node lost to another or gave up.";
    RUN_DURATION = "refrain_scheduler_run_duration_seconds", Histogram, Seconds, TENANT,
        "Duration of attempts, from start to outcome.";
    LAG = "refrain_scheduler_lag_seconds", Histogram, Seconds, TENANT,
        "Start delay of first attempts, measured from nominal time. Runs that a person requested are left out.";
    PLANNED_TO_GENERATED = "refrain_scheduler_planned_to_succeeded_seconds", Histogram, Seconds, TENANT,
        "Time from when an occurrence was planned and due until it succeeded.";
    ACTIVE_SCHEDULES = "refrain_scheduler_active_schedules", Gauge, Count, &[],
        "Active schedules in the store, as of the last complete scan by this node.";
    STALE_SCHEDULES = "refrain_scheduler_stale_schedules", Gauge, Count, &[],
        "Schedules whose planning is overdue by a minute or more. Counted up to 100.";
    OVERDUE_PLANNED = "refrain_scheduler_overdue_planned", Gauge, Count, &[],
        "Occurrences that are overdue by a minute or more and not running. Counted up to 1,000.";
    RETENTION_LAG = "refrain_retention_lag_seconds", Gauge, Seconds, &[],
        "How long ago the oldest occurrence past retention should have been removed, on the node that applies retention. 0 if none is left.";
    ALARMS = "refrain_alarms_total", Counter, Count, &["alarm"],
        "Alarms that this node raised.";
    ALERTS = "refrain_alerts_total", Counter, Count, &["result"],
        "Alerts that this node sent, held back or could not deliver.";
    STEPS = "refrain_dispatch_steps_total", Counter, Count, &["step", "decision"],
        "Dispatch steps, by decision.";
    OUTCOMES = "refrain_dispatch_outcomes_total", Counter, Count, &["provider", "outcome"],
        "Outcomes of sends, by provider.";
    PROVIDER_DURATION = "refrain_dispatch_provider_duration_seconds", Histogram, Seconds, &["provider"],
        "Duration of sends, by provider.";
    BREAKER = "refrain_breaker_state", Gauge, Count, &["namespace", "tenant", "provider", "receiver"],
        "State of circuit breakers that have been open, as this node last saw them: 0 closed, 1 half-open, 2 open.";
    SCHEDULE_RUNS = "refrain_scheduler_schedule_runs_total", Counter, Count, SCHEDULE_ENDS,
        "Like refrain_scheduler_runs_total, per schedule. Only if per-schedule series are enabled.";
    SCHEDULE_RUN_DURATION = "refrain_scheduler_schedule_run_duration_seconds", Histogram, Seconds, SCHEDULE,
        "Like refrain_scheduler_run_duration_seconds, per schedule. Only if per-schedule series are enabled.";
    SCHEDULE_LEASE_LOST = "refrain_scheduler_schedule_lease_lost_total", Counter, Count, SCHEDULE,
        "Leases on runs of a schedule that were lost or given up. Only if per-schedule series are enabled.";
    LAST_RUN = "refrain_scheduler_last_run_timestamp", Gauge, Timestamp, SCHEDULE,
        "When the last run of a schedule ended on this node, as Unix time. Only if per-schedule series are enabled.";
    NEXT_RUN = "refrain_scheduler_next_run_timestamp", Gauge, Timestamp, SCHEDULE,
        "When the next run of a schedule is due by its recurrence, as Unix time. Only if per-schedule series are enabled.";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_say_what_they_count_and_no_two_are_the_same() {
        let names: BTreeSet<&str> = TABLE.iter().map(|metric| metric.name).collect();
        assert_eq!(names.len(), TABLE.len());
        for Metric { name, kind, unit, .. } in TABLE {
            assert!(name.starts_with("refrain_"), "{name}");
            let end = match (kind, unit) {
                (Kind::Counter, _) => "_total",
                (_, Unit::Seconds) => "_seconds",
                (_, Unit::Timestamp) => "_timestamp",
                (Kind::Gauge | Kind::Histogram, Unit::Count) => "",
            };
            assert!(name.ends_with(end), "{name}");
        }
    }
}
