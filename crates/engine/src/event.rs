//! What happens in a node, for whoever listens: hooks, alarms, streams, and numbers. Listening changes nothing, and nobody
//! waits for it.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::broadcast;

use crate::alert;
use crate::dispatch::{Account, StepName};
use crate::gap::NewGap;
use crate::id::{OccurrenceId, ScheduleKey, Tenant};
use crate::metrics::Metrics;
use crate::occurrence::{Occurrence, Reason};
use crate::outcome::{Outcome, OutcomeKind};
use crate::trace;

/// So many events wait for a slow listener; what is older it misses, and is told so.
const EVENTS_KEPT: usize = 4_096;
/// So many alarms wait for a slow listener.
const ALARMS_KEPT: usize = 1_024;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A schedule got so many new rows.
    Planned {
        /// Which.
        schedule: ScheduleKey,
        /// How many.
        rows: usize,
    },
    /// A schedule has nothing left to plan; what was planned still runs.
    Finished {
        /// Which.
        schedule: ScheduleKey,
    },
    /// Occurrences were folded into a gap.
    Folded {
        /// Of which schedule.
        schedule: ScheduleKey,
        /// What was folded.
        gap: NewGap,
    },
    /// An attempt begins.
    Started(Box<Occurrence>),
    /// An attempt was dispatched, or an action without a schedule. Nothing of the action itself is told.
    Dispatched(Box<Dispatched>),
    /// An occurrence ended: its state and reason say how.
    Ended(Box<Occurrence>),
    /// An attempt failed and another will follow.
    Retried {
        /// The occurrence as it was when the attempt began.
        occurrence: Box<Occurrence>,
        /// When the next attempt is.
        at: Timestamp,
        /// What went wrong.
        message: Option<String>,
    },
    /// A run wrote a line to its log.
    Logged {
        /// Of which schedule.
        schedule: ScheduleKey,
        /// Which occurrence.
        occurrence: OccurrenceId,
        /// At which attempt, counted from 1.
        attempt: u32,
        /// What it wrote, cut.
        line: String,
    },
    /// A person should know.
    Alarm(Alarm),
}

/// What became of one dispatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispatched {
    /// Of which schedule; for an action without one, only its tenant means something.
    pub schedule: ScheduleKey,
    /// Which occurrence; 0 for an action without a schedule.
    pub occurrence: OccurrenceId,
    /// At which attempt, counted from 1.
    pub attempt: u32,
    /// Who sent it; empty when a step stopped it before.
    pub provider: String,
    /// What came of it.
    pub outcome: OutcomeKind,
    /// Why, where it is no success.
    pub reason: Option<Reason>,
    /// What each step decided: `pass`, `changed` or `stop`.
    pub steps: Vec<(StepName, &'static str)>,
    /// How long the provider took.
    pub took_for: Option<SignedDuration>,
}

impl Event {
    /// What became of a dispatch, as its account says.
    pub(crate) fn dispatched(occurrence: &Occurrence, account: &Account, outcome: &Outcome) -> Self {
        let written = account.read().unwrap_or_default();
        Self::Dispatched(Box::new(Dispatched {
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

/// What a person should know.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Alarm {
    /// An occurrence was expected and nobody runs it: it has not begun, or waits for another attempt, more than a minute
    /// after it was due, or its `start_deadline` if that is longer.
    MissedRun {
        /// Of which schedule.
        schedule: ScheduleKey,
        /// Which.
        occurrence: OccurrenceId,
        /// When it was expected.
        nominal_at: Timestamp,
    },
    /// So many runs of a schedule failed in a row.
    Failing {
        /// Which.
        schedule: ScheduleKey,
        /// How many.
        failures_in_a_row: u64,
    },
    /// A schedule that had failed works again.
    Recovered {
        /// Which.
        schedule: ScheduleKey,
    },
    /// A schedule paused itself after so many failures.
    PausedOnFailure {
        /// Which.
        schedule: ScheduleKey,
    },
    /// A schedule should have been planned long ago.
    Stale {
        /// Which.
        schedule: ScheduleKey,
        /// When it was due.
        due_at: Timestamp,
    },
    /// An active schedule had no next time, so that nobody would have planned it again, and was given one.
    Repaired {
        /// Which.
        schedule: ScheduleKey,
    },
    /// A schedule was stopped by an error in itself.
    Disabled {
        /// Which.
        schedule: ScheduleKey,
        /// What is wrong.
        problem: String,
    },
    /// Planned occurrences wait although their time has come.
    Overdue {
        /// Since when the first of them waits.
        since: Timestamp,
    },
    /// The store's clock went back.
    ClockBack {
        /// By how much.
        by: SignedDuration,
    },
    /// The store's clock jumped ahead; nothing is planned until it is confirmed or has proved steady.
    ClockAhead {
        /// By how much.
        by: SignedDuration,
    },
    /// A new time zone database moved fires.
    FiresMoved {
        /// Of which schedule.
        schedule: ScheduleKey,
        /// How many: planned ones, and the next one that is not planned yet.
        moved: usize,
    },
    /// This node's time zone database is older than one that has planned: it does not plan.
    OldTimeZones {
        /// What this node has.
        own: String,
        /// What has been used.
        newest: String,
    },
    /// A hold, a cap or a rule cannot be read. Until it is mended or removed, nothing of its tenant begins.
    UnreadableOrder {
        /// Whose.
        tenant: Tenant,
        /// What it is: `hold`, `capacity` or `rule`.
        kind: &'static str,
        /// What it is called.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A rule's condition has no answer for an action. It is told once for each version of the rule.
    RuleFailed {
        /// Whose.
        tenant: Tenant,
        /// What the rule is called.
        rule: String,
        /// What is wrong.
        problem: String,
    },
    /// Too much failed at a receiver: what is for it waits.
    BreakerOpened {
        /// Whose.
        tenant: Tenant,
        /// Who sends there.
        provider: String,
        /// Where; empty when the provider has only one receiver.
        receiver: String,
    },
    /// A receiver works again.
    BreakerClosed {
        /// Whose.
        tenant: Tenant,
        /// Who sends there.
        provider: String,
        /// Where; empty when the provider has only one receiver.
        receiver: String,
    },
    /// A version of the time zone database cannot be compared, so that an older node would not be stopped. Planning goes on.
    UnknownTimeZones {
        /// What was found in place of one.
        found: String,
    },
    /// A row of the ledger cannot be read, and nobody runs it until it is mended or a newer program comes.
    UnreadableRow {
        /// Which.
        occurrence: OccurrenceId,
        /// Why.
        problem: String,
    },
    /// A loop of this node ended although nobody asked the node to stop. The node ends because of it.
    NodeFailed {
        /// The loop that ended.
        part: &'static str,
        /// What is known about it.
        problem: String,
    },
    /// The store cannot be used.
    StoreDown {
        /// What it said.
        problem: String,
    },
    /// The store was restored from an older copy. What was recorded since then is planned again, and may be sent again with
    /// the same idempotency keys.
    StoreRestored {
        /// The newest occurrence that was seen before.
        seen: OccurrenceId,
        /// The newest occurrence that the store has given now.
        found: OccurrenceId,
    },
}

/// Where events are told, and what is to be counted is counted.
#[derive(Clone, Debug)]
pub struct Events {
    sender: broadcast::Sender<Event>,
    /// Alarms by themselves, so that those who send alerts miss none among many events.
    alarms: broadcast::Sender<Alarm>,
    metrics: Arc<Metrics>,
}

impl Events {
    /// Nobody listens yet.
    pub fn new() -> Self {
        Self::counted(Arc::default())
    }

    /// The same, with numbers of its own choice.
    pub fn counted(metrics: Arc<Metrics>) -> Self {
        Self { sender: broadcast::Sender::new(EVENTS_KEPT), alarms: broadcast::Sender::new(ALARMS_KEPT), metrics }
    }

    /// The numbers of the node.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Listens from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.sender.subscribe()
    }

    /// Listens from now on to alarms alone. What is raised while an alert is sent is not among them.
    pub fn subscribe_alarms(&self) -> broadcast::Receiver<Alarm> {
        self.alarms.subscribe()
    }

    /// Whether anyone listens.
    pub fn has_listeners(&self) -> bool {
        self.sender.receiver_count() > 0
    }

    /// Tells what happened, if anyone listens; only then is it put together.
    pub fn tell(&self, event: impl FnOnce() -> Event) {
        if self.has_listeners() {
            // The last listener may have left since; then there is nobody to tell.
            self.sender.send(event()).ok();
        }
    }

    /// Raises an alarm.
    pub fn alarm(&self, alarm: Alarm) {
        self.metrics.alarm(&alarm);
        trace::alarm(&alarm);
        if !alert::is_sending() {
            // Nobody may listen.
            self.alarms.send(alarm.clone()).ok();
        }
        self.tell(|| Event::Alarm(alarm));
    }
}

impl Default for Events {
    fn default() -> Self {
        Self::new()
    }
}
