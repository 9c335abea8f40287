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
    /// When it was leased; [`Attempt::began_at`] tells when it began.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// How.
    pub outcome: AttemptOutcome,
    /// What it said.
    pub message: Option<String>,
}

impl Attempt {
    /// When it began, of an occurrence that was due then. Workers lease ahead and hold what they have until it is due, so
    /// that nothing begins before; what ended while it was held never began.
    pub fn began_at(&self, due_at: Timestamp) -> Option<Timestamp> {
        began_at(self.started_at, self.ended_at, due_at)
    }
}

impl Occurrence {
    /// When its last attempt began, as [`Attempt::began_at`] tells it.
    pub fn began_at(&self) -> Option<Timestamp> {
        began_at(self.started_at, self.ended_at, self.planned.due_at)
    }

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

fn began_at(started_at: Option<Timestamp>, ended_at: Option<Timestamp>, due_at: Timestamp) -> Option<Timestamp> {
    let began_at = started_at?.max(due_at);
    ended_at.is_none_or(|ended_at| ended_at >= began_at).then_some(began_at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second(n: i64) -> Timestamp {
        Timestamp::constant(n, 0)
    }

    #[test]
    fn what_was_leased_ahead_began_when_it_was_due() {
        assert_eq!(began_at(Some(second(9)), Some(second(12)), second(10)), Some(second(10)));
        assert_eq!(began_at(Some(second(9)), None, second(10)), Some(second(10)), "it is held, and will");
        assert_eq!(began_at(Some(second(11)), Some(second(11)), second(10)), Some(second(11)), "late");
    }

    #[test]
    fn what_was_ended_while_it_was_held_never_began() {
        assert_eq!(began_at(Some(second(9)), Some(second(9)), second(10)), None);
        assert_eq!(began_at(None, Some(second(12)), second(10)), None);
    }
}
