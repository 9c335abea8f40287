//! Metrics of a node, for a monitoring system. Counting is cheap enough to be always on: each run costs a
//! lookup and a few atomic additions. Nothing is allocated for a tenant that was seen before.
//!
//! [`table`] holds every name. Where names come from users, the number of series is bounded. Tenants beyond
//! [`TENANTS_MAX`] are counted together as `(other)`. Series of single schedules exist only for as many
//! schedules as [`MetricsOptions::schedules_max`] allows (default: none). The store keeps no metrics: each
//! node counts what it did itself since it started.

mod ends;
mod expose;
mod family;
mod histogram;
pub mod table;
mod tenant;
mod text;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use jiff::{SignedDuration, Timestamp};

use self::ends::ResultCounters;
use self::family::Family;
use self::histogram::Histogram;
pub use self::tenant::TenantStats;
pub use self::text::CONTENT_TYPE;
use crate::breaker::{Breaker, BreakerKey};
use crate::model::{Occurrence, Reason, ScheduleKey, State, Tenant};
use crate::observe::{Alarm, AlertResult, Count, Stats};
use crate::outcome::{Decision, OutcomeKind, StepName};

/// Maximum number of tenants with their own series.
pub const TENANTS_MAX: usize = 200;
/// Maximum number of alarm kinds with their own series. There are fewer today; the limit is for later
/// additions.
const ALARMS_MAX: usize = 100;
/// Maximum number of providers with their own series.
const PROVIDERS_MAX: usize = 100;
/// Maximum number of circuit breakers with their own series.
const BREAKERS_MAX: usize = 200;
/// Decisions of dispatch steps, in the order of their counters.
const DECISIONS: [&str; 3] = ["pass", "changed", "stop"];

/// Options for metrics that are off by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MetricsOptions {
    /// Maximum number of schedules with their own series. 0, the default, turns these series off. Each
    /// schedule adds about 20 lines of text.
    pub schedules_max: usize,
}

crate::options::changeable!(MetricsOptions);

/// Metrics of one node.
#[derive(Debug)]
pub struct Metrics {
    stats: Arc<Stats>,
    tenants: Family<Tenant, TenantSeries>,
    schedules: Option<Family<ScheduleKey, ScheduleSeries>>,
    alarms: Family<&'static str, Count>,
    steps: [[Count; DECISIONS.len()]; StepName::ALL.len()],
    providers: Family<String, ProviderSeries>,
    breakers: Family<BreakerKey, AtomicU64>,
    alerts: [Count; 3],
    active_schedules: AtomicU64,
    stale_schedules: AtomicU64,
    overdue_planned: AtomicU64,
    /// Lag in milliseconds.
    retention_lag: AtomicU64,
}

#[derive(Debug, Default)]
struct TenantSeries {
    runs: ResultCounters,
    started: Count,
    planned: Count,
    missed: Count,
    run_duration: Histogram,
    lag: Histogram,
    planned_to_succeeded: Histogram,
}

#[derive(Debug, Default)]
struct ScheduleSeries {
    runs: ResultCounters,
    run_duration: Histogram,
    lease_lost: Count,
    /// Unix time in whole seconds; 0 if there is none.
    last_run_at: AtomicI64,
    next_run_at: AtomicI64,
}

#[derive(Debug, Default)]
struct ProviderSeries {
    outcomes: [Count; OutcomeKind::ALL.len()],
    duration: Histogram,
}

/// Result of a run, as far as metrics need it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunResult<'a> {
    pub(crate) occurrence: &'a Occurrence,
    pub(crate) state: State,
    pub(crate) reason: Option<Reason>,
    /// Duration of the attempt; `None` if nothing was sent.
    pub(crate) took_for: Option<SignedDuration>,
    pub(crate) at: Timestamp,
}

impl Metrics {
    /// Creates metrics with all counters at zero.
    pub fn new(options: MetricsOptions) -> Self {
        Self {
            stats: Arc::default(),
            tenants: Family::new(TENANTS_MAX),
            schedules: (options.schedules_max > 0).then(|| Family::new(options.schedules_max)),
            alarms: Family::new(ALARMS_MAX),
            steps: Default::default(),
            providers: Family::new(PROVIDERS_MAX),
            breakers: Family::new(BREAKERS_MAX),
            alerts: Default::default(),
            active_schedules: AtomicU64::default(),
            stale_schedules: AtomicU64::default(),
            overdue_planned: AtomicU64::default(),
            retention_lag: AtomicU64::default(),
        }
    }

    /// Returns the sums over all tenants.
    pub fn stats(&self) -> &Arc<Stats> {
        &self.stats
    }

    /// Returns whether there are series of single schedules.
    pub(crate) fn has_schedules(&self) -> bool {
        self.schedules.is_some()
    }

    /// Counts occurrences that were planned.
    pub(crate) fn planned(&self, tenant: &Tenant, rows: usize) {
        self.stats.planned.add(rows);
        self.tenants.with(tenant, |series| series.planned.add(rows));
    }

    /// Counts occurrences that were collapsed into a gap.
    pub(crate) fn missed(&self, tenant: &Tenant, occurrences: usize) {
        self.stats.missed.add(occurrences);
        self.tenants.with(tenant, |series| series.missed.add(occurrences));
    }

    /// Counts an attempt that starts.
    pub(crate) fn started(&self, occurrence: &Occurrence, at: Timestamp) {
        self.stats.started.add(1);
        let planned = &occurrence.planned;
        // A run that a person requested may be for any time, and a retry is late because of the first
        // attempt.
        let is_on_schedule = occurrence.attempt == 1 && !planned.trigger.is_user_requested();
        self.tenants.with(&occurrence.schedule.tenant, |series| {
            series.started.add(1);
            if is_on_schedule {
                series.lag.add(at.duration_since(planned.nominal_at));
            }
        });
    }

    /// Counts a run that ended or is to be retried.
    pub(crate) fn ended(&self, end: &RunResult<'_>) {
        let RunResult { occurrence, state, reason, took_for, at } = *end;
        match state {
            State::Planned => self.stats.retried.add(1),
            State::Succeeded => self.stats.succeeded.add(1),
            State::Skipped => self.stats.skipped.add(1),
            State::Failed => self.stats.failed.add(1),
            State::Running => {}
        }
        self.tenants.with(&occurrence.schedule.tenant, |series| {
            series.runs.add(state, reason);
            took_for.into_iter().for_each(|took_for| series.run_duration.add(took_for));
            if state == State::Succeeded {
                let ready_at = occurrence.created_at.max(occurrence.planned.due_at);
                series.planned_to_succeeded.add(at.duration_since(ready_at));
            }
        });
        let Some(schedules) = &self.schedules else { return };
        schedules.with(&occurrence.schedule, |series| {
            series.runs.add(state, reason);
            took_for.into_iter().for_each(|took_for| series.run_duration.add(took_for));
            if took_for.is_some() {
                series.last_run_at.store(at.as_second(), Ordering::Relaxed);
            }
        });
    }

    /// Sets when the recurrence of a schedule is due next.
    pub(crate) fn next_run(&self, schedule: &ScheduleKey, at: Option<Timestamp>) {
        let Some(schedules) = &self.schedules else { return };
        let second = at.map_or(0, Timestamp::as_second);
        schedules.with(schedule, |series| series.next_run_at.store(second, Ordering::Relaxed));
    }

    /// Counts a lease on a run of this schedule that was lost or given up, as far as the node knows.
    pub(crate) fn lease_lost(&self, schedule: &ScheduleKey) {
        self.stats.lease_lost.add(1);
        if let Some(schedules) = &self.schedules {
            schedules.with(schedule, |series| series.lease_lost.add(1));
        }
    }

    /// Returns the next schedules that have their own series after a given one, up to a limit.
    pub(crate) fn schedules_after(&self, last: Option<&ScheduleKey>, limit: usize) -> Vec<ScheduleKey> {
        self.schedules.as_ref().map(|schedules| schedules.after(last, limit)).unwrap_or_default()
    }

    /// Removes the series of a deleted schedule.
    pub(crate) fn remove_schedule(&self, schedule: &ScheduleKey) {
        if let Some(schedules) = &self.schedules {
            schedules.remove(schedule);
        }
    }

    /// Counts the decision of a step.
    pub(crate) fn step(&self, step: StepName, decision: &Decision) {
        let place = match decision {
            Decision::Pass => 0,
            Decision::Changed => 1,
            Decision::Stop(_) => 2,
        };
        self.steps[step as usize][place].add(1);
    }

    /// Counts the outcome of a send through a provider, and its duration.
    pub(crate) fn count_outcome(&self, provider: &String, outcome: OutcomeKind, took_for: Option<SignedDuration>) {
        self.providers.with(provider, |series| {
            series.outcomes[outcome as usize].add(1);
            took_for.into_iter().for_each(|took_for| series.duration.add(took_for));
        });
    }

    /// Records the state of a circuit breaker that was read.
    pub(crate) fn breaker(&self, key: &BreakerKey, breaker: &Breaker) {
        let shows = |state: u64| move |series: &AtomicU64| series.store(state, Ordering::Relaxed);
        match breaker {
            // Most breakers were never open and have no series.
            Breaker::Closed | Breaker::Failing { .. } => self.breakers.with_existing(key, shows(0)),
            Breaker::HalfOpen { .. } => self.breakers.with(key, shows(1)),
            Breaker::Open { .. } | Breaker::Tripped { .. } => self.breakers.with(key, shows(2)),
        }
    }

    /// Counts an alarm that was raised.
    pub(crate) fn alarm(&self, alarm: &Alarm) {
        self.alarms.with(&alarm.name(), |count| count.add(1));
    }

    /// Counts an alert that was sent, held back or not delivered.
    pub(crate) fn alert(&self, reported: AlertResult) {
        self.alerts[reported as usize].add(1);
    }

    /// Sets the number of active schedules.
    pub(crate) fn active_schedules(&self, count: u64) {
        self.active_schedules.store(count, Ordering::Relaxed);
    }

    /// Sets the number of schedules whose planning is overdue.
    pub(crate) fn stale_schedules(&self, count: usize) {
        self.stale_schedules.store(count as u64, Ordering::Relaxed);
    }

    /// Sets how long ago the oldest occurrence past retention should have been removed.
    pub(crate) fn retention_lag(&self, lag: SignedDuration) {
        let millis = u64::try_from(lag.as_millis()).unwrap_or(0);
        self.retention_lag.store(millis, Ordering::Relaxed);
    }

    /// Sets the number of overdue planned occurrences.
    pub(crate) fn overdue_planned(&self, count: usize) {
        self.overdue_planned.store(count as u64, Ordering::Relaxed);
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new(MetricsOptions::default())
    }
}
