//! The states of an occurrence and the transitions between them, as a table. A transition that is not in the
//! table is illegal.

use serde::{Deserialize, Serialize};

/// State of an occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Waits for its due time, for its next attempt, or for another run to end.
    Planned,
    /// A worker holds a lease on the occurrence.
    Running,
    /// The run succeeded.
    Succeeded,
    /// The occurrence was not run; its reason says why.
    Skipped,
    /// The run failed; its reason says why.
    Failed,
}

impl State {
    /// All states.
    pub const ALL: [Self; 5] = [Self::Planned, Self::Running, Self::Succeeded, Self::Skipped, Self::Failed];

    /// Returns the stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Planned => "planned",
            Self::Running => "running",
            Self::Succeeded => "succeeded",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
        }
    }

    /// Returns the state with this name. `generated` is accepted for [`State::Succeeded`]: the specification of
    /// recurrences uses that name.
    pub fn from_text(text: &str) -> Option<Self> {
        let name = if text == "generated" { "succeeded" } else { text };
        Self::ALL.into_iter().find(|state| state.as_str() == name)
    }

    /// Returns the code that stores use where every byte counts.
    pub const fn code(self) -> i16 {
        match self {
            Self::Planned => 0,
            Self::Running => 1,
            Self::Succeeded => 2,
            Self::Skipped => 3,
            Self::Failed => 4,
        }
    }

    /// Returns the state with this code.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }

    /// Returns whether the state is final, so that nothing is left to do.
    pub const fn is_terminal(self) -> bool {
        match self {
            Self::Planned | Self::Running => false,
            Self::Succeeded | Self::Skipped | Self::Failed => true,
        }
    }
}

/// Cause of a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// A worker claims the occurrence.
    Claim,
    /// A worker claims the occurrence after the lease of another worker expired.
    TakeOver,
    /// A claim finds that the occurrence must not run, or not run again.
    Refuse,
    /// The worker reports the result of the run.
    Settle,
    /// The worker schedules another attempt.
    Retry,
    /// The worker releases the lease unused.
    Release,
    /// The schedule was edited, canceled or deleted.
    Withdraw,
    /// A person skips the occurrence.
    Skip,
    /// A person reopens the occurrence.
    Reopen,
    /// The period of an occurrence that an edit superseded is planned or requested again.
    PlanAgain,
}

use Cause::{Claim, PlanAgain, Refuse, Release, Reopen, Retry, Settle, Skip, TakeOver, Withdraw};
use State::{Failed, Planned, Running, Skipped, Succeeded};

/// Every legal transition.
pub const TRANSITIONS: &[(State, Cause, State)] = &[
    (Planned, Claim, Running),
    (Running, TakeOver, Running),
    (Planned, Refuse, Skipped),
    (Running, Refuse, Skipped),
    (Running, Refuse, Failed),
    (Running, Settle, Succeeded),
    (Running, Settle, Skipped),
    (Running, Settle, Failed),
    (Running, Retry, Planned),
    (Running, Release, Planned),
    (Planned, Withdraw, Skipped),
    (Planned, Skip, Skipped),
    (Succeeded, Reopen, Planned),
    (Skipped, Reopen, Planned),
    (Failed, Reopen, Planned),
    (Skipped, PlanAgain, Planned),
];

/// Returns whether the transition is in the table.
pub fn is_legal(from: State, cause: Cause, to: State) -> bool {
    TRANSITIONS.contains(&(from, cause, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_reopening_and_planning_again_leave_a_final_state() {
        for (from, cause, _) in TRANSITIONS {
            assert_eq!(from.is_terminal(), matches!(cause, Reopen | PlanAgain), "{from:?} {cause:?}");
        }
    }

    #[test]
    fn every_state_can_be_reached_and_left_or_is_an_end() {
        for state in State::ALL {
            assert!(TRANSITIONS.iter().any(|(_, _, to)| *to == state), "{state:?} is never reached");
            assert!(TRANSITIONS.iter().any(|(from, ..)| *from == state), "{state:?} is never left");
            assert_eq!(State::from_text(state.as_str()), Some(state));
            assert_eq!(State::from_code(state.code()), Some(state));
        }
        assert_eq!(State::from_text("generated"), Some(State::Succeeded));
        assert!(!is_legal(Succeeded, Settle, Failed));
    }
}
