//! A worker's lease on an occurrence: claimed, confirmed, renewed, settled or released.

use jiff::{SignedDuration, Timestamp};

use crate::model::{
    FailReason, Fence, NewWorkItem, NodeId, Occurrence, OccurrenceId, Reason, SkipReason, State, Target,
};

/// Claims occurrences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Node that claims the occurrences.
    pub owner: NodeId,
    /// Duration of the lease until it must be renewed.
    pub lease_for: SignedDuration,
    /// Maximum number of occurrences.
    pub limit: usize,
    /// How far ahead of their due time occurrences may be leased, if they have not started and wait for no other
    /// run. They may start only after [`Ledger::confirm`](crate::store::Ledger::confirm).
    pub ahead_for: SignedDuration,
}

/// Result of a claim.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClaimResult {
    /// Occurrences leased to the owner, in the order in which they are to start.
    pub started: Vec<Occurrence>,
    /// Occurrences settled by the claim itself: skipped because of overlap or a pause, or failed because of lost
    /// leases.
    pub ended: Vec<Occurrence>,
    /// Whether more occurrences may be ready.
    pub has_more: bool,
    /// Ready rows in a format that this program cannot read. They stay unchanged and are not claimed again for
    /// [`UNREADABLE_RETRY_AFTER`], or never again if the store keeps a list of them.
    pub unreadable: Vec<UnreadableRow>,
}

/// Time for which an unreadable row is not claimed. After that, a newer program may be able to read it, or
/// someone may have repaired it.
pub const UNREADABLE_RETRY_AFTER: SignedDuration = SignedDuration::from_hours(1);

/// A row that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableRow {
    /// ID of the occurrence.
    pub id: OccurrenceId,
    /// Reason why the row cannot be read.
    pub problem: String,
}

/// A worker's exclusive right to one occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lease {
    /// ID of the occurrence.
    pub id: OccurrenceId,
    /// Fencing token of the lease.
    pub fence: Fence,
}

/// Releases a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Release {
    /// The lease to release.
    pub lease: Lease,
    /// Time at which the occurrence is ready again, but not before it is due. Default: immediately.
    pub ready_at: Option<Timestamp>,
}

impl From<Lease> for Release {
    /// Makes the occurrence ready again immediately.
    fn from(lease: Lease) -> Self {
        Self { lease, ready_at: None }
    }
}

/// Whether a leased occurrence may start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfirmResult {
    /// The occurrence may start.
    Go,
    /// The occurrence is not due yet by the store's clock. It is due at this instant.
    Early(Timestamp),
    /// The schedule no longer allows the occurrence. Settle it as skipped for this reason.
    Stop(SkipReason),
    /// The lease is lost: another worker has the occurrence.
    LeaseLost,
}

/// Result of renewing a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenewResult {
    /// The lease is renewed.
    Held {
        /// Whether the worker must stop the run.
        cancel_requested: bool,
    },
    /// The lease is lost: another worker has the occurrence, or it is settled.
    LeaseLost,
}

/// Result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The run succeeded.
    Succeeded {
        /// Object that the run created.
        target: Option<Target>,
        /// Result message, if the history level keeps it.
        message: Option<String>,
    },
    /// The occurrence was not run.
    Skipped {
        /// Reason for the skip.
        reason: SkipReason,
        /// Message that explains the skip.
        message: Option<String>,
    },
    /// The run failed and is not retried.
    Failed {
        /// Reason for the failure.
        reason: FailReason,
        /// Message that explains the failure.
        message: Option<String>,
    },
    /// The attempt failed and the run is retried.
    Retry {
        /// Time of the next attempt.
        at: Timestamp,
        /// Error message of the attempt.
        message: Option<String>,
    },
}

impl Ending {
    /// A successful run without a target or a message.
    pub const SUCCEEDED: Self = Self::Succeeded { target: None, message: None };

    /// Returns the state of the occurrence after this ending.
    pub const fn state(&self) -> State {
        match self {
            Self::Succeeded { .. } => State::Succeeded,
            Self::Skipped { .. } => State::Skipped,
            Self::Failed { .. } => State::Failed,
            Self::Retry { .. } => State::Planned,
        }
    }

    /// Returns the reason of a skipped or failed run.
    pub const fn reason(&self) -> Option<Reason> {
        match self {
            Self::Succeeded { .. } | Self::Retry { .. } => None,
            Self::Skipped { reason, .. } => Some(Reason::Skipped(*reason)),
            Self::Failed { reason, .. } => Some(Reason::Failed(*reason)),
        }
    }

    /// Returns the message.
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::Succeeded { message, .. }
            | Self::Skipped { message, .. }
            | Self::Failed { message, .. }
            | Self::Retry { message, .. } => message.as_deref(),
        }
    }
}

/// Result of one leased run, and the changes that follow from it in the same transaction.
#[derive(Clone, Debug, PartialEq)]
pub struct Settlement {
    /// Lease of the run.
    pub lease: Lease,
    /// Result of the run.
    pub ending: Ending,
    /// Work items to enqueue if the settlement is recorded.
    pub enqueue: Vec<NewWorkItem>,
    /// Next due time of the schedule, for recurrences that count from completion.
    pub next_due_at: Option<Timestamp>,
}

/// Result of a settlement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettleResult {
    /// The settlement is recorded.
    Done,
    /// The settlement is recorded, and the run has failed without a retry.
    Failed {
        /// Number of consecutive failed runs of the schedule, after all settlements of the call.
        in_a_row: u64,
    },
    /// The same lease already settled the occurrence, with this state.
    Already(State),
    /// The lease is lost: another worker has the occurrence. Discard the result and do not retry.
    LeaseLost,
}

impl SettleResult {
    /// Returns the answer for a recorded settlement. Consecutive failures are counted at the end of the call.
    pub const fn recorded(state: State) -> Self {
        match state {
            State::Failed => Self::Failed { in_a_row: 0 },
            State::Planned | State::Running | State::Succeeded | State::Skipped => Self::Done,
        }
    }

    /// Returns whether this call recorded the settlement.
    pub const fn is_recorded(self) -> bool {
        match self {
            Self::Done | Self::Failed { .. } => true,
            Self::Already(_) | Self::LeaseLost => false,
        }
    }
}
