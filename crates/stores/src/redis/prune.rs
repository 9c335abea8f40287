//! Removes old history, in steps that cost about the same however long the history is. Indexes of schedules,
//! gaps and work items find the entries to remove.

use super::change::Change;
use super::keys::{padded, read_padded};
use super::retention::{Index, Step, exclusive};
use super::{Redis, link, row};
use refrain_ledger::model::{ScheduleId, ScheduleKey, Status, Tenant, WorkItemId, WorkState};
use refrain_ledger::store::{Prune, PruneResult, StoreError};

impl Redis {
    pub(super) async fn prune_old(&self, prune: &Prune) -> Result<PruneResult, StoreError> {
        let mut step = self.begin_step(prune);
        let (occurrences, left_since) = self.prune_rows(&mut step).await?;
        let gaps = self.prune_gaps(&mut step).await?;
        let work_items = self.prune_work(&mut step).await?;
        let schedules = self.prune_deleted(&mut step).await?;
        let has_more = step.has_more;
        self.end_step(step);
        Ok(PruneResult {
            occurrences,
            gaps,
            schedules,
            work_items,
            has_more,
            left_since: left_since.filter(|_| has_more),
        })
    }

    async fn prune_gaps(&self, step: &mut Step<'_>) -> Result<usize, StoreError> {
        let Some(before) = step.prune.ended_before else { return Ok(0) };
        let mut pipeline = redis::Pipeline::new();
        for (shard, member, _) in self.next_entries(step, Index::Gaps, ("-inf", &exclusive(before))).await? {
            let gap = std::str::from_utf8(&member).ok().and_then(read_gap_age);
            let Some((id, key)) = gap.filter(|(_, key)| step.is_selected(&key.tenant)) else {
                step.stay(shard, Index::Gaps, 1);
                continue;
            };
            pipeline.cmd("ZREMRANGEBYSCORE").arg(self.keys.gaps(&key)).arg(id).arg(id);
            pipeline.cmd("ZREM").arg(self.keys.gap_ages(shard)).arg(&member);
        }
        let removed = self.link.calls(&pipeline).await?;
        // Every second answer belongs to a gap; the others belong to its index entry.
        removed.into_iter().step_by(2).map(link::read::<usize>).sum()
    }

    async fn prune_work(&self, step: &mut Step<'_>) -> Result<usize, StoreError> {
        let [done, dead] = [WorkState::Completed, WorkState::Dead].map(|state| step.prune.work_before(state));
        let Some(before) = done.max(dead) else { return Ok(0) };
        let entries = self.next_entries(step, Index::Work, ("-inf", &exclusive(before))).await?;
        let ids =
            entries.iter().map(|(_, member, _)| read_padded(member).map(WorkItemId)).collect::<Result<Vec<_>, _>>()?;
        let keys: Vec<String> = ids.iter().map(|id| self.keys.work(*id)).collect();
        let mut changes = Vec::new();
        for (((shard, ..), id), bytes) in entries.iter().zip(ids).zip(self.values(&keys).await?) {
            let item = bytes.and_then(|bytes| row::work(id, &bytes).ok());
            let may_go = item.filter(|(item, _)| {
                let before = step.prune.work_before(item.state);
                let is_old = item.ended_at.zip(before).is_some_and(|(ended_at, before)| ended_at < before);
                is_old && step.is_selected(&item.work.tenant)
            });
            let Some((item, version)) = may_go else {
                step.stay(*shard, Index::Work, 1);
                continue;
            };
            let mut change = Change::new(*shard);
            change.expect_version(self.keys.work(id), version);
            change.remove(self.keys.work_ended(*shard), padded(id.0));
            change.remove(self.keys.work_of(&item.work.tenant), padded(id.0));
            let taken = self.keys.work_keys(&item.work.tenant, &item.work.queue);
            change.command(&[b"HDEL", taken.as_bytes(), item.work.key.as_bytes()]);
            change.command(&[b"DEL", self.keys.work(id).as_bytes()]);
            changes.push(change);
        }
        self.remove_all(changes).await
    }

    /// Removes deleted schedules that have no row left.
    async fn prune_deleted(&self, step: &mut Step<'_>) -> Result<usize, StoreError> {
        let entries = self.next_entries(step, Index::Deleted, ("-inf", "+inf")).await?;
        let mut changes = Vec::new();
        for (shard, record) in self.records_of(step, Index::Deleted, &entries).await? {
            let uid = record.uid;
            if record.gate.status != Status::Deleted || record.ended > 0 || !record.open.is_empty() {
                step.stay(shard, Index::Deleted, 1);
                continue;
            }
            let mut change = Change::new(shard);
            change.expect_version(self.keys.record(uid), record.version);
            change.remove(self.keys.deleted(shard), padded(uid.0));
            change.remove(self.keys.schedules_with_id(&record.key), padded(uid.0));
            let (stored, revisions) = (self.keys.record(uid), self.keys.revisions(uid));
            change.command(&[b"DEL", stored.as_bytes(), revisions.as_bytes()]);
            changes.push(change);
        }
        self.remove_all(changes).await
    }
}

/// Parses a member of the index of gap ages: the ID of a gap and the key of its schedule.
fn read_gap_age(member: &str) -> Option<(i64, ScheduleKey)> {
    let (id, name) = member.split_once(':')?;
    let mut parts = name.splitn(3, '/');
    let tenant = Tenant::new(parts.next()?, parts.next()?).ok()?;
    Some((id.parse().ok()?, ScheduleKey { tenant, id: ScheduleId::new(parts.next()?).ok()? }))
}
