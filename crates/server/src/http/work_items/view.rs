//! A work item as the API shows it.

use jiff::Timestamp;
use refrain::work_item::WorkItem;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A unit of work in a queue.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WorkItemView {
    /// Its number.
    #[schema(example = 7)]
    id: i64,
    /// Where it waits.
    #[schema(example = "emails")]
    queue: String,
    /// Its identity in the queue: the same key twice is one item.
    key: String,
    /// What is to be done, and which occurrence asked for it.
    #[schema(value_type = Object)]
    payload: Value,
    /// Which come first.
    #[schema(value_type = refrain::policy::Priority)]
    priority: refrain::policy::Priority,
    /// Where it stands.
    #[schema(example = "queued")]
    state: &'static str,
    /// Not before.
    ready_at: Timestamp,
    /// Attempts begun.
    attempt: u32,
    /// Attempts in all.
    max_attempts: u32,
    /// The number of its last claim. Whoever ends it names it.
    fence: i64,
    /// Who holds it, or held it last.
    worker: Option<String>,
    /// Until when it is held.
    lease_until: Option<Timestamp>,
    /// The occurrence it came from.
    occurrence: Option<i64>,
    /// What came of it.
    #[schema(value_type = Option<Value>)]
    result: Option<Value>,
    /// What the last failure said.
    error: Option<String>,
    /// When it was handed in.
    created_at: Timestamp,
    /// When it ended.
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
