//! What the view and the requests to the server tell each other.

use refrain_client::ClientError;
use refrain_client::types::Schedule;

use super::details::Details;
use super::fleet::Fleet;

/// An answer of the server.
#[derive(Debug)]
pub(super) enum Message {
    /// The totals, and the list of schedules if it is shown.
    Fleet(Result<(Box<Fleet>, Vec<Schedule>), ClientError>),
    Details(Box<Details>),
    /// The result of a change, as a text.
    Done(Result<String, String>),
}

/// A request that a person caused.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Request {
    Details(String),
    Change(Action),
}

/// What is read besides the totals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wish {
    /// Text of the schedules to list.
    pub(super) list: Option<String>,
    /// Schedules to read one by one.
    pub(super) schedules: Vec<String>,
    /// Number of changes that were made so far. What was read before the last one is read again.
    pub(super) changes: u64,
}

/// A change of a schedule, by ID.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Pause(String),
    Resume(String),
    Run(String),
}

impl Action {
    /// Returns the question that confirms the action.
    pub(super) fn question(&self) -> String {
        match self {
            Self::Pause(id) => format!("Pause {id}?"),
            Self::Resume(id) => format!("Resume {id}?"),
            Self::Run(id) => format!("Run {id} now?"),
        }
    }
}
