//! Taking work by hand: claim it, do it, say how it went.

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::Length;
use serde::Serialize;

use super::{WorkQueue, json};
use crate::error::Error;
use crate::store::{ClaimWork, WorkEnding, WorkLease};
use crate::work_item::WorkItem;

/// How often a queue is looked at while nothing tells that there is work: work of another process, retries.
const LOOK_EVERY: SignedDuration = SignedDuration::from_secs(1);
/// No wait before another attempt is longer.
const RETRY_MAX: SignedDuration = SignedDuration::from_hours(1);

impl WorkQueue {
    /// Takes work, the most urgent first, for as long as a lease lasts. An attempt is counted with the claim.
    ///
    /// # Errors
    /// When that is too much at once, or the store cannot be used.
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

    /// Takes one item, and waits for one as long as that. None when none came.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn pop(&self, wait: Length, lease: Length) -> Result<Option<WorkItem>, Error> {
        Ok(self.claim_within(1, wait, lease).await?.pop())
    }

    /// Takes work, and waits for some as long as that. None when none came.
    ///
    /// # Errors
    /// As [`WorkQueue::claim`].
    pub async fn claim_within(&self, limit: usize, wait: Length, lease: Length) -> Result<Vec<WorkItem>, Error> {
        let until = self.refrain.now().saturating_add(wait.duration()).unwrap_or(Timestamp::MAX);
        let mut wakes = self.refrain.store().wakes();
        loop {
            // What comes after this line wakes us, what came before it is seen by the claim.
            wakes.mark_unchanged();
            let items = self.claim(limit, lease).await?;
            let now = self.refrain.now();
            if !items.is_empty() || now >= until {
                return Ok(items);
            }
            let look_at = until.min(now.saturating_add(LOOK_EVERY).unwrap_or(until));
            tokio::select! {
                () = super::serve::woken(&mut wakes) => {}
                () = self.refrain.shared.clock.sleep_until(look_at) => {}
            }
        }
    }

    /// Holds an item for longer: its lease lasts so long from now on. `false` when it has been lost; then stop.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn extend(&self, item: &WorkItem, lease: Length) -> Result<bool, Error> {
        let (store, tenant) = (self.refrain.store(), &self.refrain.tenant);
        let held = store.extend(tenant, &[lease_of(item)], lease.duration(), self.refrain.now()).await?;
        Ok(held == [true])
    }

    /// It was done; the result is kept with it. `false` when the lease had been lost: another does it, or has done it.
    ///
    /// # Errors
    /// When the result cannot be kept, or the store cannot be used.
    pub async fn complete(&self, item: &WorkItem, result: impl Serialize) -> Result<bool, Error> {
        self.end(item, WorkEnding::Complete { result: json(result)? }).await
    }

    /// It failed. While it has attempts left it is queued again, after 2, 4, 8, … seconds and at most an hour; without it is
    /// a dead letter. `false` when the lease had been lost.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn fail(&self, item: &WorkItem, error: &str) -> Result<bool, Error> {
        let retry_at = Some(retry_at(item.attempt, self.refrain.now()));
        self.end(item, WorkEnding::Fail { error: without_nul(error), retry_at }).await
    }

    /// It failed in a way that another attempt cannot change: a dead letter at once. `false` when the lease had been lost.
    ///
    /// # Errors
    /// When the store cannot be used.
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

/// 2ⁿ seconds after the nth attempt.
pub(super) fn retry_at(attempt: u32, now: Timestamp) -> Timestamp {
    // 2¹² seconds are more than the longest wait.
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
