//! One try at an occurrence, and what came of it.

use jiff::Timestamp;

use crate::id::{Fence, NodeId};
use crate::moves::State;
use crate::occurrence::Occurrence;

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttemptOutcome {
    /// It has not.
    Open,
    /// The occurrence was done.
    Generated,
    /// The occurrence was skipped.
    Skipped,
    /// The occurrence failed for good.
    Failed,
    /// Another attempt was to follow.
    Retried,
    /// The worker was not heard of again.
    LeaseLost,
}

impl AttemptOutcome {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Open, Self::Generated, Self::Skipped, Self::Failed, Self::Retried, Self::LeaseLost];

    /// The stable text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Generated => "generated",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
            Self::Retried => "retried",
            Self::LeaseLost => "lease_lost",
        }
    }

    /// As stores keep it.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// The one with this code.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.code() == code)
    }
}

/// One try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Counted from 1; counting starts anew when an occurrence is opened again.
    pub number: u32,
    /// The lease it ran under.
    pub fence: Fence,
    /// Who ran it.
    pub owner: NodeId,
    /// When it began.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// How.
    pub outcome: AttemptOutcome,
    /// What it said.
    pub message: Option<String>,
}

impl Occurrence {
    /// The attempt that the row itself tells of: the open one, or the one that ended it.
    ///
    /// Earlier attempts have records of their own; this one needs none, which saves a write on the way that nearly every
    /// occurrence goes.
    pub fn own_attempt(&self) -> Option<Attempt> {
        let outcome = match self.state {
            State::Planned => return None,
            State::Running => AttemptOutcome::Open,
            State::Generated => AttemptOutcome::Generated,
            State::Skipped => AttemptOutcome::Skipped,
            State::Failed => AttemptOutcome::Failed,
        };
        self.lease_owner.clone().map(|owner| Attempt {
            number: self.attempt,
            fence: self.fence,
            owner,
            started_at: self.started_at,
            ended_at: self.ended_at,
            outcome,
            message: self.message.clone(),
        })
    }
}
