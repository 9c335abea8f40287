//! Changes that were decided in this process on what was read, sent to be written if it is still so.
//!
//! All changes of a batch that belong to one shard are one script, which checks them and writes all of them or nothing.
//! Their writes are put together into few large commands (`call`). The scripts of several shards go out together and are
//! made in one turn of the server, so that it syncs its file once for all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use redis::Value;

use super::keys::{Keys, Kind, Shard, row_field};
use super::tries::{Batch, Tries};
use super::{Redis, link};
use crate::id::Tenant;
use crate::occurrence::Occurrence;
use crate::policy::Priority;
use crate::store::StoreError;

/// Whether others are told that there may be work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    Give,
    Keep,
}

/// What must be so for a change to be written, besides the version of its record.
#[derive(Clone, Copy, Debug)]
pub(super) enum Check {
    NoField,
    NoKey,
    Value,
}

/// The record that a change was decided on.
#[derive(Debug)]
pub(super) struct Decided {
    pub(super) key: String,
    /// The version that was read.
    pub(super) version: u64,
    /// What it becomes; empty where it is not written.
    pub(super) value: Vec<u8>,
}

/// Sorted sets that nearly every change touches, so that their names are not made for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Set {
    /// The claimable rows of the tenant.
    Ready(Kind, Priority),
    /// Rows that a claim finds later than they are due.
    PutOff,
    Due,
    Ended,
    Oldest,
}

/// A new row, as it is found again.
#[derive(Debug)]
pub(super) struct NewRow {
    /// Its unique key, unique in the shard.
    pub(super) field: String,
    pub(super) number: i64,
}

/// One thing to be written whole or not at all.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) shard: Shard,
    /// Whose rows it changes.
    pub(super) tenant: Option<Tenant>,
    pub(super) record: Option<Decided>,
    pub(super) checks: Vec<(Check, String, Vec<u8>)>,
    pub(super) strings: Vec<(String, Vec<u8>)>,
    /// The member's place in a set; none where it goes.
    pub(super) placed: Vec<(Set, Option<i64>, String)>,
    pub(super) added: Vec<(String, i64, String)>,
    pub(super) removed: Vec<(String, String)>,
    /// The list of the schedule's rows.
    pub(super) history: String,
    pub(super) new_rows: Vec<NewRow>,
    pub(super) commands: Vec<Vec<Vec<u8>>>,
    /// The first and the last counter that gave it a number.
    pub(super) counters: Option<(i64, i64)>,
}

impl Change {
    pub(super) fn new(shard: Shard) -> Self {
        Self {
            shard,
            tenant: None,
            record: None,
            checks: Vec::new(),
            strings: Vec::new(),
            placed: Vec::new(),
            added: Vec::new(),
            removed: Vec::new(),
            history: String::new(),
            new_rows: Vec::new(),
            commands: Vec::new(),
            counters: None,
        }
    }

    /// Refused when the record has another version, or is gone.
    pub(super) fn expect_version(&mut self, record: String, version: u64) {
        self.record = Some(Decided { key: record, version, value: Vec::new() });
    }

    /// Refused when the hash has the field.
    pub(super) fn expect_no_field(&mut self, hash: String, field: String) {
        self.checks.push((Check::NoField, hash, field.into_bytes()));
    }

    /// Refused when the key has another value.
    pub(super) fn expect_value(&mut self, key: String, value: Option<&[u8]>) {
        self.checks.push(match value {
            Some(value) => (Check::Value, key, value.to_vec()),
            None => (Check::NoKey, key, Vec::new()),
        });
    }

    /// Notes that a number was given to a new row.
    pub(super) fn numbered(&mut self, counter: i64) {
        let (first, last) = self.counters.unwrap_or((counter, counter));
        self.counters = Some((first.min(counter), last.max(counter)));
    }

    pub(super) fn set(&mut self, key: String, value: Vec<u8>) {
        match &mut self.record {
            Some(record) if record.key == key => record.value = value,
            _ => self.strings.push((key, value)),
        }
    }

    /// Adds a new row to the rows of its tenant and of its schedule, and its unique key to those that are taken.
    pub(super) fn add_row(&mut self, keys: &Keys, row: &Occurrence) {
        self.numbered(keys.counter(row.id.0));
        if self.history.is_empty() {
            self.history = keys.history(row.schedule_uid);
        }
        let field = row_field(row.schedule_uid, &row.planned.period_key, &row.planned.discriminator);
        self.new_rows.push(NewRow { field, number: row.id.0 });
    }

    /// Puts a member to its place in a set, or takes it out.
    pub(super) fn place(&mut self, set: Set, score: Option<i64>, member: String) {
        self.placed.push((set, score, member));
    }

    /// Adds to a sorted set.
    pub(super) fn add(&mut self, set: String, score: i64, member: String) {
        self.added.push((set, score, member));
    }

    /// Removes from a sorted set.
    pub(super) fn remove(&mut self, set: String, member: String) {
        self.removed.push((set, member));
    }

    /// Any other command. It must not depend on what the change does otherwise.
    pub(super) fn command(&mut self, parts: &[&[u8]]) {
        self.commands.push(parts.iter().map(|part| part.to_vec()).collect());
    }
}

impl Redis {
    /// Counters for so many new rows; the first of them. Within one process later rows have larger numbers, whatever
    /// shard they are in.
    pub(super) fn counters(&self, rows: usize) -> i64 {
        self.last_counter.fetch_add(rows as i64, Ordering::Relaxed) + 1
    }

    /// Writes one change and answers whether it was written. Others are told.
    pub(super) async fn commit_one(&self, change: Change) -> Result<bool, StoreError> {
        let written = self.commit(vec![change], Hint::Give, &mut Tries::apart("it")).await?;
        Ok(written.first().copied().unwrap_or(false))
    }

    /// Writes changes and answers which were written. What was refused must be decided anew.
    pub(super) async fn commit(
        &self,
        changes: Vec<Change>,
        hint: Hint,
        tries: &mut Tries,
    ) -> Result<Vec<bool>, StoreError> {
        let parts = by_shard(&changes);
        self.commit_parts(&changes, parts, hint, tries).await
    }

    /// Writes changes each by itself, as one script, and answers which were written. That costs the server more, but one
    /// that was refused does not send the others around again.
    pub(super) async fn commit_each(&self, changes: &[Change], tries: &mut Tries) -> Result<Vec<bool>, StoreError> {
        let parts = (0..changes.len()).map(|index| vec![index]).collect();
        self.commit_parts(changes, parts, Hint::Keep, tries).await
    }

    async fn commit_parts(
        &self,
        changes: &[Change],
        mut parts: Vec<Vec<usize>>,
        hint: Hint,
        tries: &mut Tries,
    ) -> Result<Vec<bool>, StoreError> {
        let mut written = vec![false; changes.len()];
        while !parts.is_empty() {
            let calls = parts.iter().map(|part| self.commit_call(changes, part)).collect();
            let after = (hint == Hint::Give).then(|| self.hint());
            let answers = self.link.scripts(&self.scripts.commit, calls, after).await;
            let answers = answers.map_err(|error| tries.error(error))?;
            let mut again = Vec::new();
            for (part, answer) in parts.into_iter().zip(answers) {
                match answer {
                    Value::Nil => {
                        part.iter().for_each(|index| written[*index] = true);
                        tries.wrote();
                    }
                    // The numbers were taken by another process: the next try counts on from there.
                    Value::Int(counter) => drop(self.last_counter.fetch_max(counter, Ordering::Relaxed)),
                    _ if tries.batch() == Batch::Whole => {}
                    refused => {
                        let refused = link::read(refused).map_err(|error| tries.error(error))?;
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

/// The changes of each shard.
fn by_shard(changes: &[Change]) -> Vec<Vec<usize>> {
    let mut shards: BTreeMap<Shard, Vec<usize>> = BTreeMap::new();
    for (index, change) in changes.iter().enumerate() {
        shards.entry(change.shard).or_default().push(index);
    }
    shards.into_values().collect()
}

/// Reads which changes were in the way.
fn refused_changes(changes: &[Change], part: &[usize], answer: Vec<i64>) -> BTreeSet<usize> {
    let by_record: Vec<usize> = part.iter().copied().filter(|index| changes[*index].record.is_some()).collect();
    let index = |place: i64| match usize::try_from(place) {
        Ok(record) => by_record.get(record.wrapping_sub(1)).copied(),
        Err(_) => usize::try_from(-place).ok().and_then(|place| part.get(place - 1)).copied(),
    };
    answer.into_iter().filter_map(index).collect()
}
