//! Sends changes to be written if the data they are based on has not changed.
//!
//! All changes of a batch that belong to one shard are one script, which checks them and writes all of them or
//! none. Their writes are combined into a few large commands (`commit_call`). The scripts of several shards are sent
//! together as one transaction, so that the server syncs its file once for all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use redis::Value;

use super::change::Change;
use super::keys::Shard;
use super::retries::{Batch, Retries};
use super::{Redis, link};
use refrain_ledger::store::StoreError;

/// Script that checks and writes the changes of one shard.
pub(super) const SCRIPT: &str = include_str!("lua/commit.lua");

/// Whether other nodes are notified that there may be work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    Notify,
    Silent,
}

impl Redis {
    /// Reserves counter values for `rows` new rows and returns the first. Within one process, later rows have
    /// higher IDs, whatever shard they are in.
    pub(super) fn counters(&self, rows: usize) -> i64 {
        self.last_counter.fetch_add(rows as i64, Ordering::Relaxed) + 1
    }

    /// Writes one change and returns whether it was written. Other nodes are notified.
    pub(super) async fn commit_one(&self, change: Change) -> Result<bool, StoreError> {
        let written = self.commit(vec![change], Hint::Notify, &mut Retries::partial("a record")).await?;
        Ok(written.first().copied().unwrap_or(false))
    }

    /// Writes changes and returns which were written. Refused changes must be decided again.
    pub(super) async fn commit(
        &self,
        changes: Vec<Change>,
        hint: Hint,
        retries: &mut Retries,
    ) -> Result<Vec<bool>, StoreError> {
        let parts = by_shard(&changes);
        self.commit_parts(&changes, parts, hint, retries).await
    }

    /// Writes each change with its own script call, and returns which were written. This costs the server more,
    /// but a refused change does not force a repetition of the others.
    pub(super) async fn commit_each(&self, changes: &[Change], retries: &mut Retries) -> Result<Vec<bool>, StoreError> {
        let parts = (0..changes.len()).map(|index| vec![index]).collect();
        self.commit_parts(changes, parts, Hint::Silent, retries).await
    }

    async fn commit_parts(
        &self,
        changes: &[Change],
        mut parts: Vec<Vec<usize>>,
        hint: Hint,
        retries: &mut Retries,
    ) -> Result<Vec<bool>, StoreError> {
        let mut written = vec![false; changes.len()];
        while !parts.is_empty() {
            let calls = parts.iter().map(|part| self.commit_call(changes, part)).collect();
            let after = (hint == Hint::Notify).then(|| self.hint());
            let answers = self.link.scripts(&self.scripts.commit, calls, after).await;
            let answers = answers.map_err(|error| retries.error(error))?;
            let mut again = Vec::new();
            for (part, answer) in parts.into_iter().zip(answers) {
                match answer {
                    Value::Nil => {
                        part.iter().for_each(|index| written[*index] = true);
                        retries.mark_written();
                    }
                    // Another process has used these IDs: the next attempt continues from its counter.
                    Value::Int(counter) => drop(self.last_counter.fetch_max(counter, Ordering::Relaxed)),
                    _ if retries.batch() == Batch::Whole => {}
                    refused => {
                        let refused = link::read(refused).map_err(|error| retries.error(error))?;
                        let refused = refused_changes(changes, &part, refused);
                        let rest: Vec<usize> = part.into_iter().filter(|index| !refused.contains(index)).collect();
                        if !rest.is_empty() {
                            again.push(rest);
                        }
                    }
                }
            }
            parts = again;
        }
        Ok(written)
    }
}

/// Groups changes by shard.
fn by_shard(changes: &[Change]) -> Vec<Vec<usize>> {
    let mut shards: BTreeMap<Shard, Vec<usize>> = BTreeMap::new();
    for (index, change) in changes.iter().enumerate() {
        shards.entry(change.shard).or_default().push(index);
    }
    shards.into_values().collect()
}

/// Returns the changes that were refused.
fn refused_changes(changes: &[Change], part: &[usize], answer: Vec<i64>) -> BTreeSet<usize> {
    let by_record: Vec<usize> = part.iter().copied().filter(|index| changes[*index].record.is_some()).collect();
    let index = |place: i64| match usize::try_from(place) {
        Ok(record) => by_record.get(record.wrapping_sub(1)).copied(),
        Err(_) => usize::try_from(-place).ok().and_then(|place| part.get(place - 1)).copied(),
    };
    answer.into_iter().filter_map(index).collect()
}
