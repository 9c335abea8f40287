//! Work items on behalf of a caller: enqueue, claim, extend, complete and fail.
//!
//! Enqueuing sends work without a schedule, so it needs the same right as dispatching to the provider `queue`.

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::Length;
use tokio::sync::watch;

use super::Control;
use crate::delivery::WorkEnvelope;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{NewWorkItem, Priority, QueueName, Tenant, WorkItem};
use crate::right::Right;
use crate::rights::Rights;
use crate::store::{ClaimWork, EnqueueResult, WorkEnding, WorkLease};

/// Maximum number of attempts of an enqueued item.
const ATTEMPTS: u32 = 5;
/// Poll interval for work that no wake-up announces: work enqueued by other processes, and retries.
const LOOK_EVERY: SignedDuration = SignedDuration::from_secs(1);
/// Maximum delay before a retry.
const RETRY_MAX: SignedDuration = SignedDuration::from_hours(1);

/// A request to enqueue a work item.
#[derive(Clone, Debug)]
pub struct EnqueueRequest {
    /// Tenant that owns the queue.
    pub tenant: Tenant,
    /// Name of the queue.
    pub queue: QueueName,
    /// Identity of the item in the queue.
    pub key: String,
    /// Payload for the worker, with its metadata.
    pub envelope: WorkEnvelope,
    /// Priority in the queue.
    pub priority: Priority,
    /// Earliest time of the first claim. Default: now.
    pub ready_at: Option<Timestamp>,
}

impl Control<Rights> {
    /// Enqueues a work item. Enqueuing the same key again returns the same item for as long as that item is kept.
    ///
    /// # Errors
    /// Returns an error if the caller may not send, if the key or the payload cannot be stored, or if the store is
    /// unavailable.
    pub async fn enqueue_work(&self, request: EnqueueRequest) -> Result<EnqueueResult, Error> {
        let EnqueueRequest { tenant, queue, key, envelope, priority, ready_at } = request;
        self.rights.require(&tenant, Right::Fire)?;
        self.permit_payload(&envelope.payload)?;
        let now = self.clock.now();
        let item = NewWorkItem {
            tenant,
            queue,
            key,
            payload: envelope.to_value(),
            priority,
            ready_at: ready_at.unwrap_or(now),
            max_attempts: ATTEMPTS,
            occurrence: None,
        };
        let enqueued = self.store.enqueue(vec![item], now).await?;
        enqueued.into_iter().next().ok_or_else(|| Error::invalid(ErrorCode::BadAnswer, "the store returned no item"))
    }

    /// Claims work items, the most urgent first. The claim counts as an attempt.
    ///
    /// # Errors
    /// Returns an error if the caller may not operate the tenant's queues, if the limit is too large, or if the store
    /// is unavailable.
    pub async fn claim_work(&self, claim: &ClaimWork) -> Result<Vec<WorkItem>, Error> {
        self.rights.require(&claim.tenant, Right::Operate)?;
        Ok(self.store.claim_work(claim, self.clock.now()).await?)
    }

    /// Claims work items, and waits up to `wait` for the first ones. Returns an empty list if none became available.
    ///
    /// # Errors
    /// Returns the same errors as [`Control::claim_work`].
    pub async fn claim_work_within(&self, claim: &ClaimWork, wait: Length) -> Result<Vec<WorkItem>, Error> {
        let until = self.clock.now().saturating_add(wait.duration()).unwrap_or(Timestamp::MAX);
        let mut wakes = self.store.wakes();
        loop {
            // Items that arrive after this line wake the loop; items that arrived before it are seen by the claim.
            wakes.mark_unchanged();
            let items = self.claim_work(claim).await?;
            let now = self.clock.now();
            if !items.is_empty() || now >= until {
                return Ok(items);
            }
            let look_at = until.min(now.saturating_add(LOOK_EVERY).unwrap_or(until));
            tokio::select! {
                () = wait_for_wake_up(&mut wakes) => {}
                () = self.clock.sleep_until(look_at) => {}
            }
        }
    }

    /// Extends the lease of an item to `lease_for` from now. Returns `false` if the lease was lost.
    ///
    /// # Errors
    /// Returns an error if the caller may not operate the tenant's queues, or if the store is unavailable.
    pub async fn extend_work(&self, tenant: &Tenant, lease: WorkLease, lease_for: Length) -> Result<bool, Error> {
        self.rights.require(tenant, Right::Operate)?;
        let held = self.store.extend(tenant, &[lease], lease_for.duration(), self.clock.now()).await?;
        Ok(held == [true])
    }

    /// Completes or fails an item. Returns `false` if the lease was lost.
    ///
    /// # Errors
    /// Returns an error if the caller may not operate the tenant's queues, if the result cannot be stored, or if the
    /// store is unavailable.
    pub async fn finish_work(&self, tenant: &Tenant, lease: WorkLease, ending: WorkEnding) -> Result<bool, Error> {
        self.rights.require(tenant, Right::Operate)?;
        let stands = self.store.finish(tenant, vec![(lease, ending)], self.clock.now()).await?;
        Ok(stands == [true])
    }

    /// Fails an item. While attempts are left, the item is queued again after 2, 4, 8, … seconds, at most an hour;
    /// after the last attempt it becomes a dead letter. Returns `false` if the lease was lost.
    ///
    /// # Errors
    /// Returns the same errors as [`Control::finish_work`].
    pub async fn fail_work(&self, item: &WorkItem, error: &str) -> Result<bool, Error> {
        let retry_at = Some(retry_at(item.attempt, self.clock.now()));
        let ending = WorkEnding::Fail { error: without_nul(error), retry_at };
        self.finish_work(&item.work.tenant, lease_of(item), ending).await
    }

    /// Fails an item permanently: it becomes a dead letter without a retry. Returns `false` if the lease was lost.
    ///
    /// # Errors
    /// Returns the same errors as [`Control::finish_work`].
    pub async fn reject_work(&self, item: &WorkItem, error: &str) -> Result<bool, Error> {
        let ending = WorkEnding::Fail { error: without_nul(error), retry_at: None };
        self.finish_work(&item.work.tenant, lease_of(item), ending).await
    }
}

/// Waits until there may be work. Waits forever once the store sends no more wake-ups.
pub(crate) async fn wait_for_wake_up(wakes: &mut watch::Receiver<u64>) {
    if wakes.changed().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Returns the lease under which a claimed item is held.
pub(crate) fn lease_of(item: &WorkItem) -> WorkLease {
    WorkLease { id: item.id, fence: item.fence }
}

/// Returns the time of the retry: 2ⁿ seconds after the nth attempt.
pub(crate) fn retry_at(attempt: u32, now: Timestamp) -> Timestamp {
    // 2¹² seconds exceed the maximum delay, so the shift cannot overflow.
    let wait = SignedDuration::from_secs(1 << attempt.min(12)).min(RETRY_MAX);
    now.saturating_add(wait).unwrap_or(Timestamp::MAX)
}

/// Returns an error message that every store accepts.
pub(crate) fn without_nul(error: &str) -> String {
    error.replace('\0', "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::clock::ManualClock;
    use crate::model::{Fence, NodeId, WorkItemId};
    use crate::rights::SaveLimits;
    use crate::store::model::Model;

    fn tenant(name: &str) -> Tenant {
        Tenant::new("default", name).unwrap()
    }

    fn control(rights: Rights) -> Control<Rights> {
        Control::new(Arc::new(Model::new()), Arc::new(ManualClock::new(Timestamp::UNIX_EPOCH))).acting_as(rights)
    }

    fn enqueue(payload: &str) -> EnqueueRequest {
        EnqueueRequest {
            tenant: tenant("acme"),
            queue: QueueName::new("emails").unwrap(),
            key: "a".to_owned(),
            envelope: WorkEnvelope::new(payload.into()),
            priority: Priority::Normal,
            ready_at: None,
        }
    }

    fn claim() -> ClaimWork {
        ClaimWork {
            tenant: tenant("acme"),
            queue: QueueName::new("emails").unwrap(),
            owner: NodeId::new("w").unwrap(),
            lease_for: SignedDuration::from_secs(30),
            limit: 1,
        }
    }

    #[test]
    fn waits_double_up_to_an_hour() {
        let wait = |attempt| retry_at(attempt, Timestamp::UNIX_EPOCH).as_second();
        assert_eq!([1, 2, 3, 10].map(wait), [2, 4, 8, 1_024]);
        assert_eq!([12, 13, u32::MAX].map(wait), [3_600; 3]);
    }

    #[tokio::test]
    async fn enqueuing_needs_the_right_to_send() {
        let operator = control(Rights::new([Right::View, Right::Operate, Right::Edit]));
        let refused = operator.enqueue_work(enqueue("x")).await.unwrap_err();
        assert!(matches!(refused, Error::Forbidden { missing: Right::Fire, .. }), "{refused}");
        control(Rights::new([Right::Fire])).enqueue_work(enqueue("x")).await.unwrap();
    }

    #[tokio::test]
    async fn working_through_a_queue_needs_the_right_to_operate() {
        let sender = control(Rights::new([Right::View, Right::Fire, Right::Edit]));
        let (acme, lease) = (tenant("acme"), WorkLease { id: WorkItemId(1), fence: Fence(1) });
        let ending = WorkEnding::Complete { result: serde_json::Value::Null };
        let refusals = [
            sender.claim_work(&claim()).await.unwrap_err(),
            sender.claim_work_within(&claim(), Length::from_seconds(1)).await.unwrap_err(),
            sender.extend_work(&acme, lease, Length::from_seconds(1)).await.unwrap_err(),
            sender.finish_work(&acme, lease, ending).await.unwrap_err(),
        ];
        for refused in refusals {
            assert!(matches!(refused, Error::Forbidden { missing: Right::Operate, .. }), "{refused}");
        }
    }

    #[tokio::test]
    async fn the_queues_of_another_tenant_do_not_exist() {
        let stranger = control(Rights::all().within(tenant("other")));
        assert_eq!(stranger.enqueue_work(enqueue("x")).await.unwrap_err().code(), "not_found");
        assert_eq!(stranger.claim_work(&claim()).await.unwrap_err().code(), "not_found");
    }

    #[tokio::test]
    async fn a_payload_over_the_limit_is_not_enqueued() {
        let limits = SaveLimits { payload_bytes_max: Some(10), ..SaveLimits::default() };
        let limited = control(Rights::all().with_limits(limits));
        limited.enqueue_work(enqueue("12345678")).await.unwrap();
        let refused = limited.enqueue_work(enqueue("123456789")).await.unwrap_err();
        assert_eq!(refused.code(), "too_large", "{refused}");
    }
}
