//! Events of a node, for hooks, alerts, streams and metrics. Subscribing changes nothing in the engine, and
//! the engine never waits for a subscriber.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::broadcast;

use super::is_sending;
use crate::model::{NewGap, Occurrence, OccurrenceId, Reason, ScheduleKey, Tenant};
use crate::observe::metrics::Metrics;
use crate::observe::trace;
use crate::outcome::{Account, Outcome, OutcomeKind, StepName};

/// Number of events buffered for a slow subscriber. A subscriber that falls further behind misses the oldest
/// ones and receives an error that says so.
const EVENTS_BUFFERED: usize = 4_096;
/// Number of alarms buffered for a slow subscriber.
const ALARMS_BUFFERED: usize = 1_024;

/// Event of a node.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// Occurrences of a schedule were planned.
    Planned {
        /// Key of the schedule.
        schedule: ScheduleKey,
        /// Number of new occurrences.
        rows: usize,
    },
    /// A schedule is finished: nothing is left to plan, and nothing is open.
    Finished {
        /// Key of the schedule.
        schedule: ScheduleKey,
    },
    /// Occurrences were collapsed into a gap.
    GapRecorded {
        /// Key of the schedule.
        schedule: ScheduleKey,
        /// Gap that covers the occurrences.
        gap: NewGap,
    },
    /// An attempt starts.
    Started(Box<Occurrence>),
    /// An attempt, or an action without a schedule, was dispatched. The event contains nothing of the action
    /// itself.
    Dispatched(Box<DispatchReport>),
    /// An occurrence completed. Its state and reason give the result.
    Ended(Box<Occurrence>),
    /// An attempt failed and another one follows.
    Retried {
        /// Occurrence as it was when the attempt started.
        occurrence: Box<Occurrence>,
        /// When the next attempt is due.
        at: Timestamp,
        /// Error of the attempt.
        message: Option<String>,
    },
    /// A run wrote a line to its log.
    Logged {
        /// Key of the schedule.
        schedule: ScheduleKey,
        /// ID of the occurrence.
        occurrence: OccurrenceId,
        /// Number of the attempt. The first is 1.
        attempt: u32,
        /// Log line, truncated.
        line: String,
    },
    /// An alarm was raised: a condition that people should know about.
    Alarm(Alarm),
}

/// Result of one dispatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DispatchReport {
    /// Key of the schedule. For an action without a schedule, only the tenant is meaningful.
    pub schedule: ScheduleKey,
    /// ID of the occurrence; 0 for an action without a schedule.
    pub occurrence: OccurrenceId,
    /// Number of the attempt. The first is 1.
    pub attempt: u32,
    /// Name of the provider that sent the action; empty if an earlier step stopped the dispatch.
    pub provider: String,
    /// Kind of the outcome.
    pub outcome: OutcomeKind,
    /// Reason, unless the dispatch succeeded.
    pub reason: Option<Reason>,
    /// Decision of each step: `pass`, `changed` or `stop`.
    pub steps: Vec<(StepName, &'static str)>,
    /// Time that the provider took.
    pub took_for: Option<SignedDuration>,
}

impl Event {
    /// Creates the event of a dispatch from its account.
    pub(crate) fn dispatched(occurrence: &Occurrence, account: &Account, outcome: &Outcome) -> Self {
        let written = account.read().unwrap_or_default();
        Self::Dispatched(Box::new(DispatchReport {
            schedule: occurrence.schedule.clone(),
            occurrence: occurrence.id,
            attempt: occurrence.attempt,
            provider: written.provider,
            outcome: outcome.kind(),
            reason: outcome.reason(),
            steps: written.steps.iter().map(|taken| (taken.step, taken.decision)).collect(),
            took_for: written.sent.and_then(|(_, took_for)| took_for),
        }))
    }
}

/// Condition that people should know about.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Alarm {
    /// An expected occurrence is not running. It has not started, or it waits for another attempt, more than
    /// a minute after it was due, or more than its `start_deadline` if that is longer.
    MissedRun {
        /// Key of the schedule.
        schedule: ScheduleKey,
        /// ID of the occurrence.
        occurrence: OccurrenceId,
        /// Nominal time of the occurrence.
        nominal_at: Timestamp,
    },
    /// Several consecutive runs of a schedule failed.
    Failing {
        /// Key of the schedule.
        schedule: ScheduleKey,
        /// Number of consecutive failures.
        consecutive_failures: u64,
    },
    /// A schedule that was failing succeeded again.
    Recovered {
        /// Key of the schedule.
        schedule: ScheduleKey,
    },
    /// A schedule paused itself after too many consecutive failures.
    PausedOnFailure {
        /// Key of the schedule.
        schedule: ScheduleKey,
    },
    /// Planning of a schedule is long overdue.
    Stale {
        /// Key of the schedule.
        schedule: ScheduleKey,
        /// When the schedule was due for planning.
        due_at: Timestamp,
    },
    /// An active schedule had no next due time, so it would never have been planned again. It was given one.
    Repaired {
        /// Key of the schedule.
        schedule: ScheduleKey,
    },
    /// A schedule was disabled because of an error in its definition or state.
    Disabled {
        /// Key of the schedule.
        schedule: ScheduleKey,
        /// Description of the error.
        problem: String,
    },
    /// Planned occurrences are due and not running.
    Overdue {
        /// Since when the oldest of them has been waiting.
        since: Timestamp,
    },
    /// The store's clock was set back.
    ClockBack {
        /// Size of the step.
        by: SignedDuration,
    },
    /// The store's clock jumped forward. Planning halts until the new time is confirmed or has been steady
    /// for a while.
    ClockAhead {
        /// Size of the jump.
        by: SignedDuration,
    },
    /// A new version of the time zone database moved occurrences.
    OccurrencesMoved {
        /// Key of the schedule.
        schedule: ScheduleKey,
        /// Number of moved occurrences: planned ones, and the next one that is not planned yet.
        moved: usize,
    },
    /// This node's time zone database is older than one that was used for planning. The node does not plan.
    OldTzdbVersion {
        /// Version that this node has.
        own: String,
        /// Newest version that was used for planning.
        newest: String,
    },
    /// A hold, quota or dispatch rule cannot be read. Until it is repaired or removed, no run of its tenant
    /// starts.
    UnreadableControl {
        /// Tenant of the document.
        tenant: Tenant,
        /// Kind of the document: `hold`, `quota` or `rule`.
        kind: &'static str,
        /// Name of the document.
        name: String,
        /// Description of the problem.
        problem: String,
    },
    /// The condition of a dispatch rule cannot be evaluated for an action. Raised once for each version of
    /// the rule.
    RuleFailed {
        /// Tenant of the rule.
        tenant: Tenant,
        /// Name of the rule.
        rule: String,
        /// Description of the problem.
        problem: String,
    },
    /// A circuit breaker opened after too many failures. Actions for the receiver wait.
    BreakerOpened {
        /// Tenant of the breaker.
        tenant: Tenant,
        /// Name of the provider.
        provider: String,
        /// Receiver; empty if the provider has only one.
        receiver: String,
    },
    /// A circuit breaker closed: the receiver works again.
    BreakerClosed {
        /// Tenant of the breaker.
        tenant: Tenant,
        /// Name of the provider.
        provider: String,
        /// Receiver; empty if the provider has only one.
        receiver: String,
    },
    /// A version of the time zone database cannot be compared, so a node with an older one would not be
    /// stopped. Planning continues.
    UnknownTzdbVersion {
        /// Text that was found instead of a version.
        found: String,
    },
    /// A row of the ledger cannot be read. It does not run until it is repaired or a newer version of the
    /// program reads it.
    UnreadableRow {
        /// ID of the occurrence.
        occurrence: OccurrenceId,
        /// Description of the problem.
        problem: String,
    },
    /// A loop of this node ended without a request to stop. The node stops because of it.
    NodeFailed {
        /// Name of the loop.
        part: &'static str,
        /// Description of the failure, as far as it is known.
        problem: String,
    },
    /// The store is unavailable.
    StoreDown {
        /// Error from the store.
        problem: String,
    },
    /// The store was restored from an older copy. Occurrences recorded after that copy are planned again, and
    /// may be sent again with the same idempotency keys.
    StoreRestored {
        /// Newest occurrence ID seen before.
        seen: OccurrenceId,
        /// Newest occurrence ID in the store now.
        found: OccurrenceId,
    },
}

/// Publisher of events and alarms, which also counts them in the metrics.
#[derive(Clone, Debug)]
pub struct Events {
    sender: broadcast::Sender<Event>,
    /// Alarms have their own channel, so that the alert sender does not lose any among many events.
    alarms: broadcast::Sender<Alarm>,
    metrics: Arc<Metrics>,
}

impl Events {
    /// Creates a publisher without subscribers and with new metrics.
    pub fn new() -> Self {
        Self::with_metrics(Arc::default())
    }

    /// Creates a publisher that counts in the given metrics.
    pub fn with_metrics(metrics: Arc<Metrics>) -> Self {
        Self {
            sender: broadcast::Sender::new(EVENTS_BUFFERED),
            alarms: broadcast::Sender::new(ALARMS_BUFFERED),
            metrics,
        }
    }

    /// Returns the metrics of the node.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Subscribes to events from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.sender.subscribe()
    }

    /// Subscribes to alarms only, from now on. Alarms raised while an alert is being sent are left out.
    pub fn subscribe_alarms(&self) -> broadcast::Receiver<Alarm> {
        self.alarms.subscribe()
    }

    /// Returns whether there is any subscriber.
    pub fn has_listeners(&self) -> bool {
        self.sender.receiver_count() > 0
    }

    /// Publishes an event if there is a subscriber. The event is only built in that case.
    pub fn publish(&self, event: impl FnOnce() -> Event) {
        if self.has_listeners() {
            // The last subscriber may have left in the meantime.
            self.sender.send(event()).ok();
        }
    }

    /// Raises an alarm.
    pub fn alarm(&self, alarm: Alarm) {
        self.metrics.alarm(&alarm);
        trace::alarm(&alarm);
        if !is_sending() {
            // There may be no subscriber.
            self.alarms.send(alarm.clone()).ok();
        }
        self.publish(|| Event::Alarm(alarm));
    }
}

impl Default for Events {
    fn default() -> Self {
        Self::new()
    }
}
