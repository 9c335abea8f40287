//! An attempt as the API shows it.

use jiff::Timestamp;
use refrain::attempt::Attempt;
use serde::Serialize;
use utoipa::ToSchema;

/// One try at an occurrence.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AttemptView {
    /// Counted from 1; anew when the occurrence is opened again.
    #[schema(example = 1)]
    number: u32,
    /// The lease it ran under.
    fence: i64,
    /// Who ran it.
    node: String,
    /// When it began.
    started_at: Option<Timestamp>,
    /// When it ended.
    ended_at: Option<Timestamp>,
    /// How.
    #[schema(example = "retried")]
    outcome: &'static str,
    /// What it said.
    message: Option<String>,
}

impl AttemptView {
    pub(crate) fn of(attempt: Attempt, due_at: Timestamp) -> Self {
        Self {
            number: attempt.number,
            fence: attempt.fence.0,
            node: attempt.owner.to_string(),
            started_at: attempt.began_at(due_at),
            ended_at: attempt.ended_at,
            outcome: attempt.outcome.as_str(),
            message: attempt.message,
        }
    }
}
