//! Changes that were decided in this process on what was read, sent to be written if it is still so.
//!
//! A change is atomic: one script checks it and writes all of it or nothing. Changes of one batch that belong to
//! different schedules do not depend on each other, so a large batch is cut into several scripts, none of which keeps
//! the server for long.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use redis::Value;

use super::Redis;
use super::keys::Shard;
use super::link;
use crate::store::StoreError;

/// So many rows go into one script: a few milliseconds.
const SCRIPT_ROWS_MAX: usize = 500;

/// One thing to be written whole or not at all.
#[derive(Debug)]
pub(super) struct Change {
    shard: Shard,
    /// The record it was decided on, and the version that was read.
    record: Option<(String, u64)>,
    checks: Vec<Vec<u8>>,
    writes: Vec<Vec<u8>>,
    /// The first and the last counter that gave it a number.
    counters: Option<(i64, i64)>,
    rows: usize,
}

impl Change {
    pub(super) fn new(shard: Shard) -> Self {
        Self { shard, record: None, checks: Vec::new(), writes: Vec::new(), counters: None, rows: 1 }
    }

    /// Refused when the record has another version, or is gone.
    pub(super) fn expect_version(&mut self, record: String, version: u64) {
        self.record = Some((record, version));
    }

    /// Refused when the sorted set has the member.
    pub(super) fn expect_no_member(&mut self, set: &str, member: &str) {
        self.check("A", set, member.as_bytes());
    }

    /// Refused when the hash has the field.
    pub(super) fn expect_no_field(&mut self, hash: &str, field: &str) {
        self.check("H", hash, field.as_bytes());
    }

    /// Refused when the key has another value.
    pub(super) fn expect_value(&mut self, key: &str, value: Option<&[u8]>) {
        match value {
            Some(value) => self.check("E", key, value),
            None => self.check("X", key, b""),
        }
    }

    fn check(&mut self, check: &str, key: &str, value: &[u8]) {
        self.checks.extend([check.as_bytes().to_vec(), key.as_bytes().to_vec(), value.to_vec()]);
    }

    /// Notes that a number was given to a new row.
    pub(super) fn numbered(&mut self, counter: i64) {
        let (first, last) = self.counters.unwrap_or((counter, counter));
        self.counters = Some((first.min(counter), last.max(counter)));
    }

    /// Counts one more row towards the length of the script.
    pub(super) fn row(&mut self) {
        self.rows += 1;
    }

    pub(super) fn set(&mut self, key: String, value: Vec<u8>) {
        self.writes.extend([b"S".to_vec(), key.into_bytes(), value]);
    }

    /// Adds to a sorted set, together with others of the script.
    pub(super) fn add(&mut self, set: String, score: i64, member: String) {
        self.writes.extend([b"Z".to_vec(), set.into_bytes(), score.to_string().into_bytes(), member.into_bytes()]);
    }

    /// Removes from a sorted set, together with others of the script.
    pub(super) fn remove(&mut self, set: String, member: String) {
        self.writes.extend([b"R".to_vec(), set.into_bytes(), member.into_bytes()]);
    }

    /// Keeps a member of an index at the score of the first of a set, or out of it when the set is empty.
    pub(super) fn index_first(&mut self, set: String, index: String, member: String) {
        self.writes.extend([b"F".to_vec(), set.into_bytes(), index.into_bytes(), member.into_bytes()]);
    }

    /// Any other command.
    pub(super) fn command(&mut self, parts: &[&[u8]]) {
        self.writes.extend([b"C".to_vec(), parts.len().to_string().into_bytes()]);
        self.writes.extend(parts.iter().map(|part| part.to_vec()));
    }
}

impl Redis {
    /// Counters for so many new rows; the first of them. Within one process later rows have larger numbers, whatever
    /// shard they are in.
    pub(super) fn counters(&self, rows: usize) -> i64 {
        self.last_counter.fetch_add(rows as i64, Ordering::Relaxed) + 1
    }

    /// Writes changes and answers which were written. What was refused must be decided anew.
    pub(super) async fn commit(&self, changes: Vec<Change>) -> Result<Vec<bool>, StoreError> {
        let mut shards: BTreeMap<Shard, Vec<usize>> = BTreeMap::new();
        for (index, change) in changes.iter().enumerate() {
            shards.entry(change.shard).or_default().push(index);
        }
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for indexes in shards.into_values() {
            let mut rows = SCRIPT_ROWS_MAX;
            for index in indexes {
                if rows >= SCRIPT_ROWS_MAX {
                    parts.push(Vec::new());
                    rows = 0;
                }
                rows += changes[index].rows;
                if let Some(part) = parts.last_mut() {
                    part.push(index);
                }
            }
        }
        let calls = parts.iter().map(|part| self.commit_call(&changes, part)).collect();
        let answers = self.link.scripts(&self.scripts.commit, calls).await?;
        let mut written = vec![false; changes.len()];
        for (part, answer) in parts.iter().zip(answers) {
            // The numbers were taken by another process: the next try counts on from there.
            if let Value::Int(counter) = answer {
                self.last_counter.fetch_max(counter, Ordering::Relaxed);
                continue;
            }
            for (index, answer) in part.iter().zip(link::list(answer)?) {
                written[*index] = answer == Value::Int(1);
            }
        }
        Ok(written)
    }

    fn commit_call(&self, changes: &[Change], part: &[usize]) -> redis::Cmd {
        let mine = || part.iter().map(|index| &changes[*index]);
        let numbers = self.keys.numbers(mine().next().map_or(Shard(0), |change| change.shard));
        let mut keys = vec![numbers.as_str()];
        keys.extend(mine().map(|change| change.record.as_ref().map_or(numbers.as_str(), |(key, _)| key.as_str())));
        let mut call = self.scripts.commit.call(&keys);
        let counters = mine().filter_map(|change| change.counters);
        let first = counters.clone().map(|(first, _)| first).min().unwrap_or(0);
        let last = counters.map(|(_, last)| last).max().unwrap_or(0);
        call.arg(first).arg(last);
        for change in mine() {
            let version = change.record.as_ref().map(|(_, version)| version.to_be_bytes());
            call.arg(version.as_ref().map_or(&[][..], |version| &version[..]));
            call.arg(change.checks.len() + change.writes.len()).arg(change.checks.len() / 3);
            for part in change.checks.iter().chain(&change.writes) {
                call.arg(part.as_slice());
            }
        }
        call
    }
}
