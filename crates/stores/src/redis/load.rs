//! Reads schedules with the rows that an operation may touch.
//!
//! Rows are read after the record of their schedule. Every change of a row increments the record's version, so
//! if the version is unchanged at the commit, the rows are too.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use redis::Value;

use super::aside::DamagedRecord;
use super::group::Group;
use super::record::Record;
use super::{Redis, Retries, link, row};
use refrain_ledger::model::{OccurrenceId, Overlap, ScheduleUid};
use refrain_ledger::store::StoreError;

/// Maximum number of values read by one command.
const VALUES_MAX: usize = 1_000;

/// The rows that are read in addition to the named ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// None.
    Named,
    /// Rows that may be woken when a named one completes now.
    Woken(Timestamp),
    /// Also rows that a new run may replace.
    Replaced(Timestamp),
    /// Rows that have started or wait.
    Busy,
    /// All open rows.
    Open,
}

/// The groups that were read, and the rows and records that could not be read.
#[derive(Default)]
struct LoadResult {
    groups: BTreeMap<ScheduleUid, Group>,
    damaged_rows: Vec<(ScheduleUid, OccurrenceId)>,
    damaged_records: Vec<DamagedRecord>,
}

impl LoadResult {
    /// Adds the records that exist.
    fn read_records(&mut self, uids: impl Iterator<Item = ScheduleUid>, values: Vec<Option<Vec<u8>>>) {
        for (uid, stored) in uids.zip(values) {
            match stored.as_deref().map(|bytes| Record::read(uid, bytes)) {
                Some(Ok(record)) => drop(self.groups.insert(uid, Group::new(record))),
                Some(Err(_)) => self.damaged_records.push(DamagedRecord { uid, stored }),
                None => {}
            }
        }
    }

    /// Adds rows. A row that its schedule counts as open must exist and belong to it; any other may have been
    /// removed.
    fn hold_rows(&mut self, rows: impl Iterator<Item = (ScheduleUid, OccurrenceId)>, values: Vec<Option<Vec<u8>>>) {
        for ((uid, id), bytes) in rows.zip(values) {
            let Some(group) = self.groups.get_mut(&uid) else { continue };
            let row = bytes.and_then(|bytes| row::occurrence(id, &group.record.key, &bytes).ok());
            match row.filter(|row| row.schedule_uid == uid) {
                Some(row) => group.hold(row),
                None if group.record.open.contains_key(&id) => self.damaged_rows.push((uid, id)),
                None => {}
            }
        }
    }
}

impl Redis {
    /// Returns the values of keys, which may be in any shard; `None` for keys that do not exist.
    pub(super) async fn values(&self, keys: &[String]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        let mut pipeline = redis::Pipeline::new();
        let order = add_reads(&mut pipeline, keys);
        Ok(restore_order(&order, &mut values_of(self.link.calls(&pipeline).await?)?.into_iter()))
    }

    /// Reads schedules with the named rows and, depending on `extent`, others of their rows. Schedules and rows
    /// that do not exist are left out, and damaged rows are set aside.
    pub(super) async fn load(
        &self,
        wanted: &BTreeMap<ScheduleUid, Vec<OccurrenceId>>,
        extent: Extent,
    ) -> Result<BTreeMap<ScheduleUid, Group>, StoreError> {
        let (groups, damaged) = self.load_readable(wanted, extent).await?;
        match damaged.first() {
            Some(DamagedRecord { uid, .. }) => Err(StoreError::Corrupt(format!("schedule {uid} cannot be read"))),
            None => Ok(groups),
        }
    }

    /// Same as [`Redis::load`], but leaves out schedules that cannot be read, and returns them separately.
    pub(super) async fn load_readable(
        &self,
        wanted: &BTreeMap<ScheduleUid, Vec<OccurrenceId>>,
        extent: Extent,
    ) -> Result<(BTreeMap<ScheduleUid, Group>, Vec<DamagedRecord>), StoreError> {
        let mut retries = Retries::new("damaged data");
        loop {
            let mut look = self.look(wanted, extent).await?;
            if look.damaged_rows.is_empty() {
                return Ok((look.groups, look.damaged_records));
            }
            self.set_rows_aside(&mut look.groups, &look.damaged_rows).await?;
            retries.again(false).await?;
        }
    }

    async fn look(
        &self,
        wanted: &BTreeMap<ScheduleUid, Vec<OccurrenceId>>,
        extent: Extent,
    ) -> Result<LoadResult, StoreError> {
        let records: Vec<String> = wanted.keys().map(|uid| self.keys.record(*uid)).collect();
        let pairs = || wanted.iter().flat_map(|(uid, ids)| ids.iter().map(|id| (*uid, *id)));
        let mut pipeline = redis::Pipeline::new();
        let record_order = add_reads(&mut pipeline, &records);
        let row_keys: Vec<String> = pairs().map(|(_, id)| self.keys.row(id)).collect();
        let row_order = add_reads(&mut pipeline, &row_keys);
        let mut values = values_of(self.link.calls(&pipeline).await?)?.into_iter();
        let record_values = restore_order(&record_order, &mut values);
        let row_values = restore_order(&row_order, &mut values);
        let mut look = LoadResult::default();
        look.read_records(wanted.keys().copied(), record_values);
        look.hold_rows(pairs(), row_values);
        // If Redis has lost writes, an ID may now belong to another row, so the next read must not use the
        // cached owners.
        self.owners.remove(look.damaged_rows.iter().map(|(_, id)| *id));
        let others = |(uid, group): (&ScheduleUid, &Group)| {
            others(group, extent).into_iter().map(|id| (*uid, id)).collect::<Vec<_>>()
        };
        let more: Vec<(ScheduleUid, OccurrenceId)> = look.groups.iter().flat_map(others).collect();
        if !more.is_empty() {
            let keys: Vec<String> = more.iter().map(|(_, id)| self.keys.row(*id)).collect();
            let values = self.values(&keys).await?;
            look.hold_rows(more.into_iter(), values);
        }
        Ok(look)
    }

    /// Reads further rows of a schedule that was read. Rows that cannot be read are left out.
    pub(super) async fn hold_more(&self, group: &mut Group, more: &[OccurrenceId]) -> Result<(), StoreError> {
        if more.is_empty() {
            return Ok(());
        }
        let keys: Vec<String> = more.iter().map(|id| self.keys.row(*id)).collect();
        for (id, bytes) in more.iter().zip(self.values(&keys).await?) {
            let row = bytes.and_then(|bytes| row::occurrence(*id, &group.record.key, &bytes).ok());
            row.into_iter().for_each(|row| group.hold(row));
        }
        Ok(())
    }

    /// Reads one schedule with rows.
    pub(super) async fn load_one(
        &self,
        uid: ScheduleUid,
        rows: Vec<OccurrenceId>,
        extent: Extent,
    ) -> Result<Option<Group>, StoreError> {
        Ok(self.load(&BTreeMap::from([(uid, rows)]), extent).await?.remove(&uid))
    }
}

/// Adds commands of a bounded length that read values, each for keys of one shard. Returns the order of the results.
fn add_reads(pipeline: &mut redis::Pipeline, keys: &[String]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by_key(|index| tag(&keys[*index]));
    for part in order.chunk_by(|a, b| tag(&keys[*a]) == tag(&keys[*b])) {
        for part in part.chunks(VALUES_MAX) {
            let command = pipeline.cmd("MGET");
            for index in part {
                command.arg(&keys[*index]);
            }
        }
    }
    order
}

/// Sorts values back into the order of the request.
fn restore_order(order: &[usize], values: &mut impl Iterator<Item = Option<Vec<u8>>>) -> Vec<Option<Vec<u8>>> {
    let mut sorted = vec![None; order.len()];
    for (index, value) in order.iter().zip(values) {
        sorted[*index] = value;
    }
    sorted
}

fn tag(key: &str) -> &str {
    key.split('}').next().unwrap_or(key)
}

fn values_of(answers: Vec<Value>) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
    let mut values = Vec::new();
    for answer in answers {
        for value in link::list(answer)? {
            values.push(link::bytes(value)?);
        }
    }
    Ok(values)
}

/// Returns the other rows that an operation on the rows read so far may touch.
fn others(group: &Group, extent: Extent) -> Vec<OccurrenceId> {
    let record = &group.record;
    let is_new_here = |id: &OccurrenceId| group.row(*id).is_none();
    let busy = || record.open.iter().filter(|(_, open)| open.is_busy()).map(|(id, _)| *id).filter(is_new_here);
    match extent {
        Extent::Open => record.open.keys().copied().filter(is_new_here).collect(),
        Extent::Busy => busy().collect(),
        Extent::Replaced(_) if record.gate.overlap == Overlap::CancelOther => busy().collect(),
        Extent::Replaced(now) | Extent::Woken(now) => {
            let lanes: BTreeSet<&str> = group.rows().map(|row| row.planned.discriminator.as_str()).collect();
            let rows = group.rows().count();
            let woken = lanes.iter().flat_map(|lane| record.woken(lane, rows, now));
            let woken: BTreeSet<OccurrenceId> = woken.filter(is_new_here).collect();
            woken.into_iter().collect()
        }
        Extent::Named => Vec::new(),
    }
}
