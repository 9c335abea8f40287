//! Every metric there is: its name, kind, unit, labels and help. Nothing is exposed that is not in this table, so that the
//! page which explains them can be held against it.

/// What a metric does over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It only rises while a node lives.
    Counter,
    /// It goes up and down.
    Gauge,
    /// How often values fell under each of some bounds, with their sum.
    Histogram,
}

impl Kind {
    /// As the text format writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram => "histogram",
        }
    }
}

/// What its numbers count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Things.
    Count,
    /// Seconds that something took.
    Seconds,
    /// Seconds since 1970.
    Timestamp,
}

/// One metric.
#[derive(Debug, PartialEq, Eq)]
pub struct Metric {
    /// What it is called; it is kept for good.
    pub name: &'static str,
    /// What it does over time.
    pub kind: Kind,
    /// What its numbers count.
    pub unit: Unit,
    /// What its series are told apart by, in the order in which values are given.
    pub labels: &'static [&'static str],
    /// What it says, for a person.
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

        /// All of them, in the order in which they are exposed.
        pub const TABLE: &[Metric] = &[$($constant,)+];
    };
}

const TENANT: &[&str] = &["namespace", "tenant"];
const ENDS: &[&str] = &["namespace", "tenant", "status", "reason"];
const SCHEDULE: &[&str] = &["namespace", "tenant", "schedule"];
const SCHEDULE_ENDS: &[&str] = &["namespace", "tenant", "schedule", "status"];

metrics! {
    RUNS = "refrain_scheduler_runs_total", Counter, Count, ENDS,
        "Occurrences that ended here as generated, skipped or failed, and attempts after which another follows (retried).";
    STARTED = "refrain_scheduler_started_total", Counter, Count, TENANT,
        "Attempts that were begun here; those that have not ended are under way.";
    PLANNED = "refrain_scheduler_planned_total", Counter, Count, TENANT,
        "Rows that were planned here.";
    MISSED = "refrain_scheduler_missed_total", Counter, Count, TENANT,
        "Occurrences that were folded into gaps because nobody planned them in time.";
    CLAIMED = "refrain_scheduler_claimed_total", Counter, Count, &[],
        "Occurrences that were leased by this node.";
    LEASE_LOST = "refrain_scheduler_lease_lost_total", Counter, Count, &[],
        "Leases that this node lost to another or gave up.";
    RUN_DURATION = "refrain_scheduler_run_duration_seconds", Histogram, Seconds, TENANT,
        "How long attempts took, from their start to their outcome.";
    LAG = "refrain_scheduler_lag_seconds", Histogram, Seconds, TENANT,
        "How long after their nominal time first attempts began; runs that a person asked for are left out.";
    PLANNED_TO_GENERATED = "refrain_scheduler_planned_to_generated_seconds", Histogram, Seconds, TENANT,
        "How long it took from when an occurrence was planned and due until it was generated.";
    ACTIVE_SCHEDULES = "refrain_scheduler_active_schedules", Gauge, Count, &[],
        "Active schedules in the store, as the last whole round of this node found them.";
    STALE_SCHEDULES = "refrain_scheduler_stale_schedules", Gauge, Count, &[],
        "Schedules that should have been planned a minute ago or earlier, up to 100.";
    OVERDUE_PLANNED = "refrain_scheduler_overdue_planned", Gauge, Count, &[],
        "Occurrences that should have begun a minute ago or earlier and nobody runs, up to 1,000.";
    RETENTION_LAG = "refrain_retention_lag_seconds", Gauge, Seconds, &[],
        "How long ago the oldest occurrence past retention should have been removed, on the node that does retention. 0: none is left.";
    ALARMS = "refrain_alarms_total", Counter, Count, &["alarm"],
        "Alarms that this node raised.";
    ALERTS = "refrain_alerts_total", Counter, Count, &["result"],
        "Alerts that this node sent, held back or could not deliver.";
    STEPS = "refrain_dispatch_steps_total", Counter, Count, &["step", "decision"],
        "Steps of dispatches, by what they decided.";
    OUTCOMES = "refrain_dispatch_outcomes_total", Counter, Count, &["provider", "outcome"],
        "What came of what providers were given.";
    PROVIDER_DURATION = "refrain_dispatch_provider_duration_seconds", Histogram, Seconds, &["provider"],
        "How long providers took.";
    BREAKER = "refrain_breaker_state", Gauge, Count, &["namespace", "tenant", "provider", "receiver"],
        "Breakers that have been open, as this node last saw them: 0 closed, 1 one is being tried, 2 open.";
    SCHEDULE_RUNS = "refrain_scheduler_schedule_runs_total", Counter, Count, SCHEDULE_ENDS,
        "As refrain_scheduler_runs_total, for each schedule; only where series of schedules are asked for.";
    SCHEDULE_RUN_DURATION = "refrain_scheduler_schedule_run_duration_seconds", Histogram, Seconds, SCHEDULE,
        "As refrain_scheduler_run_duration_seconds, for each schedule; only where series of schedules are asked for.";
    SCHEDULE_LEASE_LOST = "refrain_scheduler_schedule_lease_lost_total", Counter, Count, SCHEDULE,
        "Leases on runs of a schedule that were found lost when they ended; only where series of schedules are asked for.";
    LAST_RUN = "refrain_scheduler_last_run_timestamp", Gauge, Timestamp, SCHEDULE,
        "When the last run of a schedule ended here; only where series of schedules are asked for.";
    NEXT_RUN = "refrain_scheduler_next_run_timestamp", Gauge, Timestamp, SCHEDULE,
        "When the run after that is due by its rule; only where series of schedules are asked for.";
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
