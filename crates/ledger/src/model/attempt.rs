//! Attempts: each is one try of an occurrence, with its outcome.

use jiff::Timestamp;

use crate::model::{Fence, NodeId, Occurrence, State};

/// Outcome of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttemptOutcome {
    /// The attempt has not ended.
    Open,
    /// The occurrence succeeded.
    Succeeded,
    /// The occurrence was skipped.
    Skipped,
    /// The occurrence failed and is not retried.
    Failed,
    /// The attempt failed and another one was scheduled.
    Retried,
    /// The lease expired before the worker reported a result.
    LeaseLost,
}

impl AttemptOutcome {
    /// All outcomes.
    pub const ALL: [Self; 6] =
        [Self::Open, Self::Succeeded, Self::Skipped, Self::Failed, Self::Retried, Self::LeaseLost];

    /// Returns the stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Succeeded => "succeeded",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
            Self::Retried => "retried",
            Self::LeaseLost => "lease_lost",
        }
    }

    /// Returns the code that stores use.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// Returns the outcome with this code.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.code() == code)
    }
}

/// One try of an occurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Number of the attempt, counted from 1. The count restarts when the occurrence is reopened.
    pub number: u32,
    /// Fence of the lease the attempt ran under.
    pub fence: Fence,
    /// Node that ran the attempt.
    pub owner: NodeId,
    /// Time at which the occurrence was leased for this attempt. [`Attempt::began_at`] returns when the attempt
    /// started.
    pub started_at: Option<Timestamp>,
    /// Time at which the attempt ended.
    pub ended_at: Option<Timestamp>,
    /// Outcome of the attempt.
    pub outcome: AttemptOutcome,
    /// Message of the attempt, such as its error.
    pub message: Option<String>,
}

impl Attempt {
    /// Returns when the attempt started, given the due time of its occurrence.
    ///
    /// Workers lease occurrences ahead of time and hold them until they are due, so that no attempt starts
    /// early. Returns `None` if the attempt ended while its occurrence was held: it never started.
    pub fn began_at(&self, due_at: Timestamp) -> Option<Timestamp> {
        began_at(self.started_at, self.ended_at, due_at)
    }
}

impl Occurrence {
    /// Returns when the last attempt started, by the rule of [`Attempt::began_at`].
    pub fn began_at(&self) -> Option<Timestamp> {
        began_at(self.started_at, self.ended_at, self.planned.due_at)
    }

    /// Returns the attempt that the row itself describes: the open one, or the one that ended the occurrence.
    ///
    /// Earlier attempts have their own records. This attempt needs none, which saves a write on the path that
    /// nearly every occurrence takes.
    pub fn last_attempt(&self) -> Option<Attempt> {
        let outcome = match self.state {
            State::Planned => return None,
            State::Running => AttemptOutcome::Open,
            State::Succeeded => AttemptOutcome::Succeeded,
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
    fn an_attempt_leased_ahead_starts_when_due() {
        assert_eq!(began_at(Some(second(9)), Some(second(12)), second(10)), Some(second(10)));
        assert_eq!(began_at(Some(second(9)), None, second(10)), Some(second(10)), "held until it is due");
        assert_eq!(began_at(Some(second(11)), Some(second(11)), second(10)), Some(second(11)), "late");
    }

    #[test]
    fn an_attempt_that_ended_while_held_never_started() {
        assert_eq!(began_at(Some(second(9)), Some(second(9)), second(10)), None);
        assert_eq!(began_at(None, Some(second(12)), second(10)), None);
    }
}
