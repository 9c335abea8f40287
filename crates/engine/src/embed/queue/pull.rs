//! Manual processing of work items: claim, then complete, fail or reject.

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::Length;
use serde::Serialize;

use super::{WorkQueue, json};
use crate::error::Error;
use crate::model::WorkItem;
use crate::store::{ClaimWork, WorkEnding, WorkLease};

/// Poll interval for work that no wake-up announces: work enqueued by other processes, and retries.
const LOOK_EVERY: SignedDuration = SignedDuration::from_secs(1);
/// Maximum delay before a retry.
const RETRY_MAX: SignedDuration = SignedDuration::from_hours(1);

impl WorkQueue {
    /// Claims up to `limit` items, the most urgent first, for the duration of a lease. The claim counts as an attempt.
    ///
    /// # Errors
    /// Returns an error if `limit` is too large or the store is unavailable.
    pub async fn claim(&self, limit: usize, lease: Length) -> Result<Vec<WorkItem>, Error> {
        let claim = ClaimWork {
            tenant: self.refrain.tenant.clone(),
            queue: self.name.clone(),
            owner: self.owner.clone(),
            lease_for: lease.duration(),
            limit,
        };
        Ok(self.refrain.store().claim_work(&claim, self.refrain.now()).await?)
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
        let until = self.refrain.now().saturating_add(wait.duration()).unwrap_or(Timestamp::MAX);
        let mut wakes = self.refrain.store().wakes();
        loop {
            // Items that arrive after this line wake the loop; items that arrived before it are seen by the claim.
            wakes.mark_unchanged();
            let items = self.claim(limit, lease).await?;
            let now = self.refrain.now();
            if !items.is_empty() || now >= until {
                return Ok(items);
            }
            let look_at = until.min(now.saturating_add(LOOK_EVERY).unwrap_or(until));
            tokio::select! {
                () = super::serve::wait_for_wake_up(&mut wakes) => {}
                () = self.refrain.shared.clock.sleep_until(look_at) => {}
            }
        }
    }

    /// Extends the lease of an item to `lease` from now. Returns `false` if the lease was lost; stop working on
    /// the item then.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn extend(&self, item: &WorkItem, lease: Length) -> Result<bool, Error> {
        let (store, tenant) = (self.refrain.store(), &self.refrain.tenant);
        let held = store.extend(tenant, &[lease_of(item)], lease.duration(), self.refrain.now()).await?;
        Ok(held == [true])
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
        let retry_at = Some(retry_at(item.attempt, self.refrain.now()));
        self.end(item, WorkEnding::Fail { error: without_nul(error), retry_at }).await
    }

    /// Fails an item permanently: it becomes a dead letter immediately, without a retry. Returns `false` if the
    /// lease was lost.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn reject(&self, item: &WorkItem, error: &str) -> Result<bool, Error> {
        self.end(item, WorkEnding::Fail { error: without_nul(error), retry_at: None }).await
    }

    pub(super) async fn end(&self, item: &WorkItem, ending: WorkEnding) -> Result<bool, Error> {
        let (store, tenant) = (self.refrain.store(), &self.refrain.tenant);
        let stands = store.finish(tenant, vec![(lease_of(item), ending)], self.refrain.now()).await?;
        Ok(stands == [true])
    }
}

fn lease_of(item: &WorkItem) -> WorkLease {
    WorkLease { id: item.id, fence: item.fence }
}

/// Returns the time of the retry: 2ⁿ seconds after the nth attempt.
pub(super) fn retry_at(attempt: u32, now: Timestamp) -> Timestamp {
    // 2¹² seconds exceed the maximum delay, so the shift cannot overflow.
    let wait = SignedDuration::from_secs(1 << attempt.min(12)).min(RETRY_MAX);
    now.saturating_add(wait).unwrap_or(Timestamp::MAX)
}

pub(super) fn without_nul(error: &str) -> String {
    error.replace('\0', "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_an_hour() {
        let wait = |attempt| retry_at(attempt, Timestamp::UNIX_EPOCH).as_second();
        assert_eq!([1, 2, 3, 10].map(wait), [2, 4, 8, 1_024]);
        assert_eq!([12, 13, u32::MAX].map(wait), [3_600; 3]);
    }
}
