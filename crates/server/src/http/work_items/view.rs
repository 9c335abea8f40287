//! API representation of a work item.

use jiff::Timestamp;
use refrain::model::WorkItem;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A unit of work in a queue.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WorkItemView {
    /// Work item ID.
    #[schema(example = 7)]
    id: i64,
    /// Queue name.
    #[schema(example = "emails")]
    queue: String,
    /// Identity in the queue: two items with the same key are one.
    key: String,
    /// Payload for the worker, and the occurrence that enqueued it.
    #[schema(value_type = Object)]
    payload: Value,
    /// Priority.
    #[schema(value_type = refrain::model::Priority)]
    priority: refrain::model::Priority,
    /// State of the work item.
    #[schema(example = "queued")]
    state: &'static str,
    /// Earliest time of the next claim.
    ready_at: Timestamp,
    /// Number of attempts so far.
    attempt: u32,
    /// Maximum number of attempts.
    max_attempts: u32,
    /// Fencing token of the last claim. Required to extend, complete or fail the work item.
    fence: i64,
    /// Worker that holds the lease, or held it last.
    worker: Option<String>,
    /// Time at which the lease expires.
    lease_until: Option<Timestamp>,
    /// ID of the occurrence that enqueued the work item.
    occurrence: Option<i64>,
    /// Result given by the worker.
    #[schema(value_type = Option<Value>)]
    result: Option<Value>,
    /// Message of the last failure.
    error: Option<String>,
    /// Time at which the work item was enqueued.
    created_at: Timestamp,
    /// Time at which the work item completed or became a dead letter.
    ended_at: Option<Timestamp>,
}

impl WorkItemView {
    pub(crate) fn of(item: WorkItem) -> Self {
        let work = item.work;
        Self {
            id: item.id.0,
            queue: work.queue.to_string(),
            key: work.key,
            payload: work.payload,
            priority: work.priority,
            state: item.state.as_str(),
            ready_at: work.ready_at,
            attempt: item.attempt,
            max_attempts: work.max_attempts,
            fence: item.fence.0,
            worker: item.lease_owner.map(|owner| owner.to_string()),
            lease_until: item.lease_until,
            occurrence: work.occurrence.map(|id| id.0),
            result: item.result,
            error: item.error,
            created_at: item.created_at,
            ended_at: item.ended_at,
        }
    }
}
