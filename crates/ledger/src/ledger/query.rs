//! Filters of lists, changes of single occurrences, and the time of the next work.

use std::sync::Arc;

use jiff::Timestamp;

use crate::model::{RunPayload, ScheduleId, State, Trigger};

/// A change that a person makes to one occurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OccurrenceChange {
    /// Reopens the occurrence: it is planned for now, or for its due time if that is later, with all attempts
    /// available again.
    Reopen {
        /// [`Trigger::Retry`] or [`Trigger::Backfill`].
        trigger: Trigger,
        /// Number of occurrences of the same backfill that may run at once alongside other runs, see
        /// [`NewOccurrence::concurrency`](crate::model::NewOccurrence::concurrency).
        concurrency: Option<u32>,
        /// Payload that replaces the one of the occurrence. Default: the occurrence keeps its payload.
        payload: Option<Arc<RunPayload>>,
    },
    /// Skips the occurrence.
    Skip,
    /// Asks the worker to stop the run, or skips the occurrence if it is not running.
    Cancel,
    /// Discards a failed occurrence: it stays failed, but is no longer a dead letter. Discarding it again changes
    /// nothing.
    Discard,
}

impl OccurrenceChange {
    /// Returns the change that reopens an occurrence for a retry with the payload it has.
    pub const fn retry() -> Self {
        Self::Reopen { trigger: Trigger::Retry, concurrency: None, payload: None }
    }
}

/// Selects occurrences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OccurrenceFilter {
    /// Schedule ID. Selects the occurrences of the schedule with this ID or, if it was deleted, of the last one
    /// that had it.
    pub schedule: Option<ScheduleId>,
    /// States to include. Default: all.
    pub states: Vec<State>,
    /// Reasons to include, by their stable text. Default: all.
    pub reasons: Vec<String>,
    /// Earliest nominal time, inclusive.
    pub from: Option<Timestamp>,
    /// Latest nominal time, exclusive.
    pub until: Option<Timestamp>,
    /// Label that the schedule must have.
    pub label: Option<(String, String)>,
    /// Whether to include only discarded occurrences, or only others. Default: both.
    pub is_discarded: Option<bool>,
}

/// Times at which a node must wake up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NextWakeup {
    /// Earliest time at which a schedule must be planned.
    pub plan_at: Option<Timestamp>,
    /// Earliest time at which an occurrence can be claimed: its due time or the expiry of its lease.
    pub claim_at: Option<Timestamp>,
}
