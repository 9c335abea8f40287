//! Changes that were decided in this process on what was read, sent to be written if it is still so.
//!
//! A change is atomic: one script checks it and writes all of it or nothing. Changes that belong to different schedules
//! do not depend on each other, so a large batch is cut into several scripts, none of which keeps the server for long.
//! Within a script the writes of all changes are put together into few large commands; when one of the changes is in the
//! way, the script writes nothing, and the others are sent again without it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use redis::{Cmd, Value};

use super::Redis;
use super::keys::{Keys, Kind, Shard, padded, row_key};
use super::link;
use crate::id::Tenant;
use crate::occurrence::Occurrence;
use crate::policy::Priority;
use crate::store::StoreError;

/// So many schedules and rows go into one script: a few milliseconds. Redis syncs its file after each script, so that
/// fewer would cost more.
const SCRIPT_ROWS_MAX: usize = 2_000;
/// So many parts go into one command; Lua cannot hand on more than some thousands.
const COMMAND_PARTS_MAX: usize = 4_000;

/// Whether others are told that there may be work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    Give,
    Keep,
}

/// What must be so for a change to be written, besides the version of its record.
#[derive(Clone, Copy, Debug)]
enum Check {
    NoField,
    NoKey,
    Value,
}

impl Check {
    const fn letter(self) -> &'static str {
        match self {
            Self::NoField => "H",
            Self::NoKey => "X",
            Self::Value => "E",
        }
    }
}

/// The record that a change was decided on.
#[derive(Debug)]
struct Decided {
    key: String,
    /// The version that was read.
    version: u64,
    /// What it becomes; empty where it is not written.
    value: Vec<u8>,
}

/// New rows of one schedule.
#[derive(Debug)]
struct NewRows {
    /// The set of the tenant's rows.
    tenants: String,
    /// The set of the schedule's rows.
    schedules: String,
    rows: Vec<NewRow>,
}

#[derive(Debug)]
struct NewRow {
    /// Unique in its schedule.
    key: String,
    number: String,
}

/// One thing to be written whole or not at all.
#[derive(Debug)]
pub(super) struct Change {
    shard: Shard,
    record: Option<Decided>,
    checks: Vec<(Check, String, Vec<u8>)>,
    strings: Vec<(String, Vec<u8>)>,
    added: Vec<(String, i64, String)>,
    removed: Vec<(String, String)>,
    /// The sets of claimable rows whose first may be another now.
    firsts: Vec<(Tenant, Kind, Priority)>,
    new_rows: Option<NewRows>,
    commands: Vec<Vec<Vec<u8>>>,
    /// The first and the last counter that gave it a number.
    counters: Option<(i64, i64)>,
    rows: usize,
}

impl Change {
    pub(super) fn new(shard: Shard) -> Self {
        Self {
            shard,
            record: None,
            checks: Vec::new(),
            strings: Vec::new(),
            added: Vec::new(),
            removed: Vec::new(),
            firsts: Vec::new(),
            new_rows: None,
            commands: Vec::new(),
            counters: None,
            rows: 1,
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

    /// Counts one more row towards the length of the script.
    pub(super) fn row(&mut self) {
        self.rows += 1;
    }

    pub(super) fn set(&mut self, key: String, value: Vec<u8>) {
        match &mut self.record {
            Some(record) if record.key == key => record.value = value,
            _ => self.strings.push((key, value)),
        }
    }

    /// Adds a new row to the rows of its tenant, and by its unique key to those of its schedule.
    pub(super) fn add_row(&mut self, keys: &Keys, row: &Occurrence) {
        self.numbered(keys.counter(row.id.0));
        let new = self.new_rows.get_or_insert_with(|| NewRows {
            tenants: keys.rows_of(&row.schedule.tenant),
            schedules: keys.row_keys(row.schedule_uid),
            rows: Vec::new(),
        });
        let key = row_key(&row.planned.period_key, &row.planned.discriminator);
        new.rows.push(NewRow { key, number: padded(row.id.0) });
    }

    /// Adds to a sorted set.
    pub(super) fn add(&mut self, set: String, score: i64, member: String) {
        self.added.push((set, score, member));
    }

    /// Removes from a sorted set.
    pub(super) fn remove(&mut self, set: String, member: String) {
        self.removed.push((set, member));
    }

    /// Keeps a set of claimable rows in the index at the score of its first, or out of it when it is empty.
    pub(super) fn index_first(&mut self, tenant: &Tenant, kind: Kind, priority: Priority) {
        self.firsts.push((tenant.clone(), kind, priority));
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
        Ok(self.commit(vec![change], Hint::Give).await?.first().copied().unwrap_or(false))
    }

    /// Writes changes and answers which were written. What was refused must be decided anew.
    pub(super) async fn commit(&self, changes: Vec<Change>, hint: Hint) -> Result<Vec<bool>, StoreError> {
        let mut written = vec![false; changes.len()];
        let mut parts = parts(&changes);
        while !parts.is_empty() {
            let calls = parts.iter().map(|part| self.commit_call(&changes, part)).collect();
            let after = (hint == Hint::Give).then(|| self.hint());
            let answers = match self.link.scripts(&self.scripts.commit, calls, after).await {
                // A part was written before: the caller must not believe that nothing was.
                Err(error) if written.contains(&true) => return Err(StoreError::Unknown(error.to_string())),
                answers => answers?,
            };
            let mut again = Vec::new();
            for (part, answer) in parts.into_iter().zip(answers) {
                match answer {
                    Value::Nil => part.iter().for_each(|index| written[*index] = true),
                    // The numbers were taken by another process: the next try counts on from there.
                    Value::Int(counter) => drop(self.last_counter.fetch_max(counter, Ordering::Relaxed)),
                    refused => {
                        let refused = refused_changes(&changes, &part, link::read(refused)?);
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

    fn commit_call(&self, changes: &[Change], part: &[usize]) -> Cmd {
        let mine = || part.iter().map(|index| &changes[*index]);
        let shard = mine().next().map_or(Shard(0), |change| change.shard);
        let numbers = self.keys.numbers(shard);
        let mut keys = vec![numbers.as_str()];
        keys.extend(records(changes, part).map(|(_, record)| record.key.as_str()));
        let mut call = self.scripts.commit.call(&keys);
        let counters = mine().filter_map(|change| change.counters);
        let first = counters.clone().map(|(first, _)| first).min().unwrap_or(0);
        let last = counters.map(|(_, last)| last).max().unwrap_or(0);
        let versions: Vec<u8> = records(changes, part).flat_map(|(_, record)| record.version.to_be_bytes()).collect();
        call.arg(first).arg(last).arg(versions);
        for (_, record) in records(changes, part) {
            call.arg(record.value.as_slice());
        }
        call.arg(mine().map(|change| change.checks.len()).sum::<usize>());
        for (place, change) in mine().enumerate() {
            for (check, key, value) in &change.checks {
                call.arg(check.letter()).arg(key).arg(value.as_slice()).arg(place + 1);
            }
        }
        add_writes(&mut call, changes, part);
        add_new_rows(&mut call, changes, part);
        let firsts: BTreeSet<&(Tenant, Kind, Priority)> = mine().flat_map(|change| &change.firsts).collect();
        for (tenant, kind, priority) in firsts {
            let member = Keys::ready_member(tenant, *priority);
            call.arg(self.keys.ready(shard, *kind, &member)).arg(self.keys.ready_sets(shard, *kind)).arg(member);
        }
        call
    }
}

/// Changes of one shard, so many at once as one script may take.
fn parts(changes: &[Change]) -> Vec<Vec<usize>> {
    let mut shards: BTreeMap<Shard, Vec<usize>> = BTreeMap::new();
    for (index, change) in changes.iter().enumerate() {
        shards.entry(change.shard).or_default().push(index);
    }
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for indexes in shards.into_values() {
        let mut part = Vec::new();
        let mut rows = 0;
        for index in indexes {
            part.push(index);
            rows += changes[index].rows;
            if rows >= SCRIPT_ROWS_MAX {
                parts.push(std::mem::take(&mut part));
                rows = 0;
            }
        }
        if !part.is_empty() {
            parts.push(part);
        }
    }
    parts
}

/// The records that changes were decided on, with the changes' own places.
fn records<'a>(changes: &'a [Change], part: &'a [usize]) -> impl Iterator<Item = (usize, &'a Decided)> {
    part.iter().filter_map(|index| changes[*index].record.as_ref().map(|record| (*index, record)))
}

/// Reads which changes were in the way.
fn refused_changes(changes: &[Change], part: &[usize], answer: Vec<i64>) -> BTreeSet<usize> {
    let by_record: Vec<usize> = records(changes, part).map(|(index, _)| index).collect();
    let index = |place: i64| match usize::try_from(place) {
        Ok(record) => by_record.get(record.wrapping_sub(1)).copied(),
        Err(_) => usize::try_from(-place).ok().and_then(|place| part.get(place - 1)).copied(),
    };
    answer.into_iter().filter_map(index).collect()
}

/// Adds the writes of all changes to a call, put together into few commands.
fn add_writes(call: &mut Cmd, changes: &[Change], part: &[usize]) {
    let mine = || part.iter().map(|index| &changes[*index]);
    for command in mine().flat_map(|change| &change.commands) {
        call.arg(command.len());
        for part in command {
            call.arg(part.as_slice());
        }
    }
    let strings: Vec<&(String, Vec<u8>)> = mine().flat_map(|change| &change.strings).collect();
    for strings in strings.chunks(COMMAND_PARTS_MAX / 2) {
        call.arg(1 + strings.len() * 2).arg("MSET");
        for (key, value) in strings {
            call.arg(key).arg(value.as_slice());
        }
    }
    let mut removed: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (set, member) in mine().flat_map(|change| &change.removed) {
        removed.entry(set).or_default().push(member);
    }
    for (set, members) in removed {
        for members in members.chunks(COMMAND_PARTS_MAX) {
            call.arg(2 + members.len()).arg("ZREM").arg(set).arg(members);
        }
    }
    let mut added: BTreeMap<&str, Vec<(i64, &str)>> = BTreeMap::new();
    for (set, score, member) in mine().flat_map(|change| &change.added) {
        added.entry(set).or_default().push((*score, member));
    }
    for (set, members) in added {
        for members in members.chunks(COMMAND_PARTS_MAX / 2) {
            call.arg(2 + members.len() * 2).arg("ZADD").arg(set);
            for (score, member) in members {
                call.arg(*score).arg(*member);
            }
        }
    }
    call.arg(0);
}

/// Adds the new rows of all changes to a call, tenant by tenant.
fn add_new_rows(call: &mut Cmd, changes: &[Change], part: &[usize]) {
    let mut tenants: BTreeMap<&str, Vec<(&str, &NewRow)>> = BTreeMap::new();
    for new in part.iter().filter_map(|index| changes[*index].new_rows.as_ref()) {
        let rows = new.rows.iter().map(|row| (new.schedules.as_str(), row));
        tenants.entry(&new.tenants).or_default().extend(rows);
    }
    for (tenant, rows) in tenants {
        for rows in rows.chunks(COMMAND_PARTS_MAX / 2) {
            call.arg(rows.len()).arg(tenant);
            for (schedule, row) in rows {
                call.arg(*schedule).arg(&row.key).arg(&row.number);
            }
        }
    }
    call.arg(0);
}
