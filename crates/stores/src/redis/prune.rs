//! Removes old history, in steps that cost about the same however long the history is. Indexes of schedules,
//! gaps and work items find the entries to remove. An entry that must stay, because it belongs to another
//! tenant or cannot be read, is skipped for the rest of the pass.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use super::commit::{Change, Hint};
use super::keys::{Shard, padded};
use super::record::Record;
use super::schedules::read_padded;
use super::{Redis, Retries, link, row};
use refrain_ledger::model::{ScheduleId, ScheduleKey, ScheduleUid, Status, Tenant, WorkItemId, WorkState};
use refrain_ledger::store::{Prune, PruneResult, StoreError};

/// The sorted sets by which old history is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Index {
    /// Schedules by the completion time of their oldest completed row.
    Oldest,
    /// Schedules by the number of their completed rows.
    Ended,
    /// Gaps by the time they were recorded.
    Gaps,
    /// Work items by end time.
    Work,
    /// Deleted schedules by uid.
    Deleted,
}

/// Number of entries at the beginning of each index that were read in this pass and stay. It is kept only in
/// memory: after a restart, a new pass begins.
#[derive(Clone, Debug, Default)]
struct Pass {
    /// The request that the pass belongs to, without its times and its limit.
    of: (Option<Tenant>, u32),
    stays: BTreeMap<(Shard, Index), usize>,
    steps: usize,
}

/// Maximum number of steps in one pass. An entry that stayed may move within its index, and then another one is
/// skipped in its place. Under constant load, only a new pass finds that one.
const STEPS_MAX: usize = 32;

/// Progress of retention.
#[derive(Debug, Default)]
pub(super) struct Retention(Mutex<Pass>);

/// One step of a pass.
pub(super) struct Step<'a> {
    pub(super) prune: &'a Prune,
    shards: Vec<Shard>,
    pass: Pass,
    pub(super) has_more: bool,
}

impl Step<'_> {
    /// Records the number of entries that were found and stay.
    pub(super) fn stay(&mut self, shard: Shard, index: Index, entries: usize) {
        *self.pass.stays.entry((shard, index)).or_default() += entries;
    }

    fn is_selected(&self, tenant: &Tenant) -> bool {
        self.prune.tenant.as_ref().is_none_or(|meant| meant == tenant)
    }
}

impl Redis {
    pub(super) async fn prune_old(&self, prune: &Prune) -> Result<PruneResult, StoreError> {
        let shards =
            prune.tenant.as_ref().map_or_else(|| self.keys.shards().collect(), |it| vec![self.keys.shard_of(it)]);
        let of = (prune.tenant.clone(), prune.keep_per_schedule);
        let pass = self.retention.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let pass = if pass.of == of { pass } else { Pass { of, ..Pass::default() } };
        let mut step = Step { prune, shards, pass, has_more: false };
        let (occurrences, left_since) = self.prune_rows(&mut step).await?;
        let gaps = self.prune_gaps(&mut step).await?;
        let work_items = self.prune_work(&mut step).await?;
        let schedules = self.prune_deleted(&mut step).await?;
        let has_more = step.has_more;
        let steps = step.pass.steps + 1;
        let pass = if has_more && steps < STEPS_MAX { Pass { steps, ..step.pass } } else { Pass::default() };
        *self.retention.0.lock().unwrap_or_else(PoisonError::into_inner) = pass;
        Ok(PruneResult {
            occurrences,
            gaps,
            schedules,
            work_items,
            has_more,
            left_since: left_since.filter(|_| has_more),
        })
    }

    /// Returns the next entries of an index with a score in this range, in all shards, up to the limit of the
    /// step. Entries with the lowest scores come first: shard by shard, the last shards would wait while the
    /// first ones fill up again.
    pub(super) async fn next_entries(
        &self,
        step: &mut Step<'_>,
        index: Index,
        (from, until): (&str, &str),
    ) -> Result<Vec<(Shard, Vec<u8>, i64)>, StoreError> {
        let limit = step.prune.limit;
        let mut pipeline = redis::Pipeline::new();
        for shard in &step.shards {
            let set = match index {
                Index::Oldest => self.keys.oldest(*shard),
                Index::Ended => self.keys.ended(*shard),
                Index::Gaps => self.keys.gap_ages(*shard),
                Index::Work => self.keys.work_ended(*shard),
                Index::Deleted => self.keys.deleted(*shard),
            };
            let stays = step.pass.stays.get(&(*shard, index)).copied().unwrap_or(0);
            let range = pipeline.cmd("ZRANGEBYSCORE").arg(set).arg(from).arg(until);
            range.arg("WITHSCORES").arg("LIMIT").arg(stays).arg(limit);
        }
        let mut entries = Vec::new();
        let answers = self.link.calls(&pipeline).await?;
        for (shard, answer) in step.shards.iter().zip(answers) {
            let found = link::scored(answer)?;
            // If an answer has `limit` entries, there may be more.
            step.has_more |= found.len() >= limit;
            entries.extend(found.into_iter().map(|(member, score)| (*shard, member, score)));
        }
        step.has_more |= entries.len() > limit;
        entries.sort_by_key(|(_, _, score)| *score);
        entries.truncate(limit);
        Ok(entries)
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
        let [done, dead] = [WorkState::Done, WorkState::Dead].map(|state| step.prune.work_before(state));
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

    /// Returns the schedules of index entries. Entries of other tenants and entries that cannot be read stay.
    pub(super) async fn records_of(
        &self,
        step: &mut Step<'_>,
        index: Index,
        entries: &[(Shard, Vec<u8>, i64)],
    ) -> Result<Vec<(Shard, Record)>, StoreError> {
        let uids = entries.iter().map(|(_, member, _)| read_padded(member).map(ScheduleUid));
        let uids = uids.collect::<Result<Vec<_>, _>>()?;
        let keys: Vec<String> = uids.iter().map(|uid| self.keys.record(*uid)).collect();
        let mut records = Vec::with_capacity(entries.len());
        for (((shard, ..), uid), bytes) in entries.iter().zip(uids).zip(self.values(&keys).await?) {
            let record = bytes.and_then(|bytes| Record::read(uid, &bytes).ok());
            match record.filter(|record| step.is_selected(&record.key.tenant)) {
                Some(record) => records.push((*shard, record)),
                None => step.stay(*shard, index, 1),
            }
        }
        Ok(records)
    }

    /// Writes changes that each remove something, and returns how many were written. A later step finds the
    /// others again.
    pub(super) async fn remove_all(&self, changes: Vec<Change>) -> Result<usize, StoreError> {
        let mut retries = Retries::partial("old history");
        Ok(self.commit(changes, Hint::Silent, &mut retries).await?.into_iter().filter(|written| *written).count())
    }
}

/// Returns a range bound that excludes the time itself.
pub(super) fn exclusive(before: Timestamp) -> String {
    format!("({}", before.as_microsecond())
}

/// Parses a member of the index of gap ages: the ID of a gap and the key of its schedule.
fn read_gap_age(member: &str) -> Option<(i64, ScheduleKey)> {
    let (id, name) = member.split_once(':')?;
    let mut parts = name.splitn(3, '/');
    let tenant = Tenant::new(parts.next()?, parts.next()?).ok()?;
    Some((id.parse().ok()?, ScheduleKey { tenant, id: ScheduleId::new(parts.next()?).ok()? }))
}
