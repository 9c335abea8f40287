//! Removing old history. What could go is found by indexes of schedules, never by walking all of them.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::commit::{Change, Hint, Set};
use super::group::ended_step;
use super::keys::{Shard, padded, row_field};
use super::record::Record;
use super::schedules::read_padded;
use super::{Redis, Tries, link, row};
use crate::id::{OccurrenceId, ScheduleId, ScheduleKey, ScheduleUid, Tenant, WorkItemId};
use crate::occurrence::Occurrence;
use crate::schedule::Status;
use crate::store::{Prune, Pruned, StoreError};
use crate::work_item::WorkState;

/// So many rows of a schedule are read at once.
const STEP: usize = 1_000;

impl Redis {
    pub(super) async fn prune_old(&self, prune: &Prune) -> Result<Pruned, StoreError> {
        let shards: Vec<Shard> = prune
            .tenant
            .as_ref()
            .map_or_else(|| self.keys.shards().collect(), |tenant| vec![self.keys.shard_of(tenant)]);
        let mut pruned = Pruned { occurrences: self.prune_rows(prune, &shards).await?, ..Pruned::default() };
        for shard in shards {
            if let Some(before) = prune.ended_before {
                pruned.gaps += self.prune_gaps(prune, shard, before).await?;
            }
            let (done, dead) = (prune.work_before(WorkState::Done), prune.work_before(WorkState::Dead));
            if let Some(before) = done.max(dead) {
                pruned.work_items += self.prune_work(prune, shard, before).await?;
            }
            pruned.schedules += self.prune_deleted(prune, shard).await?;
        }
        Ok(pruned)
    }

    /// The oldest rows go first, whatever schedule they are of.
    async fn prune_rows(&self, prune: &Prune, shards: &[Shard]) -> Result<usize, StoreError> {
        let uids = self.with_old_rows(prune, shards).await?;
        let mut gone: Vec<(OccurrenceId, ScheduleUid)> = Vec::new();
        for uid in uids {
            if let Some(record) = self.meant(prune, uid).await? {
                gone.extend(self.old_rows(prune, &record).await?.into_iter().map(|id| (id, uid)));
            }
        }
        gone.sort_unstable();
        gone.truncate(prune.limit);
        let mut by_schedule: BTreeMap<ScheduleUid, Vec<OccurrenceId>> = BTreeMap::new();
        for (id, uid) in gone {
            by_schedule.entry(uid).or_default().push(id);
        }
        let mut count = 0;
        for (uid, ids) in by_schedule {
            for part in ids.chunks(STEP) {
                count += self.remove_rows(uid, part).await?;
            }
        }
        Ok(count)
    }

    /// The schedules that have rows which ended too long ago, or too many of them.
    async fn with_old_rows(&self, prune: &Prune, shards: &[Shard]) -> Result<BTreeSet<ScheduleUid>, StoreError> {
        let mut pipeline = redis::Pipeline::new();
        for shard in shards {
            if let Some(before) = prune.ended_before {
                let before = format!("({}", before.as_microsecond());
                pipeline.cmd("ZRANGEBYSCORE").arg(self.keys.oldest(*shard)).arg("-inf").arg(before);
            }
            if prune.keep_per_schedule > 0 {
                let more = format!("({}", prune.keep_per_schedule);
                pipeline.cmd("ZRANGEBYSCORE").arg(self.keys.ended(*shard)).arg(more).arg("+inf");
            }
        }
        let mut uids = BTreeSet::new();
        for answer in self.link.calls(&pipeline).await? {
            for member in link::read::<Vec<Vec<u8>>>(answer)? {
                uids.insert(ScheduleUid(read_padded(&member)?));
            }
        }
        Ok(uids)
    }

    /// The schedule if it is meant, and can be read.
    async fn meant(&self, prune: &Prune, uid: ScheduleUid) -> Result<Option<Record>, StoreError> {
        let stored = self.values(&[self.keys.record(uid)]).await?.pop().flatten();
        let record = stored.and_then(|bytes| Record::read(uid, &bytes).ok());
        Ok(record.filter(|record| is_meant(prune, &record.key.tenant)))
    }

    /// The rows of a schedule that may go, the oldest first, no more than may go at all.
    async fn old_rows(&self, prune: &Prune, record: &Record) -> Result<Vec<OccurrenceId>, StoreError> {
        let mut surplus = match prune.keep_per_schedule {
            0 => 0,
            keep => record.ended.saturating_sub(keep.into()),
        };
        let mut old = Vec::new();
        let mut after = i64::MIN;
        while old.len() < prune.limit {
            let ids = self.history_numbers(record.uid, "after", after, STEP).await?;
            let Some(last) = ids.last() else { break };
            after = last.0;
            let mut has_old = false;
            for row in self.read_rows(&ids, &mut BTreeMap::from([(record.uid, Some(record.clone()))])).await? {
                if !row.state.is_terminal() {
                    continue;
                }
                let is_surplus = surplus > 0;
                surplus -= u64::from(is_surplus);
                if is_surplus || is_old(prune, row.ended_at) {
                    old.push(row.id);
                    has_old = true;
                }
            }
            // Rows end in about the order of their numbers: behind so many that may stay there is nothing to find.
            if !has_old && ids.len() == STEP {
                break;
            }
        }
        old.truncate(prune.limit);
        Ok(old)
    }

    /// Removes ended rows of one schedule with everything that belongs to them. What was opened again meanwhile stays.
    async fn remove_rows(&self, uid: ScheduleUid, ids: &[OccurrenceId]) -> Result<usize, StoreError> {
        let mut tries = Tries::new("the schedule");
        loop {
            let Some(mut record) = self.records(&[uid]).await?.pop().flatten() else { return Ok(0) };
            let was = (record.ended, record.oldest_end);
            let mut known = BTreeMap::from([(uid, Some(record.clone()))]);
            let rows: Vec<Occurrence> = self.read_rows(ids, &mut known).await?;
            let rows: Vec<Occurrence> = rows.into_iter().filter(|row| row.state.is_terminal()).collect();
            if rows.is_empty() {
                return Ok(0);
            }
            record.ended = record.ended.saturating_sub(rows.len() as u64);
            record.oldest_end = self.oldest_left(&record, ids).await?;
            let home = self.keys.home(uid.0);
            let mut change = Change::new(home);
            change.expect_version(self.keys.record(uid), record.version);
            record.version += 1;
            for row in &rows {
                let taken = self.keys.row_keys(home);
                let field = row_field(uid, &row.planned.period_key, &row.planned.discriminator);
                change.command(&[b"HDEL", taken.as_bytes(), field.as_bytes()]);
                // Old rows stand at the beginning, so it is found at once.
                let (history, number) = (self.keys.history(uid), row.id.to_string());
                change.command(&[b"LREM", history.as_bytes(), b"1", number.as_bytes()]);
                change.remove(self.keys.rows_of(&record.key.tenant), number);
                let (stored, attempts) = (self.keys.row(row.id), self.keys.attempts(row.id));
                change.command(&[b"DEL", stored.as_bytes(), attempts.as_bytes()]);
            }
            if ended_step(record.ended) != ended_step(was.0) {
                change.place(Set::Ended, ended_step(record.ended), padded(uid.0));
            }
            if record.oldest_end != was.1 {
                change.place(Set::Oldest, record.oldest_end.map(Timestamp::as_microsecond), padded(uid.0));
            }
            change.set(self.keys.record(uid), record.pack());
            if self.commit_one(change).await? {
                return Ok(rows.len());
            }
            tries.again(false).await?;
        }
    }

    /// When the first of the ended rows that stay has ended, as far as the first of them by number tell.
    async fn oldest_left(&self, record: &Record, gone: &[OccurrenceId]) -> Result<Option<Timestamp>, StoreError> {
        if record.ended == 0 {
            return Ok(None);
        }
        let mut ids = self.history_numbers(record.uid, "after", i64::MIN, STEP).await?;
        if let Some(first) = gone.first() {
            ids.extend(self.history_numbers(record.uid, "after", first.0, STEP).await?);
        }
        ids.retain(|id| gone.binary_search(id).is_err());
        let rows = self.read_rows(&ids, &mut BTreeMap::from([(record.uid, Some(record.clone()))])).await?;
        Ok(rows.iter().filter_map(|row| row.ended_at).min().or(record.oldest_end))
    }

    async fn prune_gaps(&self, prune: &Prune, shard: Shard, before: Timestamp) -> Result<usize, StoreError> {
        let mut count = 0;
        for member in self.members_before(self.keys.gap_ages(shard), before).await? {
            let Some((id, key)) = std::str::from_utf8(&member).ok().and_then(read_gap_age) else { continue };
            if !is_meant(prune, &key.tenant) {
                continue;
            }
            let mut pipeline = redis::Pipeline::new();
            pipeline.cmd("ZREMRANGEBYSCORE").arg(self.keys.gaps(&key)).arg(id).arg(id);
            pipeline.cmd("ZREM").arg(self.keys.gap_ages(shard)).arg(&member);
            let removed: Vec<usize> =
                self.link.calls(&pipeline).await?.into_iter().map(link::read).collect::<Result<_, _>>()?;
            count += removed.first().copied().unwrap_or(0);
        }
        Ok(count)
    }

    async fn prune_work(&self, prune: &Prune, shard: Shard, before: Timestamp) -> Result<usize, StoreError> {
        let members = self.members_before(self.keys.work_ended(shard), before).await?;
        let ids = members.iter().map(|member| read_padded(member).map(WorkItemId)).collect::<Result<Vec<_>, _>>()?;
        let keys: Vec<String> = ids.iter().map(|id| self.keys.work(*id)).collect();
        let mut changes = Vec::new();
        for (id, bytes) in ids.into_iter().zip(self.values(&keys).await?) {
            let Some(bytes) = bytes else { continue };
            let Ok((item, version)) = row::work(id, &bytes) else { continue };
            let before = prune.work_before(item.state);
            let is_old = item.ended_at.zip(before).is_some_and(|(ended_at, before)| ended_at < before);
            if !is_meant(prune, &item.work.tenant) || !is_old {
                continue;
            }
            let mut change = Change::new(shard);
            change.expect_version(self.keys.work(id), version);
            change.remove(self.keys.work_ended(shard), padded(id.0));
            change.remove(self.keys.work_of(&item.work.tenant), padded(id.0));
            let taken = self.keys.work_keys(&item.work.tenant, &item.work.queue);
            change.command(&[b"HDEL", taken.as_bytes(), item.work.key.as_bytes()]);
            change.command(&[b"DEL", self.keys.work(id).as_bytes()]);
            changes.push(change);
        }
        let mut tries = Tries::apart("what is old");
        Ok(self.commit(changes, Hint::Keep, &mut tries).await?.into_iter().filter(|written| *written).count())
    }

    /// Removes deleted schedules that have no row left.
    async fn prune_deleted(&self, prune: &Prune, shard: Shard) -> Result<usize, StoreError> {
        let mut command = redis::cmd("ZRANGE");
        command.arg(self.keys.deleted(shard)).arg(0).arg(-1);
        let mut changes = Vec::new();
        for member in link::read::<Vec<Vec<u8>>>(self.link.call(command).await?)? {
            let uid = ScheduleUid(read_padded(&member)?);
            let Some(record) = self.meant(prune, uid).await? else { continue };
            if record.gate.status != Status::Deleted || record.ended > 0 || !record.open.is_empty() {
                continue;
            }
            let mut change = Change::new(shard);
            change.expect_version(self.keys.record(uid), record.version);
            change.remove(self.keys.deleted(shard), padded(uid.0));
            change.remove(self.keys.namesakes(&record.key), padded(uid.0));
            let (stored, revisions) = (self.keys.record(uid), self.keys.revisions(uid));
            change.command(&[b"DEL", stored.as_bytes(), revisions.as_bytes()]);
            changes.push(change);
        }
        let mut tries = Tries::apart("what is old");
        Ok(self.commit(changes, Hint::Keep, &mut tries).await?.into_iter().filter(|written| *written).count())
    }

    async fn members_before(&self, set: String, before: Timestamp) -> Result<Vec<Vec<u8>>, StoreError> {
        let mut command = redis::cmd("ZRANGEBYSCORE");
        command.arg(set).arg("-inf").arg(format!("({}", before.as_microsecond()));
        link::read(self.link.call(command).await?)
    }
}

fn is_meant(prune: &Prune, tenant: &Tenant) -> bool {
    prune.tenant.as_ref().is_none_or(|meant| meant == tenant)
}

fn is_old(prune: &Prune, ended_at: Option<Timestamp>) -> bool {
    ended_at.zip(prune.ended_before).is_some_and(|(ended_at, before)| ended_at < before)
}

/// A gap's number and its schedule's name, as the index of ages has them.
fn read_gap_age(member: &str) -> Option<(i64, ScheduleKey)> {
    let (id, name) = member.split_once(':')?;
    let mut parts = name.splitn(3, '/');
    let tenant = Tenant::new(parts.next()?, parts.next()?).ok()?;
    Some((id.parse().ok()?, ScheduleKey { tenant, id: ScheduleId::new(parts.next()?).ok()? }))
}
