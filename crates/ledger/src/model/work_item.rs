//! Work items: units of work in Refrain's own queue, which workers pull.

use jiff::Timestamp;
use serde_json::Value;

use crate::model::{Fence, NodeId, OccurrenceId, Priority, QueueName, Tenant, WorkItemId};

/// Maximum size of a payload or result as JSON, in bytes.
pub const WORK_BYTES_MAX: usize = 256 * 1024;

/// State of a work item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WorkState {
    /// Waits for its time or for a worker.
    Queued,
    /// A worker holds a lease on the work item.
    Running,
    /// The work was completed.
    Completed,
    /// The work failed and is not retried. It can be replayed.
    Dead,
}

impl WorkState {
    /// All states.
    pub const ALL: [Self; 4] = [Self::Queued, Self::Running, Self::Completed, Self::Dead];

    /// Returns the stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Dead => "dead",
        }
    }

    /// Returns the code that stores use.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// Returns the state with this code.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }

    /// Returns whether the state is final, so that nothing is left to do.
    pub const fn is_terminal(self) -> bool {
        match self {
            Self::Queued | Self::Running => false,
            Self::Completed | Self::Dead => true,
        }
    }
}

/// Content of a work item to enqueue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWorkItem {
    /// Tenant of the work item.
    pub tenant: Tenant,
    /// Queue of the work item.
    pub queue: QueueName,
    /// Identity in the queue: enqueuing the same key twice results in one item. Usually an idempotency key.
    pub key: String,
    /// Payload: the work to do.
    pub payload: Value,
    /// Priority in the queue.
    pub priority: Priority,
    /// Earliest time at which the work item may be claimed.
    pub ready_at: Timestamp,
    /// Maximum number of attempts, including the first.
    pub max_attempts: u32,
    /// Occurrence that enqueued the work item.
    pub occurrence: Option<OccurrenceId>,
}

/// Work item as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkItem {
    /// Number of the work item in the store.
    pub id: WorkItemId,
    /// Content that was enqueued. Its `ready_at` moves with retries and leases.
    pub work: NewWorkItem,
    /// State of the work item.
    pub state: WorkState,
    /// Number of attempts so far.
    pub attempt: u32,
    /// Fence of the last lease.
    pub fence: Fence,
    /// Node that holds the lease, or held it last.
    pub lease_owner: Option<NodeId>,
    /// Time at which the lease expires.
    pub lease_until: Option<Timestamp>,
    /// Time at which the work item was enqueued.
    pub created_at: Timestamp,
    /// Time at which the work item ended.
    pub ended_at: Option<Timestamp>,
    /// Result that the worker reported.
    pub result: Option<Value>,
    /// Error of the last failure.
    pub error: Option<String>,
}
