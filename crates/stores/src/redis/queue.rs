//! Implements [`Queue`] for Redis: work items. Each is committed with its own version, so that no call waits
//! for a whole queue.

use std::collections::BTreeMap;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::audit::chain;
use super::change::Change;
use super::commit::Hint;
use super::keys::{Keys, padded, read_padded};
use super::{Redis, Retries, link, row};
use refrain_ledger::ledger::{check, work};
use refrain_ledger::model::{By, Fence, NewWorkItem, Priority, Tenant, WorkItem, WorkItemId, WorkState};
use refrain_ledger::store::{
    ClaimWork, DeadItemChange, EnqueueResult, ListPage, Page, Queue, StoreError, WorkEnding, WorkFilter, WorkLease,
};

/// Number of work items read at once when a filter skips most of them.
const STEP: usize = 500;

const PRIORITIES: [Priority; 3] = [Priority::High, Priority::Normal, Priority::Low];

/// A work item whose ID comes from a counter.
pub(super) struct NewItem {
    pub(super) counter: i64,
    pub(super) item: NewWorkItem,
}

/// A work item as it was read, with its new state.
struct HeldItem {
    item: WorkItem,
    version: u64,
    /// The bytes that were read.
    stored: Vec<u8>,
    was_ready_at: Option<Timestamp>,
    was_ended: bool,
    is_changed: bool,
}

type HeldItems = BTreeMap<WorkItemId, HeldItem>;

/// Work items that could not be read, with their stored bytes.
type UnreadItems = Vec<(WorkItemId, Option<Vec<u8>>)>;

/// Adds a new work item to a change. The change is then refused if the item's key exists.
pub(super) fn put_item(change: &mut Change, keys: &Keys, new: NewItem, now: Timestamp) -> WorkItemId {
    let tenant = new.item.tenant.clone();
    let id = WorkItemId(keys.number(new.counter, keys.shard_of(&tenant)));
    let item = WorkItem::new(id, new.item, now);
    let taken = keys.work_keys(&tenant, &item.work.queue);
    change.expect_no_field(taken.clone(), item.work.key.clone());
    change.numbered(new.counter);
    change.command(&[b"HSET", taken.as_bytes(), item.work.key.as_bytes(), id.0.to_string().as_bytes()]);
    change.add(keys.work_of(&tenant), id.0, padded(id.0));
    let ready = keys.work_ready(&tenant, &item.work.queue, item.work.priority);
    change.add(ready, item.work.ready_at.as_microsecond(), padded(id.0));
    change.set(keys.work(id), row::pack_work(&item, 1));
    id
}

/// Removes an item that has ended, with its key.
pub(super) fn remove_item(change: &mut Change, keys: &Keys, item: &WorkItem) {
    let (id, tenant) = (item.id, &item.work.tenant);
    change.remove(keys.work_ended(keys.home(id.0)), padded(id.0));
    change.remove(keys.work_of(tenant), padded(id.0));
    let taken = keys.work_keys(tenant, &item.work.queue);
    change.command(&[b"HDEL", taken.as_bytes(), item.work.key.as_bytes()]);
    change.command(&[b"DEL", keys.work(id).as_bytes()]);
}

impl HeldItem {
    fn new(item: WorkItem, version: u64, stored: Vec<u8>) -> Self {
        let was_ready_at = (!item.state.is_terminal()).then_some(item.work.ready_at);
        Self { was_ready_at, was_ended: item.state.is_terminal(), item, version, stored, is_changed: false }
    }

    fn write(&self, change: &mut Change, keys: &Keys) {
        let item = &self.item;
        let tenant = &item.work.tenant;
        let ready = keys.work_ready(tenant, &item.work.queue, item.work.priority);
        let ready_at = (!item.state.is_terminal()).then_some(item.work.ready_at);
        match ready_at {
            _ if ready_at == self.was_ready_at => {}
            Some(at) => change.add(ready, at.as_microsecond(), padded(item.id.0)),
            None => change.remove(ready, padded(item.id.0)),
        }
        let ended = keys.work_ended(keys.home(item.id.0));
        match item.ended_at.filter(|_| item.state.is_terminal()) {
            Some(at) => change.add(ended, at.as_microsecond(), padded(item.id.0)),
            None if self.was_ended => change.remove(ended, padded(item.id.0)),
            None => {}
        }
        change.set(keys.work(item.id), row::pack_work(item, self.version + 1));
    }

    fn into_change(self, keys: &Keys) -> Change {
        let mut change = Change::new(keys.home(self.item.id.0));
        change.expect_version(keys.work(self.item.id), self.version);
        self.write(&mut change, keys);
        change
    }
}

impl Redis {
    /// Returns the existing work items with the keys of new ones.
    pub(super) async fn existing_items(&self, items: &[&NewWorkItem]) -> Result<Vec<Option<WorkItemId>>, StoreError> {
        let mut pipeline = redis::Pipeline::with_capacity(items.len());
        for item in items {
            pipeline.cmd("HGET").arg(self.keys.work_keys(&item.tenant, &item.queue)).arg(&item.key);
        }
        let answers = self.link.calls(&pipeline).await?;
        let read = |answer| link::read::<Option<i64>>(answer).map(|id| id.map(WorkItemId));
        answers.into_iter().map(read).collect()
    }

    /// Returns a tenant's work items by ID, and those that do not exist or cannot be read.
    async fn held(&self, tenant: &Tenant, ids: &[WorkItemId]) -> Result<(HeldItems, UnreadItems), StoreError> {
        let home = self.keys.shard_of(tenant);
        let ids: Vec<WorkItemId> = ids.iter().copied().filter(|id| self.keys.home(id.0) == home).collect();
        let keys: Vec<String> = ids.iter().map(|id| self.keys.work(*id)).collect();
        let mut held = BTreeMap::new();
        let mut unread = Vec::new();
        for (id, bytes) in ids.into_iter().zip(self.values(&keys).await?) {
            match bytes.as_deref().map(|bytes| row::work(id, bytes)) {
                Some(Ok((item, version))) if item.work.tenant == *tenant => {
                    held.insert(id, HeldItem::new(item, version, bytes.unwrap_or_default()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => unread.push((id, bytes)),
            }
        }
        Ok((held, unread))
    }

    /// Changes work items one after the other. Returns the results of `change`.
    async fn each_item(
        &self,
        tenant: &Tenant,
        ids: &[WorkItemId],
        mut change: impl FnMut(usize, &mut WorkItem) -> bool + Send,
    ) -> Result<Vec<bool>, StoreError> {
        let mut results = vec![false; ids.len()];
        let mut left: Vec<usize> = (0..ids.len()).collect();
        let mut retries = Retries::new("the work items");
        while !left.is_empty() {
            let asked: Vec<WorkItemId> = left.iter().map(|index| ids[*index]).collect();
            let (mut held, _) = self.held(tenant, &asked).await.map_err(|error| retries.error(error))?;
            for index in &left {
                let Some(slot) = held.get_mut(&ids[*index]) else { continue };
                let before = slot.item.clone();
                results[*index] = change(*index, &mut slot.item);
                slot.is_changed |= slot.item != before;
            }
            let changed: Vec<HeldItem> = held.into_values().filter(|slot| slot.is_changed).collect();
            let written: Vec<WorkItemId> = changed.iter().map(|slot| slot.item.id).collect();
            let done = self
                .commit(
                    changed.into_iter().map(|slot| slot.into_change(&self.keys)).collect(),
                    Hint::Silent,
                    &mut retries,
                )
                .await?;
            let refused: Vec<WorkItemId> =
                written.into_iter().zip(done).filter(|(_, done)| !done).map(|(id, _)| id).collect();
            left.retain(|index| refused.contains(&ids[*index]));
            retries.again(left.is_empty()).await?;
        }
        Ok(results)
    }

    /// Returns the work items to be claimed. Damaged items are set aside, and others take their place.
    async fn load_items(&self, claim: &ClaimWork, now: Timestamp) -> Result<(Vec<WorkItemId>, HeldItems), StoreError> {
        let mut retries = Retries::new("the queue");
        loop {
            let ids = self.ready_items(claim, now).await?;
            let (held, unread) = self.held(&claim.tenant, &ids).await?;
            if unread.is_empty() {
                return Ok((ids, held));
            }
            self.set_items_aside(claim, unread).await?;
            retries.again(false).await?;
        }
    }

    async fn ready_items(&self, claim: &ClaimWork, now: Timestamp) -> Result<Vec<WorkItemId>, StoreError> {
        let mut pipeline = redis::Pipeline::new();
        for priority in PRIORITIES {
            let set = self.keys.work_ready(&claim.tenant, &claim.queue, priority);
            let range = pipeline.cmd("ZRANGEBYSCORE").arg(set).arg("-inf").arg(now.as_microsecond());
            range.arg("LIMIT").arg(0).arg(claim.limit);
        }
        let mut ready = Vec::new();
        for answer in self.link.calls(&pipeline).await? {
            for member in link::read::<Vec<Vec<u8>>>(answer)? {
                ready.push(WorkItemId(read_padded(&member)?));
            }
        }
        ready.truncate(claim.limit);
        Ok(ready)
    }
}

#[async_trait]
impl Queue for Redis {
    async fn enqueue(&self, items: Vec<NewWorkItem>, now: Timestamp) -> Result<Vec<EnqueueResult>, StoreError> {
        check::batch(items.len())?;
        check::work(&items)?;
        let mut results: Vec<Option<EnqueueResult>> = vec![None; items.len()];
        let mut retries = Retries::new("the queue");
        loop {
            let left: Vec<usize> = (0..items.len()).filter(|index| results[*index].is_none()).collect();
            if left.is_empty() {
                break;
            }
            let asked: Vec<&NewWorkItem> = left.iter().map(|index| &items[*index]).collect();
            let found = self.existing_items(&asked).await.map_err(|error| retries.error(error))?;
            let mut counter = self.counters(left.len());
            let mut firsts = BTreeMap::new();
            let mut changes = Vec::new();
            for (index, found) in left.iter().zip(found) {
                let item = &items[*index];
                match found {
                    Some(id) => results[*index] = Some(EnqueueResult::Existing(id)),
                    None => {
                        let key = (&item.tenant, &item.queue, &item.key);
                        if firsts.contains_key(&key) {
                            continue;
                        }
                        let mut change = Change::new(self.keys.shard_of(&item.tenant));
                        let id = put_item(&mut change, &self.keys, NewItem { counter, item: item.clone() }, now);
                        counter += 1;
                        firsts.insert(key, ());
                        changes.push((*index, id, change));
                    }
                }
            }
            let (new, changes): (Vec<_>, Vec<_>) =
                changes.into_iter().map(|(index, id, change)| ((index, id), change)).unzip();
            // An item that is in the batch twice is looked up again, and then found.
            let written = self.commit(changes, Hint::Notify, &mut retries).await?;
            for ((index, id), written) in new.into_iter().zip(written) {
                results[index] = written.then_some(EnqueueResult::New(id));
            }
            retries.again(results.iter().all(Option::is_some)).await?;
        }
        self.wake();
        Ok(results.into_iter().flatten().collect())
    }

    async fn claim_work(&self, claim: &ClaimWork, now: Timestamp) -> Result<Vec<WorkItem>, StoreError> {
        check::batch(claim.limit)?;
        if claim.limit == 0 {
            return Ok(Vec::new());
        }
        let until = now.saturating_add(claim.lease_for).unwrap_or(now);
        let (ids, mut held) = self.load_items(claim, now).await?;
        let mut changes = Vec::new();
        let mut claimed = Vec::new();
        for id in &ids {
            let Some(mut slot) = held.remove(id) else { continue };
            // Another client may have taken the item between the two reads.
            if slot.item.state.is_terminal() || slot.item.work.ready_at > now {
                continue;
            }
            let is_started = slot.item.start(&claim.owner, until, Fence::floor_at(now), now);
            claimed.push(is_started.then(|| slot.item.clone()));
            changes.push(slot.into_change(&self.keys));
        }
        let written = self.commit(changes, Hint::Silent, &mut Retries::partial("the queue")).await?;
        Ok(claimed.into_iter().zip(written).filter(|(_, written)| *written).filter_map(|(item, _)| item).collect())
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
        let ids: Vec<WorkItemId> = leases.iter().map(|lease| lease.id).collect();
        self.each_item(tenant, &ids, |index, item| item.extend(leases[index], until)).await
    }

    async fn finish(
        &self,
        tenant: &Tenant,
        endings: Vec<(WorkLease, WorkEnding)>,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError> {
        check::batch(endings.len())?;
        check::work_endings(&endings)?;
        let ids: Vec<WorkItemId> = endings.iter().map(|(lease, _)| lease.id).collect();
        self.each_item(tenant, &ids, |index, item| item.finish(endings[index].0, &endings[index].1, now)).await
    }

    async fn work_item(&self, tenant: &Tenant, id: WorkItemId) -> Result<Option<WorkItem>, StoreError> {
        let (mut held, unread) = self.held(tenant, &[id]).await?;
        if unread.iter().any(|(_, stored)| stored.is_some()) {
            return Err(StoreError::Corrupt(format!("work item {id} cannot be read")));
        }
        Ok(held.remove(&id).map(|slot| slot.item))
    }

    async fn work_items(
        &self,
        tenant: &Tenant,
        filter: &WorkFilter,
        page: &Page,
    ) -> Result<ListPage<WorkItem>, StoreError> {
        let mut before = page.number()?.map_or_else(|| "+inf".to_owned(), |before| format!("({before}"));
        let wanted = page.rows() + 1;
        let is_wanted = |item: &WorkItem| {
            filter.queue.as_ref().is_none_or(|queue| item.work.queue == *queue)
                && (filter.states.is_empty() || filter.states.contains(&item.state))
        };
        let mut found = Vec::new();
        loop {
            let mut command = redis::cmd("ZREVRANGEBYSCORE");
            command.arg(self.keys.work_of(tenant)).arg(&before).arg("-inf");
            command.arg("LIMIT").arg(0).arg(wanted.max(STEP));
            let members: Vec<Vec<u8>> = link::read(self.link.call(command).await?)?;
            let ids =
                members.iter().map(|member| read_padded(member).map(WorkItemId)).collect::<Result<Vec<_>, _>>()?;
            let Some(last) = ids.last() else { break };
            before = format!("({last}");
            let (mut held, _) = self.held(tenant, &ids).await?;
            let items = ids.iter().filter_map(|id| held.remove(id)).map(|slot| slot.item);
            found.extend(items.filter(is_wanted));
            if found.len() >= wanted {
                break;
            }
        }
        found.truncate(wanted);
        Ok(ListPage::cut(found, page.rows(), |item: &WorkItem| item.id.to_string()))
    }

    async fn change_dead(
        &self,
        tenant: &Tenant,
        ids: &[WorkItemId],
        asked: DeadItemChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError> {
        check::by(by)?;
        check::batch(ids.len())?;
        let mut retries = Retries::new("the work items");
        loop {
            let tip = self.read_tip(tenant).await?;
            let (mut held, _) = self.held(tenant, ids).await?;
            held.retain(|_, slot| slot.item.state == WorkState::Dead);
            // An item that is named twice is dead only once.
            let dead: Vec<Option<HeldItem>> = ids.iter().map(|id| held.remove(id)).collect();
            let were_dead: Vec<bool> = dead.iter().map(Option::is_some).collect();
            // One change for all items, because they share one audit entry.
            let mut change = Change::new(self.keys.shard_of(tenant));
            chain(&mut change, &self.keys, tenant, &tip, vec![work::dead_entry(asked, ids, &were_dead, by)], now);
            for mut slot in dead.into_iter().flatten() {
                change.expect_value(self.keys.work(slot.item.id), Some(&slot.stored));
                match asked {
                    DeadItemChange::Replay => {
                        slot.item.replay(now);
                        slot.write(&mut change, &self.keys);
                    }
                    DeadItemChange::Discard => remove_item(&mut change, &self.keys, &slot.item),
                }
            }
            if self.commit_one(change).await? {
                self.wake();
                return Ok(were_dead);
            }
            retries.again(false).await?;
        }
    }
}
