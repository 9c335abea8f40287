//! Work items: enqueued, leased, completed or dead. The same rules apply as for occurrences: fences, and attempts
//! counted at claim.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use crate::ledger::{
    ClaimWork, DeadItemChange, EnqueueResult, ListPage, Page, StoreError, WorkEnding, WorkFilter, WorkLease,
};
use crate::model::{By, NewWorkItem, Tenant, WorkItem, WorkItemId};

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

    /// Enqueues dead letters again, or deletes them, and writes one audit entry. Returns which items were dead.
    async fn change_dead(
        &self,
        tenant: &Tenant,
        ids: &[WorkItemId],
        change: DeadItemChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError>;
}
