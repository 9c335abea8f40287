//! One instance of a schedule: a row of the ledger.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::id::{Fence, NodeId, OccurrenceId, Revision, ScheduleKey, ScheduleUid};
use crate::idempotency::IdempotencyKey;
use crate::moves::State;
use crate::policy::Priority;
use crate::reason::{FailReason, SkipReason};

/// No period key or discriminator is longer, in bytes.
pub const KEY_BYTES_MAX: usize = 256;
/// Messages and errors are cut at this many bytes.
pub const MESSAGE_BYTES_MAX: usize = 2_048;

/// Why the row exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// The rule said so.
    Schedule,
    /// The rule had said so while nobody was planning.
    CatchUp,
    /// A person fired it.
    Manual,
    /// A person asked for a past range.
    Backfill,
    /// A person opened it again.
    Retry,
}

impl Trigger {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Schedule, Self::CatchUp, Self::Manual, Self::Backfill, Self::Retry];

    /// The stable text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Schedule => "schedule",
            Self::CatchUp => "catch_up",
            Self::Manual => "manual",
            Self::Backfill => "backfill",
            Self::Retry => "retry",
        }
    }

    /// As stores keep it.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// The one with this code.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|trigger| trigger.code() == code)
    }

    /// Whether a person asked for this very occurrence. Such ones run beside a pause that came before them.
    pub const fn is_by_hand(self) -> bool {
        match self {
            Self::Manual | Self::Backfill | Self::Retry => true,
            Self::Schedule | Self::CatchUp => false,
        }
    }

    /// Whether it counts against `max_runs`.
    pub const fn is_counted(self) -> bool {
        match self {
            Self::Schedule | Self::CatchUp => true,
            Self::Manual | Self::Backfill | Self::Retry => false,
        }
    }
}

/// What is known when an occurrence is planned. Its identity is (schedule, period key, discriminator).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewOccurrence {
    /// The period it stands for.
    pub period_key: String,
    /// Which of several in that period; empty when there is one.
    pub discriminator: String,
    /// What the rule says.
    pub nominal_at: Timestamp,
    /// Nominal and jitter.
    pub due_at: Timestamp,
    /// The interval the period stands for, where it is one.
    pub period: Option<(Timestamp, Timestamp)>,
    /// Which of the tenant's come first.
    pub priority: Priority,
    /// Why it exists.
    pub trigger: Trigger,
    /// What a person's request was called; it goes with the occurrence everywhere.
    pub correlation_id: Option<String>,
    /// Why a person asked for it.
    pub note: Option<String>,
    /// Number of occurrences of the same backfill that may run at once beside other runs. Default: one at a time, and not
    /// beside other runs of the same discriminator.
    pub concurrency: Option<u32>,
}

/// The start of the period key of every manual run.
pub(crate) const MANUAL_KEY: &str = "manual:";

impl NewOccurrence {
    /// Whether its period is one of the recurrence, and not that of a manual run.
    pub(crate) fn is_of_recurrence(&self) -> bool {
        !self.period_key.starts_with(MANUAL_KEY)
    }
}

/// How an occurrence ended, or why it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Why it was not run.
    Skipped(SkipReason),
    /// Why it failed.
    Failed(FailReason),
}

impl Reason {
    /// The stable text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Skipped(reason) => reason.as_str(),
            Self::Failed(reason) => reason.as_str(),
        }
    }
}

/// What came of a run, in the receiver's own terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// What kind of thing was made.
    #[serde(rename = "type")]
    pub kind: String,
    /// Which one.
    pub id: String,
}

/// A row of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Its number in the store.
    pub id: OccurrenceId,
    /// The schedule it belongs to.
    pub schedule: ScheduleKey,
    /// That schedule's identity.
    pub schedule_uid: ScheduleUid,
    /// What was planned.
    pub planned: NewOccurrence,
    /// The revision of the schedule that made it.
    pub revision: Revision,
    /// The time zone database that made it.
    pub tzdb: String,
    /// When the row was made.
    pub created_at: Timestamp,
    /// Where it stands.
    pub state: State,
    /// When a claim may take it: when it is due, its next attempt, or the end of its lease.
    pub ready_at: Timestamp,
    /// Whether it waits for another run of its schedule to end.
    pub waits: bool,
    /// Attempts begun, counted when claimed.
    pub attempt: u32,
    /// The number of its last lease.
    pub fence: Fence,
    /// Who holds it, or held it when it ended. None while it waits.
    pub lease_owner: Option<NodeId>,
    /// Until when it is held.
    pub lease_until: Option<Timestamp>,
    /// Whether its worker is asked to stop.
    pub cancel_requested: bool,
    /// When the last attempt was leased, which may be shortly before it is due; [`Occurrence::began_at`] tells when it began.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// Why it ended so.
    pub reason: Option<Reason>,
    /// The same in words, redacted and cut.
    pub message: Option<String>,
    /// The run that prevented it, or that it waited for.
    pub blocker: Option<OccurrenceId>,
    /// What it made.
    pub target: Option<Target>,
}

impl Occurrence {
    /// The key that goes with every attempt, the same each time.
    pub fn idempotency_key(&self) -> IdempotencyKey {
        IdempotencyKey::new(&self.schedule, &self.planned.period_key, &self.planned.discriminator)
    }

    /// Whether its worker settled it before the first attempt was sent: because of a pause, a hold or a quota, or because it
    /// was late. Such a run never started, and does not count against `max_runs`. Only to be asked when a worker settles it:
    /// a row that something else ended may have started though it has the same reason.
    pub fn was_stopped_at_the_start(&self) -> bool {
        match self.reason {
            Some(Reason::Skipped(reason)) => self.attempt == 1 && reason.is_found_at_the_start(),
            Some(Reason::Failed(_)) | None => false,
        }
    }

    /// Whether it has begun and not ended: it runs, or waits for another attempt.
    pub fn is_started(&self) -> bool {
        !self.state.is_terminal() && self.attempt > 0
    }
}
