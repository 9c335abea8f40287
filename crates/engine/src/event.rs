//! What happens in a node, for whoever listens: hooks, alarms, streams. Listening changes nothing, and nobody waits for it.

use jiff::{SignedDuration, Timestamp};
use tokio::sync::broadcast;

use crate::gap::NewGap;
use crate::id::{OccurrenceId, ScheduleKey, Tenant};
use crate::occurrence::Occurrence;

/// So many events wait for a slow listener; what is older it misses, and is told so.
const EVENTS_KEPT: usize = 4_096;

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
    /// The store cannot be used.
    StoreDown {
        /// What it said.
        problem: String,
    },
}

/// Where events are told.
#[derive(Clone, Debug)]
pub struct Events {
    sender: broadcast::Sender<Event>,
}

impl Events {
    /// Nobody listens yet.
    pub fn new() -> Self {
        Self { sender: broadcast::Sender::new(EVENTS_KEPT) }
    }

    /// Listens from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.sender.subscribe()
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
        self.tell(|| Event::Alarm(alarm));
    }
}

impl Default for Events {
    fn default() -> Self {
        Self::new()
    }
}
