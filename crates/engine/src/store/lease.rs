//! A worker's right to an occurrence: asked for, confirmed, renewed and settled.

use jiff::{SignedDuration, Timestamp};

use crate::id::{Fence, NodeId, OccurrenceId};
use crate::moves::State;
use crate::occurrence::{Occurrence, Reason, Target};
use crate::reason::{FailReason, SkipReason};
use crate::work_item::NewWorkItem;

/// Asks for work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who will do it.
    pub owner: NodeId,
    /// How long it may take until it must be renewed.
    pub lease_for: SignedDuration,
    /// How many at most.
    pub limit: usize,
    /// How far ahead of their time occurrences may be leased that have not begun and wait for no other. They may only begin
    /// after [`Ledger::confirm`](crate::store::Ledger::confirm).
    pub ahead_for: SignedDuration,
}

/// What a claim gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Claimed {
    /// Leased to the owner, in the order they are to begin.
    pub started: Vec<Occurrence>,
    /// Ended by the claim itself: skipped for overlap or a pause, failed for lost leases.
    pub ended: Vec<Occurrence>,
    /// Whether more may be ready.
    pub has_more: bool,
    /// Ready, and in a form that this program cannot read: left as they are, and out of the way for
    /// [`SET_ASIDE_FOR`], or for good where the store keeps a list of them.
    pub unreadable: Vec<UnreadableRow>,
}

/// How long a row that cannot be read is out of the way. A newer program may be able to, or someone may mend it.
pub const SET_ASIDE_FOR: SignedDuration = SignedDuration::from_hours(1);

/// A row that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableRow {
    /// Which.
    pub id: OccurrenceId,
    /// Why.
    pub problem: String,
}

/// A worker's right to one occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lease {
    /// Which.
    pub id: OccurrenceId,
    /// The number it was given.
    pub fence: Fence,
}

/// Gives a lease back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Release {
    /// Which, and with what right.
    pub lease: Lease,
    /// When it is ready again, though not before it is due; at once without it.
    pub ready_at: Option<Timestamp>,
}

impl From<Lease> for Release {
    /// It is ready again at once.
    fn from(lease: Lease) -> Self {
        Self { lease, ready_at: None }
    }
}

/// Whether a leased occurrence may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// It may.
    Go,
    /// Its time has not come by the store's clock.
    Early(Timestamp),
    /// Its schedule no longer allows it: settle it as skipped for this reason.
    Stop(SkipReason),
    /// Someone else has it.
    LeaseLost,
}

/// What came of extending a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewed {
    /// It is held until then.
    Held {
        /// Whether the worker is asked to stop.
        cancel_requested: bool,
    },
    /// Someone else has it, or it has ended.
    LeaseLost,
}

/// How a run went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was done.
    Generated {
        /// What it made.
        target: Option<Target>,
        /// How it went, where that is kept.
        message: Option<String>,
    },
    /// It was not run after all.
    Skipped {
        /// Why.
        reason: SkipReason,
        /// In words.
        message: Option<String>,
    },
    /// It failed for good.
    Failed {
        /// Why.
        reason: FailReason,
        /// In words.
        message: Option<String>,
    },
    /// It is to be tried again.
    Retry {
        /// When.
        at: Timestamp,
        /// What went wrong.
        message: Option<String>,
    },
}

impl Ending {
    /// It was done, and there is nothing to say about it.
    pub const DONE: Self = Self::Generated { target: None, message: None };

    /// The state it leads to.
    pub const fn state(&self) -> State {
        match self {
            Self::Generated { .. } => State::Generated,
            Self::Skipped { .. } => State::Skipped,
            Self::Failed { .. } => State::Failed,
            Self::Retry { .. } => State::Planned,
        }
    }

    /// Why.
    pub const fn reason(&self) -> Option<Reason> {
        match self {
            Self::Generated { .. } | Self::Retry { .. } => None,
            Self::Skipped { reason, .. } => Some(Reason::Skipped(*reason)),
            Self::Failed { reason, .. } => Some(Reason::Failed(*reason)),
        }
    }

    /// In words.
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::Generated { message, .. }
            | Self::Skipped { message, .. }
            | Self::Failed { message, .. }
            | Self::Retry { message, .. } => message.as_deref(),
        }
    }
}

/// What a worker says about one lease, and what follows from it in the same transaction.
#[derive(Clone, Debug, PartialEq)]
pub struct Settlement {
    /// Which, and with what right.
    pub lease: Lease,
    /// How it went.
    pub ending: Ending,
    /// Work to hand to a queue, if this settlement holds.
    pub enqueue: Vec<NewWorkItem>,
    /// When the schedule is due next, for rules that count from completion.
    pub next_due_at: Option<Timestamp>,
}

/// What came of a settlement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It is recorded.
    Done,
    /// It is recorded, and the run has failed for good.
    Failed {
        /// Number of runs of the schedule that have failed in a row, after all settlements of the call.
        in_a_row: u64,
    },
    /// It held already: the same lease settled it so before.
    Already(State),
    /// Someone else has it; drop the work and do not retry.
    LeaseLost,
}

impl Settled {
    /// What is answered about a settlement that is recorded. Failures are counted at the end of the call.
    pub(crate) const fn recorded(state: State) -> Self {
        match state {
            State::Failed => Self::Failed { in_a_row: 0 },
            State::Planned | State::Running | State::Generated | State::Skipped => Self::Done,
        }
    }

    /// Whether this call has recorded it.
    pub const fn is_recorded(self) -> bool {
        match self {
            Self::Done | Self::Failed { .. } => true,
            Self::Already(_) | Self::LeaseLost => false,
        }
    }
}
