//! Settles runs.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::commit::Hint;
use super::group::Group;
use super::load::Extent;
use super::queue::{NewItem, put_item};
use super::{Redis, Retries};
use refrain_ledger::ledger::check;
use refrain_ledger::ledger::transition::SettleCheck;
use refrain_ledger::model::{NewWorkItem, OccurrenceId, QueueName, ScheduleUid, Status, Tenant};
use refrain_ledger::store::{SettleResult, Settlement, StoreError};

/// Identity of a work item.
type ItemName<'a> = (&'a Tenant, &'a QueueName, &'a str);

fn name(item: &NewWorkItem) -> ItemName<'_> {
    (&item.tenant, &item.queue, &item.key)
}

/// Work items that settlements of a batch enqueue.
#[derive(Default)]
struct EnqueuedWork<'a> {
    /// Items that exist in the queues already.
    known: BTreeSet<ItemName<'a>>,
    /// New items, and the schedule that enqueues each first.
    first: BTreeMap<ItemName<'a>, ScheduleUid>,
    new: Vec<(ScheduleUid, &'a NewWorkItem)>,
    /// Schedules that enqueue an item which another schedule of the batch enqueues too. It must be possible to
    /// refuse each of them alone, so the second waits until the item exists.
    deferred: BTreeSet<ScheduleUid>,
}

impl<'a> EnqueuedWork<'a> {
    fn may_enqueue(&mut self, uid: ScheduleUid, items: &'a [NewWorkItem]) -> bool {
        let is_another = |item| self.first.get(&name(item)).is_some_and(|first| *first != uid);
        if items.iter().any(is_another) {
            self.deferred.insert(uid);
        }
        !self.deferred.contains(&uid)
    }

    fn add_items(&mut self, uid: ScheduleUid, items: &'a [NewWorkItem]) {
        for item in items {
            if !self.known.contains(&name(item)) && self.first.insert(name(item), uid).is_none() {
                self.new.push((uid, item));
            }
        }
    }
}

impl Redis {
    pub(super) async fn settle_all(
        &self,
        settlements: &[Settlement],
        now: Timestamp,
    ) -> Result<Vec<SettleResult>, StoreError> {
        check::settlements(settlements)?;
        let mut results = vec![SettleResult::LeaseLost; settlements.len()];
        let mut left: Vec<usize> = (0..settlements.len()).collect();
        let mut retries = Retries::new("the occurrences");
        while !left.is_empty() {
            let ids: Vec<OccurrenceId> = left.iter().map(|index| settlements[*index].lease.id).collect();
            let mut schedules = self.schedules_of(&ids).await.map_err(|error| retries.error(error))?;
            let mut wanted: BTreeMap<ScheduleUid, Vec<OccurrenceId>> = BTreeMap::new();
            for (id, uid) in ids.iter().zip(&schedules) {
                if let Some(uid) = uid {
                    wanted.entry(*uid).or_default().push(*id);
                }
            }
            let loaded = self.load(&wanted, Extent::Woken(now)).await;
            let mut groups = loaded.map_err(|error| retries.error(error))?;
            // A row whose schedule is known may have been pruned since. Then its settlement is not checked any
            // further.
            for (id, uid) in ids.iter().zip(&mut schedules) {
                *uid = uid.filter(|uid| groups.get(uid).is_some_and(|group| group.row(*id).is_some()));
            }
            // A row never changes its tenant, so this check can run before anything is written.
            for (index, uid) in left.iter().zip(&schedules) {
                if let Some(group) = uid.as_ref().and_then(|uid| groups.get(uid)) {
                    check::work_of(&group.record.key.tenant, &settlements[*index].enqueue)?;
                }
            }
            let mut work = self.work_of(settlements, &left).await.map_err(|error| retries.error(error))?;
            let mut deferred = BTreeSet::new();
            for (index, uid) in left.iter().zip(&schedules) {
                let settlement = &settlements[*index];
                let group = uid.as_ref().and_then(|uid| groups.get_mut(uid));
                results[*index] = match group {
                    None => SettleResult::LeaseLost,
                    Some(group) if !work.may_enqueue(group.record.uid, &settlement.enqueue) => {
                        deferred.insert(*index);
                        continue;
                    }
                    Some(group) => settle_one(group, settlement, now),
                };
                if let (true, Some(uid)) = (results[*index].is_recorded(), uid) {
                    work.add_items(*uid, &settlement.enqueue);
                }
            }
            for (index, uid) in left.iter().zip(&schedules) {
                let group = uid.as_ref().and_then(|uid| groups.get(uid));
                if let (SettleResult::Failed { in_a_row }, Some(group)) = (&mut results[*index], group) {
                    *in_a_row = group.record.counters.consecutive_failures;
                }
            }
            let refused = self.commit_with_work(groups, work, now, &mut retries).await?;
            let mut refused = schedules.iter().map(|uid| uid.is_some_and(|uid| refused.contains(&uid)));
            left.retain(|index| refused.next().unwrap_or(false) || deferred.contains(index));
            retries.again(left.is_empty()).await?;
        }
        self.owners.remove(settlements.iter().map(|settlement| settlement.lease.id));
        Ok(results)
    }

    /// Returns the work items that settlements enqueue, and which of them the queues already contain.
    async fn work_of<'a>(&self, settlements: &'a [Settlement], left: &[usize]) -> Result<EnqueuedWork<'a>, StoreError> {
        let items: Vec<&NewWorkItem> = left.iter().flat_map(|index| &settlements[*index].enqueue).collect();
        let found = self.existing_items(&items).await?;
        let known = items.iter().zip(found).filter(|(_, found)| found.is_some()).map(|(item, _)| name(item)).collect();
        Ok(EnqueuedWork { known, ..EnqueuedWork::default() })
    }

    /// Commits groups together with the work items they enqueue: both or neither. Returns which were refused.
    async fn commit_with_work(
        &self,
        groups: BTreeMap<ScheduleUid, Group>,
        work: EnqueuedWork<'_>,
        now: Timestamp,
        retries: &mut Retries,
    ) -> Result<BTreeSet<ScheduleUid>, StoreError> {
        let first = self.counters(work.new.len());
        let mut new: BTreeMap<ScheduleUid, Vec<NewItem>> = BTreeMap::new();
        for ((uid, item), counter) in work.new.into_iter().zip(first..) {
            new.entry(uid).or_default().push(NewItem { counter, item: item.clone() });
        }
        // Most runs complete without making new work. A hint for each would wake every node at every settlement.
        let has_work = !new.is_empty() || groups.values().any(|group| group.is_changed() && group.makes_work());
        let mut changes = Vec::new();
        let mut uids = Vec::new();
        for (uid, mut group) in groups.into_iter().filter(|(_, group)| group.is_changed()) {
            let mut change = group.change(&self.keys);
            for item in new.remove(&uid).into_iter().flatten() {
                put_item(&mut change, &self.keys, item, now);
            }
            uids.push(uid);
            changes.push(change);
        }
        let hint = if has_work { Hint::Notify } else { Hint::Silent };
        let written = self.commit(changes, hint, retries).await?;
        Ok(uids.into_iter().zip(written).filter(|(_, written)| !written).map(|(uid, _)| uid).collect())
    }
}

fn settle_one(group: &mut Group, settlement: &Settlement, now: Timestamp) -> SettleResult {
    let id = settlement.lease.id;
    match group.row(id).map(|row| row.settle_check(settlement.lease, &settlement.ending)) {
        None => return SettleResult::LeaseLost,
        Some(SettleCheck::Answer(answer)) => return answer,
        Some(SettleCheck::Apply) => {}
    }
    let settled = group.change_row(id, |row| {
        let attempt = row.settle(&settlement.ending, now);
        let state = row.state;
        let completed = state.is_terminal().then(|| row.planned.discriminator.clone());
        (attempt, completed, !row.was_stopped_before_start(), state)
    });
    let Some((attempt, completed, was_started, state)) = settled else { return SettleResult::LeaseLost };
    group.add_attempt(id, attempt);
    if let Some(discriminator) = completed {
        group.count_completed(id, was_started, now);
        group.wake_lane(&discriminator, now);
    }
    if let Some(next_due_at) = settlement.next_due_at
        && group.record.gate.status == Status::Active
    {
        group.change_record(|record| record.next_due_at = Some(next_due_at));
    }
    SettleResult::recorded(state)
}
