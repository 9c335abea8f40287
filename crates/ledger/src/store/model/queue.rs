//! Work items.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::Model;
use super::state::State;
use crate::ledger::{check, work};
use crate::model::{By, Fence, NewWorkItem, Tenant, WorkItem, WorkItemId, WorkState};
use crate::store::{
    ClaimWork, DeadItemChange, EnqueueResult, ListPage, Page, Queue, StoreError, WorkEnding, WorkFilter, WorkLease,
};

impl State {
    pub(super) fn enqueue_one(&mut self, item: &NewWorkItem, now: Timestamp) -> EnqueueResult {
        let key = (item.tenant.clone(), item.queue.clone(), item.key.clone());
        if let Some(id) = self.work_keys.get(&key) {
            return EnqueueResult::Existing(*id);
        }
        let id = WorkItemId(self.next_number());
        self.work_keys.insert(key, id);
        self.work.insert(id, WorkItem::new(id, item.clone(), now));
        EnqueueResult::New(id)
    }

    fn claim_work(&mut self, claim: &ClaimWork, now: Timestamp) -> Vec<WorkItem> {
        let is_ready = |item: &&WorkItem| {
            item.work.tenant == claim.tenant
                && item.work.queue == claim.queue
                && !item.state.is_terminal()
                && item.work.ready_at <= now
        };
        let mut ready: Vec<_> =
            self.work.values().filter(is_ready).map(|item| (item.work.priority, item.work.ready_at, item.id)).collect();
        ready.sort_unstable();
        let until = now.saturating_add(claim.lease_for).unwrap_or(now);
        let mut claimed = Vec::new();
        for (.., id) in ready.into_iter().take(claim.limit) {
            if let Some(item) = self.work.get_mut(&id)
                && item.start(&claim.owner, until, Fence::floor_at(now), now)
            {
                claimed.push(item.clone());
            }
        }
        claimed
    }

    fn change_dead(&mut self, tenant: &Tenant, id: WorkItemId, change: DeadItemChange, now: Timestamp) -> bool {
        let Some(item) = self.owned(tenant, id).filter(|item| item.state == WorkState::Dead) else { return false };
        match change {
            DeadItemChange::Replay => item.replay(now),
            DeadItemChange::Discard => {
                let key = (item.work.tenant.clone(), item.work.queue.clone(), item.work.key.clone());
                self.work_keys.remove(&key);
                self.work.remove(&id);
            }
        }
        true
    }

    fn owned(&mut self, tenant: &Tenant, id: WorkItemId) -> Option<&mut WorkItem> {
        self.work.get_mut(&id).filter(|item| item.work.tenant == *tenant)
    }
}

#[async_trait]
impl Queue for Model {
    async fn enqueue(&self, items: Vec<NewWorkItem>, now: Timestamp) -> Result<Vec<EnqueueResult>, StoreError> {
        check::batch(items.len())?;
        check::work(&items)?;
        Ok(self.with_wake(|state| items.iter().map(|item| state.enqueue_one(item, now)).collect()))
    }

    async fn claim_work(&self, claim: &ClaimWork, now: Timestamp) -> Result<Vec<WorkItem>, StoreError> {
        check::batch(claim.limit)?;
        Ok(self.with(|state| state.claim_work(claim, now)))
    }

    async fn extend(
        &self,
        tenant: &Tenant,
        leases: &[WorkLease],
        lease_for: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError> {
        check::batch(leases.len())?;
        let until = now.saturating_add(lease_for).unwrap_or(now);
        Ok(self.with(|state| {
            let extend =
                |lease: &WorkLease| state.owned(tenant, lease.id).is_some_and(|item| item.extend(*lease, until));
            leases.iter().map(extend).collect()
        }))
    }

    async fn finish(
        &self,
        tenant: &Tenant,
        endings: Vec<(WorkLease, WorkEnding)>,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError> {
        check::batch(endings.len())?;
        check::work_endings(&endings)?;
        Ok(self.with(|state| {
            let finish = |(lease, ending): &(WorkLease, WorkEnding)| {
                state.owned(tenant, lease.id).is_some_and(|item| item.finish(*lease, ending, now))
            };
            endings.iter().map(finish).collect()
        }))
    }

    async fn work_item(&self, tenant: &Tenant, id: WorkItemId) -> Result<Option<WorkItem>, StoreError> {
        Ok(self.with(|state| state.owned(tenant, id).cloned()))
    }

    async fn work_items(
        &self,
        tenant: &Tenant,
        filter: &WorkFilter,
        page: &Page,
    ) -> Result<ListPage<WorkItem>, StoreError> {
        let before = page.number()?.unwrap_or(i64::MAX);
        let is_wanted = |item: &&WorkItem| {
            item.work.tenant == *tenant
                && item.id.0 < before
                && filter.queue.as_ref().is_none_or(|queue| item.work.queue == *queue)
                && (filter.states.is_empty() || filter.states.contains(&item.state))
        };
        let found =
            self.with(|state| state.work.values().rev().filter(is_wanted).take(page.rows() + 1).cloned().collect());
        Ok(ListPage::cut(found, page.rows(), |item: &WorkItem| item.id.to_string()))
    }

    async fn change_dead(
        &self,
        tenant: &Tenant,
        ids: &[WorkItemId],
        change: DeadItemChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError> {
        check::by(by)?;
        check::batch(ids.len())?;
        Ok(self.with_wake(|state| {
            let were_dead: Vec<bool> = ids.iter().map(|id| state.change_dead(tenant, *id, change, now)).collect();
            state.append(tenant, work::dead_entry(change, ids, &were_dead, by), now);
            were_dead
        }))
    }
}
