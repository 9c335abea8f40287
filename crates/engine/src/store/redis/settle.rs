//! Recording how runs went, and what people do to single occurrences.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::audit::chain;
use super::group::{Extent, Group};
use super::queue::{NewItem, put_item};
use super::{Redis, Tries};
use crate::audit::By;
use crate::id::{OccurrenceId, ScheduleUid, Tenant};
use crate::ledger::transition::SettleCheck;
use crate::ledger::{change, check};
use crate::moves::State;
use crate::occurrence::Occurrence;
use crate::schedule::Status;
use crate::store::{OccurrenceChange, Settled, Settlement, StoreError};
use crate::work_item::NewWorkItem;

impl Redis {
    pub(super) async fn settle_all(
        &self,
        settlements: &[Settlement],
        now: Timestamp,
    ) -> Result<Vec<Settled>, StoreError> {
        check::settlements(settlements)?;
        let mut results = vec![Settled::LeaseLost; settlements.len()];
        let mut left: Vec<usize> = (0..settlements.len()).collect();
        let mut tries = Tries::new("the occurrences");
        while !left.is_empty() {
            let ids: Vec<OccurrenceId> = left.iter().map(|index| settlements[*index].lease.id).collect();
            let schedules = self.schedules_of(&ids).await?;
            let mut wanted: BTreeMap<ScheduleUid, Vec<OccurrenceId>> = BTreeMap::new();
            for (id, uid) in ids.iter().zip(&schedules) {
                if let Some(uid) = uid {
                    wanted.entry(*uid).or_default().push(*id);
                }
            }
            let mut groups = self.load(&wanted, Extent::Woken(now)).await?;
            // A row never changes its tenant, so this holds before anything is written.
            for (index, uid) in left.iter().zip(&schedules) {
                if let Some(group) = uid.as_ref().and_then(|uid| groups.get(uid)) {
                    check::work_of(&group.record.key.tenant, &settlements[*index].enqueue)?;
                }
            }
            let mut handed_in: BTreeMap<ScheduleUid, Vec<&NewWorkItem>> = BTreeMap::new();
            for (index, uid) in left.iter().zip(&schedules) {
                let settlement = &settlements[*index];
                let group = uid.as_ref().and_then(|uid| groups.get_mut(uid));
                results[*index] = group.map_or(Settled::LeaseLost, |group| settle_one(group, settlement, now));
                if let (Settled::Done, Some(uid)) = (results[*index], uid)
                    && !settlement.enqueue.is_empty()
                {
                    handed_in.entry(*uid).or_default().extend(&settlement.enqueue);
                }
            }
            let refused = if handed_in.is_empty() {
                self.commit_groups(groups).await?
            } else {
                self.commit_with_work(groups, &handed_in, now).await?
            };
            let mut refused = schedules.iter().map(|uid| uid.is_some_and(|uid| refused.contains(&uid)));
            left.retain(|_| refused.next().unwrap_or(false));
            tries.again(left.is_empty()).await?;
        }
        Ok(results)
    }

    /// Commits groups together with the work they hand in: both or neither.
    async fn commit_with_work(
        &self,
        groups: BTreeMap<ScheduleUid, Group>,
        handed_in: &BTreeMap<ScheduleUid, Vec<&NewWorkItem>>,
        now: Timestamp,
    ) -> Result<std::collections::BTreeSet<ScheduleUid>, StoreError> {
        let items: Vec<&NewWorkItem> = handed_in.values().flatten().copied().collect();
        let mut found = self.existing_items(&items).await?.into_iter();
        let mut counter = self.counters(items.len());
        let mut seen = std::collections::BTreeSet::new();
        let mut changes = Vec::new();
        let mut uids = Vec::new();
        // The items were listed by schedule, and groups come in the same order.
        let mut taken: BTreeMap<ScheduleUid, Vec<NewItem>> = BTreeMap::new();
        for (uid, items) in handed_in {
            for item in items {
                let is_there = found.next().flatten().is_some();
                if is_there || !seen.insert((&item.tenant, &item.queue, &item.key)) {
                    continue;
                }
                taken.entry(*uid).or_default().push(NewItem { counter, item: (*item).clone() });
                counter += 1;
            }
        }
        for (uid, group) in groups.into_iter().filter(|(_, group)| group.is_changed()) {
            let mut change = group.into_change(&self.keys);
            for new in taken.remove(&uid).into_iter().flatten() {
                put_item(&mut change, &self.keys, new, now);
            }
            uids.push(uid);
            changes.push(change);
        }
        let written = self.commit(changes).await?;
        Ok(uids.into_iter().zip(written).filter(|(_, written)| !written).map(|(uid, _)| uid).collect())
    }

    pub(super) async fn change_row(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
        asked: &OccurrenceChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Occurrence, StoreError> {
        check::by(by)?;
        let not_found = || StoreError::NotFound(format!("occurrence {id}"));
        let mut tries = Tries::new("the occurrence");
        loop {
            let tip = self.read_tip(tenant).await?;
            let uid = self.schedules_of(&[id]).await?.pop().flatten().ok_or_else(not_found)?;
            let mut group = self.load_one(uid, vec![id], Extent::Woken(now)).await?.ok_or_else(not_found)?;
            let row = group.row(id).filter(|row| row.schedule.tenant == *tenant).ok_or_else(not_found)?;
            let was_started = row.is_started();
            let schedule = self.with_definition(&group.record).await?;
            let moved = change::change_occurrence(row, &schedule, asked, now)?;
            let has_ended = moved.row.state == State::Skipped;
            let result = moved.row.clone();
            group.change_row(id, |row| *row = moved.row);
            group.add_attempt(id, moved.attempt);
            if has_ended {
                group.count_end(id, was_started, now);
                group.free_places(usize::from(was_started), now);
            }
            let entry = change::occurrence_entry(&schedule.key, id, asked, by);
            let mut written = group.into_change(&self.keys);
            chain(&mut written, &self.keys, tenant, &tip, vec![entry], now);
            if self.commit_one(written).await? {
                return Ok(result);
            }
            tries.again(false).await?;
        }
    }
}

fn settle_one(group: &mut Group, settlement: &Settlement, now: Timestamp) -> Settled {
    let id = settlement.lease.id;
    match group.row(id).map(|row| row.settle_check(settlement.lease, &settlement.ending)) {
        None => return Settled::LeaseLost,
        Some(SettleCheck::Answer(answer)) => return answer,
        Some(SettleCheck::Apply) => {}
    }
    let settled = group.change_row(id, |row| (row.settle(&settlement.ending, now), row.state.is_terminal()));
    let (attempt, has_ended) = settled.unwrap_or_default();
    group.add_attempt(id, attempt);
    if has_ended {
        group.count_end(id, true, now);
        group.free_places(1, now);
    }
    if let Some(next_due_at) = settlement.next_due_at
        && group.record.gate.status == Status::Active
    {
        group.change_record(|record| record.next_due_at = Some(next_due_at));
    }
    Settled::Done
}
