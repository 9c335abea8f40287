//! Arguments and results of the operations on work items.

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use crate::model::{Fence, NodeId, QueueName, Tenant, WorkItemId, WorkState};

/// Result of enqueuing one item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnqueueResult {
    /// The item is new and waits to be claimed.
    New(WorkItemId),
    /// The queue already had an item with this key.
    Existing(WorkItemId),
}

/// Claims work items of one queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimWork {
    /// Tenant that owns the queue.
    pub tenant: Tenant,
    /// Name of the queue.
    pub queue: QueueName,
    /// Worker that claims the items.
    pub owner: NodeId,
    /// Duration of the lease until it must be extended.
    pub lease_for: SignedDuration,
    /// Maximum number of items.
    pub limit: usize,
}

/// A worker's exclusive right to one item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WorkLease {
    /// ID of the item.
    pub id: WorkItemId,
    /// Fencing token of the lease.
    pub fence: Fence,
}

/// Result of one work item.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkEnding {
    /// The item was completed.
    Complete {
        /// Result value.
        result: Value,
    },
    /// The item failed.
    Fail {
        /// Error message.
        error: String,
        /// Time of the next attempt, if attempts are left. Without it, the item becomes a dead letter.
        retry_at: Option<Timestamp>,
    },
}

/// A change that a person makes to dead letters among the work items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadItemChange {
    /// Enqueues the item again with all attempts available.
    Replay,
    /// Deletes the item. Its key can then be enqueued again.
    Discard,
}

/// Selects work items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkFilter {
    /// Name of the queue. Default: all queues.
    pub queue: Option<QueueName>,
    /// States to include. Default: all. Dead letters are [`WorkState::Dead`].
    pub states: Vec<WorkState>,
}
