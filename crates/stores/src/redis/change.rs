//! A change of stored data, decided in this process on data that was read before. It is written completely or not
//! at all.

use super::keys::{Keys, ReadyKind, Shard, row_field};
use refrain_ledger::model::{Occurrence, Priority, Tenant};

/// Precondition of a change, in addition to the version of its record.
#[derive(Clone, Copy, Debug)]
pub(super) enum Check {
    NoField,
    NoKey,
    Value,
}

/// The record that a change was decided on.
#[derive(Debug)]
pub(super) struct BaseRecord {
    pub(super) key: String,
    /// The version that was read.
    pub(super) version: u64,
    /// New content of the record; empty if it is not written.
    pub(super) value: Vec<u8>,
}

/// Sorted sets that nearly every change touches. Their keys are built once per batch, not once per change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Set {
    /// The claimable rows of the tenant.
    Ready(ReadyKind, Priority),
    /// Rows that a claim finds later than they are due.
    PutOff,
    Due,
    Ended,
    Oldest,
}

/// A new row, with the keys by which it is found.
#[derive(Debug)]
pub(super) struct NewRow {
    /// The row's unique key inside its shard.
    pub(super) field: String,
    pub(super) number: i64,
}

/// A change that is written completely or not at all.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) shard: Shard,
    /// The tenant whose rows change.
    pub(super) tenant: Option<Tenant>,
    pub(super) record: Option<BaseRecord>,
    pub(super) checks: Vec<(Check, String, Vec<u8>)>,
    pub(super) strings: Vec<(String, Vec<u8>)>,
    /// Score of a member in a set; `None` removes the member.
    pub(super) placed: Vec<(Set, Option<i64>, String)>,
    pub(super) added: Vec<(String, i64, String)>,
    pub(super) removed: Vec<(String, String)>,
    /// The list of the schedule's rows.
    pub(super) history: String,
    pub(super) new_rows: Vec<NewRow>,
    pub(super) commands: Vec<Vec<Vec<u8>>>,
    /// The first and the last counter value used for the IDs of this change.
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

    /// Refuses the change if the record has another version or no longer exists.
    pub(super) fn expect_version(&mut self, record: String, version: u64) {
        self.record = Some(BaseRecord { key: record, version, value: Vec::new() });
    }

    /// Refuses the change if the hash has the field.
    pub(super) fn expect_no_field(&mut self, hash: String, field: String) {
        self.checks.push((Check::NoField, hash, field.into_bytes()));
    }

    /// Refuses the change if the key has another value.
    pub(super) fn expect_value(&mut self, key: String, value: Option<&[u8]>) {
        self.checks.push(match value {
            Some(value) => (Check::Value, key, value.to_vec()),
            None => (Check::NoKey, key, Vec::new()),
        });
    }

    /// Records that a counter value was used for the ID of a new row.
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

    /// Adds a new row to the rows of its tenant and of its schedule, and its unique key to the existing ones.
    pub(super) fn add_row(&mut self, keys: &Keys, row: &Occurrence) {
        self.numbered(keys.counter(row.id.0));
        if self.history.is_empty() {
            self.history = keys.history(row.schedule_uid);
        }
        let field = row_field(row.schedule_uid, &row.planned.period_key, &row.planned.discriminator);
        self.new_rows.push(NewRow { field, number: row.id.0 });
    }

    /// Sets the score of a member in a set, or removes the member.
    pub(super) fn place(&mut self, set: Set, score: Option<i64>, member: String) {
        self.placed.push((set, score, member));
    }

    /// Adds a member to a sorted set.
    pub(super) fn add(&mut self, set: String, score: i64, member: String) {
        self.added.push((set, score, member));
    }

    /// Removes a member from a sorted set.
    pub(super) fn remove(&mut self, set: String, member: String) {
        self.removed.push((set, member));
    }

    /// Adds any other command. It must not depend on the other writes of the change.
    pub(super) fn command(&mut self, parts: &[&[u8]]) {
        self.commands.push(parts.iter().map(|part| part.to_vec()).collect());
    }
}
