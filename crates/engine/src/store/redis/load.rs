//! Reading schedules with those of their rows that a verb may touch.
//!
//! Rows are read after the record of their schedule. Whoever changes a row raises the record's version, so when the
//! version is still the same at the commit, the rows are too.

use std::collections::BTreeMap;

use jiff::Timestamp;
use redis::Value;

use super::Redis;
use super::group::Group;
use super::link;
use super::record::{Open, Record};
use super::row;
use crate::id::{OccurrenceId, ScheduleUid};
use crate::policy::Overlap;
use crate::store::StoreError;

/// So many values are asked for in one command.
const VALUES_MAX: usize = 1_000;

/// Which rows are read besides those that are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// None.
    Named,
    /// Those that may be woken when a named one ends now.
    Woken(Timestamp),
    /// Those too that a new run may replace.
    Replaced(Timestamp),
    /// All open ones.
    Open,
}

impl Redis {
    /// The values of keys, which may be in any shard; none for those that do not exist.
    pub(super) async fn values(&self, keys: &[String]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        let mut pipeline = redis::Pipeline::new();
        let order = ask_for(&mut pipeline, keys);
        Ok(in_order(&order, &mut values_of(self.link.calls(&pipeline).await?)?.into_iter()))
    }

    /// The schedules that rows belong to; none for rows that do not exist.
    pub(super) async fn schedules_of(&self, ids: &[OccurrenceId]) -> Result<Vec<Option<ScheduleUid>>, StoreError> {
        let keys: Vec<String> = ids.iter().map(|id| self.keys.row(*id)).collect();
        let values = self.values(&keys).await?;
        values.into_iter().map(|bytes| bytes.map(|bytes| row::schedule_of(&bytes)).transpose()).collect()
    }

    /// Reads schedules with the rows that are named and, as far as wanted, others of theirs. What does not exist is left
    /// out.
    pub(super) async fn load(
        &self,
        wanted: &BTreeMap<ScheduleUid, Vec<OccurrenceId>>,
        extent: Extent,
    ) -> Result<BTreeMap<ScheduleUid, Group>, StoreError> {
        let records: Vec<String> = wanted.keys().map(|uid| self.keys.record(*uid)).collect();
        let rows: Vec<OccurrenceId> = wanted.values().flatten().copied().collect();
        let mut pipeline = redis::Pipeline::new();
        let record_order = ask_for(&mut pipeline, &records);
        let row_keys: Vec<String> = rows.iter().map(|id| self.keys.row(*id)).collect();
        let row_order = ask_for(&mut pipeline, &row_keys);
        let mut values = values_of(self.link.calls(&pipeline).await?)?.into_iter();
        let record_values = in_order(&record_order, &mut values);
        let row_values = in_order(&row_order, &mut values);
        let mut groups = BTreeMap::new();
        for (uid, bytes) in wanted.keys().zip(record_values) {
            if let Some(bytes) = bytes {
                groups.insert(*uid, Group::new(Record::read(*uid, &bytes)?));
            }
        }
        hold_rows(&mut groups, wanted, &rows, row_values)?;
        let more: Vec<OccurrenceId> =
            groups.iter().flat_map(|(uid, group)| others(group, wanted.get(uid).map_or(0, Vec::len), extent)).collect();
        let more_keys: Vec<String> = more.iter().map(|id| self.keys.row(*id)).collect();
        let more_values = self.values(&more_keys).await?;
        hold_rows(&mut groups, wanted, &more, more_values)?;
        Ok(groups)
    }

    /// One schedule with rows.
    pub(super) async fn load_one(
        &self,
        uid: ScheduleUid,
        rows: Vec<OccurrenceId>,
        extent: Extent,
    ) -> Result<Option<Group>, StoreError> {
        Ok(self.load(&BTreeMap::from([(uid, rows)]), extent).await?.remove(&uid))
    }
}

/// Asks for values in commands of a bearable length, each for keys of one shard. Answers the order in which they come.
fn ask_for(pipeline: &mut redis::Pipeline, keys: &[String]) -> Vec<usize> {
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

/// Puts values that came in some order to where they were asked for.
fn in_order(order: &[usize], values: &mut impl Iterator<Item = Option<Vec<u8>>>) -> Vec<Option<Vec<u8>>> {
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

fn hold_rows(
    groups: &mut BTreeMap<ScheduleUid, Group>,
    wanted: &BTreeMap<ScheduleUid, Vec<OccurrenceId>>,
    ids: &[OccurrenceId],
    values: Vec<Option<Vec<u8>>>,
) -> Result<(), StoreError> {
    for (id, bytes) in ids.iter().zip(values) {
        let Some(bytes) = bytes else { continue };
        let uid = row::schedule_of(&bytes)?;
        match groups.get_mut(&uid) {
            Some(group) => {
                let row = row::occurrence(*id, &group.record.key, &bytes)?;
                group.hold(row);
            }
            None if wanted.contains_key(&uid) => {}
            None => return Err(StoreError::Corrupt(format!("occurrence {id} is not of the schedule that lists it"))),
        }
    }
    Ok(())
}

/// The rows that a verb on so many rows may touch besides them.
fn others(group: &Group, named: usize, extent: Extent) -> Vec<OccurrenceId> {
    let record = &group.record;
    let is_new_here = |id: &OccurrenceId| group.row(*id).is_none();
    let busy = |open: &Open| open.is_started || open.waits.is_some();
    match extent {
        Extent::Open => record.open.keys().copied().filter(is_new_here).collect(),
        Extent::Replaced(_) if record.gate.overlap == Overlap::CancelOther => {
            record.open.iter().filter(|(_, open)| busy(open)).map(|(id, _)| *id).filter(is_new_here).collect()
        }
        Extent::Replaced(now) | Extent::Woken(now) => {
            record.waiting(now).into_iter().filter(is_new_here).take(named).collect()
        }
        Extent::Named => Vec::new(),
    }
}
