//! Manual processing of work items: claim, then complete, fail or reject.

use refrain_recurrence::Length;
use serde::Serialize;

use super::{WorkQueue, json};
use crate::control::lease_of;
use crate::error::Error;
use crate::model::WorkItem;
use crate::store::{ClaimWork, WorkEnding};

impl WorkQueue {
    /// Claims up to `limit` items, the most urgent first, for the duration of a lease. The claim counts as an attempt.
    ///
    /// # Errors
    /// Returns an error if `limit` is too large or the store is unavailable.
    pub async fn claim(&self, limit: usize, lease: Length) -> Result<Vec<WorkItem>, Error> {
        self.refrain.full_control().claim_work(&self.claim_of(limit, lease)).await
    }

    /// Claims one item, and waits up to `wait` for one. Returns `None` if none became available.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn pop(&self, wait: Length, lease: Length) -> Result<Option<WorkItem>, Error> {
        Ok(self.claim_within(1, wait, lease).await?.pop())
    }

    /// Claims up to `limit` items, and waits up to `wait` for the first ones. Returns an empty list if none
    /// became available.
    ///
    /// # Errors
    /// Returns the same errors as [`WorkQueue::claim`].
    pub async fn claim_within(&self, limit: usize, wait: Length, lease: Length) -> Result<Vec<WorkItem>, Error> {
        self.refrain.full_control().claim_work_within(&self.claim_of(limit, lease), wait).await
    }

    fn claim_of(&self, limit: usize, lease: Length) -> ClaimWork {
        ClaimWork {
            tenant: self.refrain.tenant.clone(),
            queue: self.name.clone(),
            owner: self.owner.clone(),
            lease_for: lease.duration(),
            limit,
        }
    }

    /// Extends the lease of an item to `lease` from now. Returns `false` if the lease was lost; stop working on
    /// the item then.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn extend(&self, item: &WorkItem, lease: Length) -> Result<bool, Error> {
        self.refrain.full_control().extend_work(&self.refrain.tenant, lease_of(item), lease).await
    }

    /// Completes an item and stores the result with it. Returns `false` if the lease was lost: another worker
    /// processes the item or has completed it.
    ///
    /// # Errors
    /// Returns an error if the result cannot be stored, or if the store is unavailable.
    pub async fn complete(&self, item: &WorkItem, result: impl Serialize) -> Result<bool, Error> {
        self.end(item, WorkEnding::Complete { result: json(result)? }).await
    }

    /// Fails an item. While attempts are left, the item is queued again after 2, 4, 8, … seconds, at most an
    /// hour; after the last attempt it becomes a dead letter. Returns `false` if the lease was lost.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn fail(&self, item: &WorkItem, error: &str) -> Result<bool, Error> {
        self.refrain.full_control().fail_work(item, error).await
    }

    /// Fails an item permanently: it becomes a dead letter immediately, without a retry. Returns `false` if the
    /// lease was lost.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn reject(&self, item: &WorkItem, error: &str) -> Result<bool, Error> {
        self.refrain.full_control().reject_work(item, error).await
    }

    pub(super) async fn end(&self, item: &WorkItem, ending: WorkEnding) -> Result<bool, Error> {
        self.refrain.full_control().finish_work(&self.refrain.tenant, lease_of(item), ending).await
    }
}
