//! Converts the changes of one shard to a call of the script that writes them (`lua/commit.lua`). The writes
//! are combined into a few large commands, and these into one argument.

use std::collections::BTreeMap;

use redis::Cmd;

use super::Redis;
use super::blob::Blob;
use super::change::{Change, Check, Set};
use super::keys::{Keys, Shard};
use refrain_ledger::model::Tenant;

/// Maximum number of arguments of one command. Lua cannot pass on more than a few thousand.
const COMMAND_PARTS_MAX: usize = 4_000;
/// Approximate size of the change of one row in bytes, so that a batch needs only one allocation.
const CHANGE_BYTES: usize = 768;

/// Members removed from a set, and members that get a new score in it.
#[derive(Default)]
struct Moves<'a> {
    removed: Vec<&'a str>,
    added: Vec<(i64, &'a str)>,
}

/// Appends commands to a blob.
struct Commands<'a> {
    blob: &'a mut Blob,
    count: usize,
}

impl Commands<'_> {
    /// Starts a command with this number of parts, including the name.
    fn begin(&mut self, name: &str, parts: usize) -> &mut Blob {
        self.count += 1;
        self.blob.list(parts).text(name)
    }

    fn move_in(&mut self, set: &str, moves: &Moves<'_>) {
        for members in moves.removed.chunks(COMMAND_PARTS_MAX) {
            let command = self.begin("ZREM", 2 + members.len()).text(set);
            for member in members {
                command.text(member);
            }
        }
        for members in moves.added.chunks(COMMAND_PARTS_MAX / 2) {
            let command = self.begin("ZADD", 2 + members.len() * 2).text(set);
            for (score, member) in members {
                command.number(*score).text(member);
            }
        }
    }
}

impl Redis {
    /// Returns the call that writes these changes, which all belong to one shard.
    pub(super) fn commit_call(&self, changes: &[Change], part: &[usize]) -> Cmd {
        let mine: Vec<&Change> = part.iter().map(|index| &changes[*index]).collect();
        let shard = mine.first().map_or(Shard(0), |change| change.shard);
        let counters = || mine.iter().filter_map(|change| change.counters);
        let first = counters().map(|(first, _)| first).min().unwrap_or(0);
        let last = counters().map(|(_, last)| last).max().unwrap_or(0);
        let records = || mine.iter().filter_map(|change| change.record.as_ref());
        let versions: Vec<u8> = records().flat_map(|record| record.version.to_be_bytes()).collect();
        let mut blob = Blob::with_capacity(mine.len() * CHANGE_BYTES);
        blob.list(5).list(records().count() * 2);
        for record in records() {
            blob.text(&record.key).text(&record.value);
        }
        add_checks(&mut blob, &mine);
        let begun = blob.begin();
        let mut commands = Commands { blob: &mut blob, count: 0 };
        for command in mine.iter().flat_map(|change| &change.commands) {
            commands.count += 1;
            commands.blob.list(command.len());
            for part in command {
                commands.blob.text(part);
            }
        }
        add_strings(&mut commands, &mine);
        add_named_moves(&mut commands, &mine);
        let firsts = add_moves(&mut commands, &self.keys, shard, &mine);
        add_new_rows(&mut commands, &self.keys, shard, &mine);
        let count = commands.count;
        blob.end(begun, count);
        blob.list(2 * mine.iter().map(|change| change.new_rows.len()).sum::<usize>());
        for change in &mine {
            for row in &change.new_rows {
                blob.text(&change.history).number(row.number);
            }
        }
        blob.list(firsts.len());
        for first in firsts {
            blob.text(first);
        }
        let mut call = self.scripts.commit.call(&[&self.keys.numbers(shard)]);
        call.arg(first).arg(last).arg(versions).arg(blob.done());
        call
    }
}

fn add_checks(blob: &mut Blob, changes: &[&Change]) {
    blob.list(4 * changes.iter().map(|change| change.checks.len()).sum::<usize>());
    for (place, change) in (1..).zip(changes) {
        for (check, key, value) in &change.checks {
            let letter = match check {
                Check::NoField => "H",
                Check::NoKey => "X",
                Check::Value => "E",
            };
            blob.text(letter).text(key).text(value).number(place);
        }
    }
}

fn add_strings(commands: &mut Commands<'_>, changes: &[&Change]) {
    let strings: Vec<&(String, Vec<u8>)> = changes.iter().flat_map(|change| &change.strings).collect();
    for strings in strings.chunks(COMMAND_PARTS_MAX / 2) {
        let command = commands.begin("MSET", 1 + strings.len() * 2);
        for (key, value) in strings {
            command.text(key).text(value);
        }
    }
}

/// Adds the moves in sets that the changes name themselves.
fn add_named_moves(commands: &mut Commands<'_>, changes: &[&Change]) {
    let mut sets: BTreeMap<&str, Moves<'_>> = BTreeMap::new();
    for change in changes {
        for (set, member) in &change.removed {
            sets.entry(set).or_default().removed.push(member);
        }
        for (set, score, member) in &change.added {
            sets.entry(set).or_default().added.push((*score, member));
        }
    }
    for (set, moves) in sets {
        commands.move_in(set, &moves);
    }
}

/// Adds the moves in the sets that nearly every change touches. Returns the sets of claimable rows whose first
/// row may have changed, each with its index, which orders sets by their first row, and its name there.
fn add_moves(commands: &mut Commands<'_>, keys: &Keys, shard: Shard, changes: &[&Change]) -> Vec<String> {
    let mut sets: BTreeMap<(Option<&Tenant>, Set), Moves<'_>> = BTreeMap::new();
    for change in changes {
        for (set, score, member) in &change.placed {
            let tenant = change.tenant.as_ref().filter(|_| matches!(set, Set::Ready(..)));
            let moves = sets.entry((tenant, *set)).or_default();
            match score {
                Some(score) => moves.added.push((*score, member)),
                None => moves.removed.push(member),
            }
        }
    }
    let mut firsts = Vec::new();
    for ((tenant, set), moves) in sets {
        let key = match (set, tenant) {
            (Set::Ready(kind, priority), Some(tenant)) => {
                let member = Keys::ready_member(tenant, priority);
                let key = keys.ready(shard, kind, &member);
                firsts.extend([key.clone(), keys.ready_sets(shard, kind), member]);
                key
            }
            (Set::Ready(..), None) => continue,
            (Set::PutOff, _) => keys.put_off(shard),
            (Set::Due, _) => keys.due(shard),
            (Set::Ended, _) => keys.ended(shard),
            (Set::Oldest, _) => keys.oldest(shard),
        };
        commands.move_in(&key, &moves);
    }
    firsts
}

/// Adds new rows to the rows of their tenants, and their unique keys to the existing ones.
fn add_new_rows(commands: &mut Commands<'_>, keys: &Keys, shard: Shard, changes: &[&Change]) {
    let rows: Vec<_> = changes.iter().flat_map(|change| &change.new_rows).collect();
    for rows in rows.chunks(COMMAND_PARTS_MAX / 2) {
        let command = commands.begin("HSET", 2 + rows.len() * 2).text(keys.row_keys(shard));
        for row in rows {
            command.text(&row.field).number(row.number);
        }
    }
    let mut tenants: BTreeMap<&Tenant, Vec<i64>> = BTreeMap::new();
    for change in changes {
        if let Some(tenant) = &change.tenant {
            tenants.entry(tenant).or_default().extend(change.new_rows.iter().map(|row| row.number));
        }
    }
    for (tenant, numbers) in tenants {
        let set = keys.rows_of(tenant);
        for numbers in numbers.chunks(COMMAND_PARTS_MAX / 2) {
            let command = commands.begin("ZADD", 2 + numbers.len() * 2).text(&set);
            for number in numbers {
                command.number(*number).number(*number);
            }
        }
    }
}
