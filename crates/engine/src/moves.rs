//! The states of an occurrence and the moves between them, as a table. A move that is not in it does not exist.

use serde::{Deserialize, Serialize};

/// Where an occurrence stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It waits: for its time, for its next attempt, or for another run to end.
    Planned,
    /// A worker holds a lease on it.
    Running,
    /// It was done.
    Generated,
    /// It was not run, for a reason.
    Skipped,
    /// It was run in vain, for a reason.
    Failed,
}

impl State {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Planned, Self::Running, Self::Generated, Self::Skipped, Self::Failed];

    /// The stable text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Planned => "planned",
            Self::Running => "running",
            Self::Generated => "generated",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
        }
    }

    /// The one with this text.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }

    /// As stores keep it where every byte counts.
    pub const fn code(self) -> i16 {
        match self {
            Self::Planned => 0,
            Self::Running => 1,
            Self::Generated => 2,
            Self::Skipped => 3,
            Self::Failed => 4,
        }
    }

    /// The one with this code.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }

    /// Whether nothing is left to do.
    pub const fn is_terminal(self) -> bool {
        match self {
            Self::Planned | Self::Running => false,
            Self::Generated | Self::Skipped | Self::Failed => true,
        }
    }
}

/// What moves an occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// A worker takes it.
    Claim,
    /// A worker takes it over from one whose lease ran out.
    TakeOver,
    /// A claim finds that it must not run, or not again.
    Refuse,
    /// Its worker says what came of it.
    Settle,
    /// Its worker will try again later.
    Retry,
    /// Its worker gives it back unused.
    Release,
    /// Its schedule was edited, canceled or deleted.
    Withdraw,
    /// A person skips it.
    Skip,
    /// A person opens it again.
    Reopen,
}

use Cause::{Claim, Refuse, Release, Reopen, Retry, Settle, Skip, TakeOver, Withdraw};
use State::{Failed, Generated, Planned, Running, Skipped};

/// Every legal move.
pub const MOVES: &[(State, Cause, State)] = &[
    (Planned, Claim, Running),
    (Running, TakeOver, Running),
    (Planned, Refuse, Skipped),
    (Running, Refuse, Skipped),
    (Running, Refuse, Failed),
    (Running, Settle, Generated),
    (Running, Settle, Skipped),
    (Running, Settle, Failed),
    (Running, Retry, Planned),
    (Running, Release, Planned),
    (Planned, Withdraw, Skipped),
    (Planned, Skip, Skipped),
    (Generated, Reopen, Planned),
    (Skipped, Reopen, Planned),
    (Failed, Reopen, Planned),
];

/// Whether the move is in the table.
pub fn is_legal(from: State, cause: Cause, to: State) -> bool {
    MOVES.contains(&(from, cause, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_person_moves_what_has_ended() {
        for (from, cause, _) in MOVES {
            assert_eq!(from.is_terminal(), *cause == Reopen, "{from:?} {cause:?}");
        }
    }

    #[test]
    fn every_state_can_be_reached_and_left_or_is_an_end() {
        for state in State::ALL {
            assert!(MOVES.iter().any(|(_, _, to)| *to == state), "{state:?} is never reached");
            assert!(MOVES.iter().any(|(from, ..)| *from == state), "{state:?} is never left");
            assert_eq!(State::from_text(state.as_str()), Some(state));
            assert_eq!(State::from_code(state.code()), Some(state));
        }
        assert!(!is_legal(Generated, Settle, Failed));
    }
}
