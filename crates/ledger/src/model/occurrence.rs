//! Occurrences: each is one instance of a schedule, and a row of the ledger.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::model::{
    FailReason, Fence, IdempotencyKey, NodeId, OccurrenceId, Priority, Revision, RunPayload, ScheduleKey, ScheduleUid,
    SkipReason, State,
};

/// Maximum length of a period key or discriminator, in bytes.
pub const KEY_BYTES_MAX: usize = 256;
/// Length at which messages and errors are truncated, in bytes.
pub const MESSAGE_BYTES_MAX: usize = 2_048;

/// Reason why an occurrence exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// The recurrence yielded it.
    Schedule,
    /// The recurrence yielded it while no planner was running.
    CatchUp,
    /// A person started a manual run.
    Manual,
    /// A person requested a backfill of a past range.
    Backfill,
    /// A person reopened it.
    Retry,
}

impl Trigger {
    /// All triggers.
    pub const ALL: [Self; 5] = [Self::Schedule, Self::CatchUp, Self::Manual, Self::Backfill, Self::Retry];

    /// Returns the stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Schedule => "schedule",
            Self::CatchUp => "catch_up",
            Self::Manual => "manual",
            Self::Backfill => "backfill",
            Self::Retry => "retry",
        }
    }

    /// Returns the code that stores use.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// Returns the trigger with this code.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|trigger| trigger.code() == code)
    }

    /// Returns whether a person requested this particular occurrence. Such occurrences run although their
    /// schedule was paused before the request.
    pub const fn is_user_requested(self) -> bool {
        match self {
            Self::Manual | Self::Backfill | Self::Retry => true,
            Self::Schedule | Self::CatchUp => false,
        }
    }

    /// Returns whether the occurrence counts toward `max_runs`.
    pub const fn is_counted(self) -> bool {
        match self {
            Self::Schedule | Self::CatchUp => true,
            Self::Manual | Self::Backfill | Self::Retry => false,
        }
    }
}

/// Content of an occurrence that is to be planned. Its identity is (schedule, period key, discriminator).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewOccurrence {
    /// Key of the period that the occurrence stands for.
    pub period_key: String,
    /// Discriminator that tells several occurrences of the period apart; empty if there is only one.
    pub discriminator: String,
    /// Instant that the recurrence yields.
    pub nominal_at: Timestamp,
    /// Nominal time plus jitter.
    pub due_at: Timestamp,
    /// Start and end of the period, if it is an interval.
    pub period: Option<(Timestamp, Timestamp)>,
    /// Priority among the tenant's due occurrences.
    pub priority: Priority,
    /// Reason why the occurrence exists.
    pub trigger: Trigger,
    /// Correlation ID of a person's request. It accompanies the occurrence everywhere.
    pub correlation_id: Option<String>,
    /// Note of the person who requested the occurrence.
    pub note: Option<String>,
    /// Maximum number of occurrences of the same backfill that run concurrently, independent of other runs.
    /// Default: one at a time, and not concurrently with other runs of the same discriminator.
    pub concurrency: Option<u32>,
    /// Payload of this occurrence alone, for every attempt. Default: the payload of its schedule.
    pub payload: Option<Arc<RunPayload>>,
}

/// Prefix of the period key of every manual run.
pub const MANUAL_KEY: &str = "manual:";

/// Returns whether a period key belongs to the recurrence, and not to a manual run.
pub fn is_key_of_recurrence(period_key: &str) -> bool {
    !period_key.starts_with(MANUAL_KEY)
}

impl NewOccurrence {
    /// Returns whether the period belongs to the recurrence, and not to a manual run.
    pub fn is_of_recurrence(&self) -> bool {
        is_key_of_recurrence(&self.period_key)
    }
}

/// Reason for the state of an occurrence that was skipped or failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Reason for the skip.
    Skipped(SkipReason),
    /// Reason for the failure.
    Failed(FailReason),
}

impl Reason {
    /// Returns the stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Skipped(reason) => reason.as_str(),
            Self::Failed(reason) => reason.as_str(),
        }
    }
}

/// Object that a run created, in the receiver's own terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// Type of the object.
    #[serde(rename = "type")]
    pub kind: String,
    /// ID of the object.
    pub id: String,
}

/// Occurrence: a row of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Number of the occurrence in the store.
    pub id: OccurrenceId,
    /// Key of the schedule.
    pub schedule: ScheduleKey,
    /// Internal identity of the schedule.
    pub schedule_uid: ScheduleUid,
    /// Content of the occurrence as it was planned.
    pub planned: NewOccurrence,
    /// Revision of the schedule that planned the occurrence.
    pub revision: Revision,
    /// Version of the time zone database that planned the occurrence.
    pub tzdb: String,
    /// Time at which the row was created.
    pub created_at: Timestamp,
    /// State of the occurrence.
    pub state: State,
    /// Time from which a claim may take the occurrence: its due time, the time of its next attempt, or the end of its
    /// lease.
    pub ready_at: Timestamp,
    /// Whether the occurrence waits for another run of its schedule to end.
    pub waits: bool,
    /// Number of attempts so far, counted at claim.
    pub attempt: u32,
    /// Fence of the last lease.
    pub fence: Fence,
    /// Node that holds the lease, or held it when the occurrence ended. `None` while the occurrence waits.
    pub lease_owner: Option<NodeId>,
    /// Time at which the lease expires.
    pub lease_until: Option<Timestamp>,
    /// Whether the worker is asked to stop the run.
    pub cancel_requested: bool,
    /// Time at which the occurrence was leased for its last attempt, which may be shortly before it was due.
    /// [`Occurrence::began_at`] returns when the attempt started.
    pub started_at: Option<Timestamp>,
    /// Time at which the occurrence ended.
    pub ended_at: Option<Timestamp>,
    /// Reason for the final state.
    pub reason: Option<Reason>,
    /// Reason in words, redacted and truncated.
    pub message: Option<String>,
    /// Run that prevented this occurrence, or that it waited for.
    pub blocker: Option<OccurrenceId>,
    /// Object that the run created.
    pub target: Option<Target>,
    /// Time at which a person discarded the failed occurrence. It is then no longer a dead letter.
    pub discarded_at: Option<Timestamp>,
}

impl Occurrence {
    /// Returns the idempotency key, which is the same for every attempt.
    pub fn idempotency_key(&self) -> IdempotencyKey {
        IdempotencyKey::new(&self.schedule, &self.planned.period_key, &self.planned.discriminator)
    }

    /// Returns whether the worker settled the occurrence before sending the first attempt, because of a
    /// pause, a hold, a quota or its start delay.
    ///
    /// Such a run never started and does not count toward `max_runs`. Call this only while a worker settles
    /// the occurrence: a row that ended in another way may have started and still have the same reason.
    pub fn was_stopped_before_start(&self) -> bool {
        match self.reason {
            Some(Reason::Skipped(reason)) => self.attempt == 1 && reason.is_found_before_start(),
            Some(Reason::Failed(_)) | None => false,
        }
    }

    /// Returns whether the occurrence failed and nobody has discarded it.
    pub fn is_dead_letter(&self) -> bool {
        self.state == State::Failed && self.discarded_at.is_none()
    }

    /// Returns whether the occurrence has started and not ended: it is running, or waits for another attempt.
    pub fn is_started(&self) -> bool {
        !self.state.is_terminal() && self.attempt > 0
    }
}
