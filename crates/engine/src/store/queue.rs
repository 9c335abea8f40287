//! Work items: handed in, leased, done or dead. The same rules as for occurrences: fences, attempts counted at claim.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use crate::audit::By;
use crate::id::{Fence, NodeId, QueueName, Tenant, WorkItemId};
use crate::store::error::StoreError;
use crate::store::page::{Page, Paged};
use crate::work_item::{NewWorkItem, WorkItem, WorkState};

/// What came of handing in one item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enqueued {
    /// It waits now.
    New(WorkItemId),
    /// The queue had one of that key.
    Existing(WorkItemId),
}

/// Asks for work of one queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimWork {
    /// Whose.
    pub tenant: Tenant,
    /// Which queue.
    pub queue: QueueName,
    /// Who will do it.
    pub owner: NodeId,
    /// How long it may take until it must be extended.
    pub lease_for: SignedDuration,
    /// How many at most.
    pub limit: usize,
}

/// A worker's right to one item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WorkLease {
    /// Which.
    pub id: WorkItemId,
    /// The number it was given.
    pub fence: Fence,
}

/// How one item went.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkEnding {
    /// It was done.
    Complete {
        /// What came of it.
        result: Value,
    },
    /// It failed.
    Fail {
        /// What went wrong.
        error: String,
        /// When to try again, while attempts are left; without it the item is dead.
        retry_at: Option<Timestamp>,
    },
}

/// Which items are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkFilter {
    /// Of this queue.
    pub queue: Option<QueueName>,
    /// In one of these states; dead letters are [`WorkState::Dead`].
    pub states: Vec<WorkState>,
}

/// Refrain's own queues. A lease that is lost answers `false`, and nothing was changed for it.
#[async_trait]
pub trait Queue: Send + Sync {
    /// Hands in work. The same key in the same queue twice is one item, for as long as the item is kept.
    async fn enqueue(&self, items: Vec<NewWorkItem>, now: Timestamp) -> Result<Vec<Enqueued>, StoreError>;

    /// Leases items by priority, time and number, expired leases included; what has no attempts left becomes dead.
    async fn claim_work(&self, claim: &ClaimWork, now: Timestamp) -> Result<Vec<WorkItem>, StoreError>;

    /// Extends leases of a tenant's items to `lease_for` from now.
    async fn extend(
        &self,
        tenant: &Tenant,
        leases: &[WorkLease],
        lease_for: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError>;

    /// Records how items went. A repeated report under the same lease answers `true` again.
    async fn finish(
        &self,
        tenant: &Tenant,
        endings: Vec<(WorkLease, WorkEnding)>,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError>;

    /// One item.
    async fn work_item(&self, tenant: &Tenant, id: WorkItemId) -> Result<Option<WorkItem>, StoreError>;

    /// A tenant's items, the latest number first.
    async fn work_items(
        &self,
        tenant: &Tenant,
        filter: &WorkFilter,
        page: &Page,
    ) -> Result<Paged<WorkItem>, StoreError>;

    /// Queues dead items again with all their attempts before them, with one audit entry. Answers which were dead.
    async fn replay(
        &self,
        tenant: &Tenant,
        ids: &[WorkItemId],
        by: &By,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError>;
}
