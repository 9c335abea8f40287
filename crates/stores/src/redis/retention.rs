//! Progress of retention: the entries of each index that a pass has read and that stay. An entry that must stay,
//! because it belongs to another tenant or cannot be read, is skipped for the rest of the pass.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use super::change::Change;
use super::commit::Hint;
use super::keys::{Shard, read_padded};
use super::record::Record;
use super::{Redis, Retries, link};
use refrain_ledger::model::{ScheduleUid, Tenant};
use refrain_ledger::store::{Prune, StoreError};

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

    pub(super) fn is_selected(&self, tenant: &Tenant) -> bool {
        self.prune.tenant.as_ref().is_none_or(|meant| meant == tenant)
    }
}

impl Redis {
    /// Begins the next step of a pass.
    pub(super) fn begin_step<'a>(&self, prune: &'a Prune) -> Step<'a> {
        let shards =
            prune.tenant.as_ref().map_or_else(|| self.keys.shards().collect(), |it| vec![self.keys.shard_of(it)]);
        let of = (prune.tenant.clone(), prune.keep_per_schedule);
        let pass = self.retention.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let pass = if pass.of == of { pass } else { Pass { of, ..Pass::default() } };
        Step { prune, shards, pass, has_more: false }
    }

    /// Records the progress of a step. Two concurrent steps do part of the work twice.
    pub(super) fn end_step(&self, step: Step<'_>) {
        let steps = step.pass.steps + 1;
        let pass = if step.has_more && steps < STEPS_MAX { Pass { steps, ..step.pass } } else { Pass::default() };
        *self.retention.0.lock().unwrap_or_else(PoisonError::into_inner) = pass;
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
