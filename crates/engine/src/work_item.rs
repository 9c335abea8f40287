//! A unit of work in Refrain's own queue, pulled by whoever does it.

use jiff::Timestamp;
use serde_json::Value;

use crate::id::{Fence, NodeId, OccurrenceId, QueueName, Tenant, WorkItemId};
use crate::policy::Priority;

/// No payload or result is longer, in bytes of JSON.
pub const WORK_BYTES_MAX: usize = 256 * 1024;

/// Where a work item stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WorkState {
    /// It waits for its time or a worker.
    Queued,
    /// A worker holds a lease on it.
    Running,
    /// It was done.
    Done,
    /// It failed for good and can be replayed.
    Dead,
}

impl WorkState {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Queued, Self::Running, Self::Done, Self::Dead];

    /// The stable text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Dead => "dead",
        }
    }

    /// As stores keep it.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// The one with this code.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }

    /// Whether nothing is left to do.
    pub const fn is_terminal(self) -> bool {
        match self {
            Self::Queued | Self::Running => false,
            Self::Done | Self::Dead => true,
        }
    }
}

/// What is known when work is handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWorkItem {
    /// Whose it is.
    pub tenant: Tenant,
    /// Where it waits.
    pub queue: QueueName,
    /// Its identity in the queue: the same key twice is one item. An idempotency key, as a rule.
    pub key: String,
    /// What is to be done.
    pub payload: Value,
    /// Which come first.
    pub priority: Priority,
    /// Not before.
    pub ready_at: Timestamp,
    /// Attempts in all.
    pub max_attempts: u32,
    /// The occurrence it came from.
    pub occurrence: Option<OccurrenceId>,
}

/// A work item as the store knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkItem {
    /// Its number in the store.
    pub id: WorkItemId,
    /// What was handed in; its `ready_at` moves with retries and leases.
    pub work: NewWorkItem,
    /// Where it stands.
    pub state: WorkState,
    /// Attempts begun.
    pub attempt: u32,
    /// The number of its last lease.
    pub fence: Fence,
    /// Who holds it, or held it last.
    pub lease_owner: Option<NodeId>,
    /// Until when it is held.
    pub lease_until: Option<Timestamp>,
    /// When it was handed in.
    pub created_at: Timestamp,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// What came of it.
    pub result: Option<Value>,
    /// What the last failure said.
    pub error: Option<String>,
}
