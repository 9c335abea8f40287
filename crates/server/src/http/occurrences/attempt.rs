//! API representation of an attempt.

use jiff::Timestamp;
use refrain::model::Attempt;
use serde::Serialize;
use utoipa::ToSchema;

/// One try of an occurrence.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AttemptView {
    /// Number of the attempt, counted from 1. The count restarts when the occurrence is reprocessed.
    #[schema(example = 1)]
    number: u32,
    /// Fencing token of the lease that the attempt ran under.
    fence: i64,
    /// Node that ran the attempt.
    node: String,
    /// Start time. Null if the attempt never started.
    started_at: Option<Timestamp>,
    /// End time. Null while the attempt is running.
    ended_at: Option<Timestamp>,
    /// Outcome: `open`, `succeeded`, `skipped`, `failed`, `retried` or `lease_lost`.
    #[schema(example = "retried")]
    outcome: &'static str,
    /// Message, such as the error.
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
