//! Work items: enqueued, leased, completed or dead. The same rules apply as for occurrences: fences, and attempts
//! counted at claim.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use crate::audit::By;
use crate::id::{Fence, NodeId, QueueName, Tenant, WorkItemId};
use crate::store::error::StoreError;
use crate::store::page::{ListPage, Page};
use crate::work_item::{NewWorkItem, WorkItem, WorkState};

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

/// Selects work items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkFilter {
    /// Name of the queue. Default: all queues.
    pub queue: Option<QueueName>,
    /// States to include. Default: all. Dead letters are [`WorkState::Dead`].
    pub states: Vec<WorkState>,
}

/// Refrain's own queues. For a lost lease, a method answers `false` and changes nothing.
#[async_trait]
pub trait Queue: Send + Sync {
    /// Enqueues work items. The same key in the same queue is one item, for as long as that item is retained.
    async fn enqueue(&self, items: Vec<NewWorkItem>, now: Timestamp) -> Result<Vec<EnqueueResult>, StoreError>;

    /// Leases items by priority, time and ID, including those whose lease expired. Items without attempts left
    /// become dead letters.
    async fn claim_work(&self, claim: &ClaimWork, now: Timestamp) -> Result<Vec<WorkItem>, StoreError>;

    /// Extends leases of a tenant's items to `lease_for` from now.
    async fn extend(
        &self,
        tenant: &Tenant,
        leases: &[WorkLease],
        lease_for: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError>;

    /// Records the results of items. A repeated report under the same lease answers `true` again.
    async fn finish(
        &self,
        tenant: &Tenant,
        endings: Vec<(WorkLease, WorkEnding)>,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError>;

    /// Returns one item.
    async fn work_item(&self, tenant: &Tenant, id: WorkItemId) -> Result<Option<WorkItem>, StoreError>;

    /// Returns a tenant's items, the highest ID first.
    async fn work_items(
        &self,
        tenant: &Tenant,
        filter: &WorkFilter,
        page: &Page,
    ) -> Result<ListPage<WorkItem>, StoreError>;

    /// Enqueues dead letters again with all attempts available, and writes one audit entry. Returns which items
    /// were dead.
    async fn replay(
        &self,
        tenant: &Tenant,
        ids: &[WorkItemId],
        by: &By,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError>;
}
