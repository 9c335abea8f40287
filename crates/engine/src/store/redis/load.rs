//! Reading schedules with those of their rows that a verb may touch.
//!
//! Rows are read after the record of their schedule. Whoever changes a row raises the record's version, so when the
//! version is still the same at the commit, the rows are too.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use redis::{Cmd, Value};

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

    /// The schedules that rows belong to; none for rows that do not exist, as far as that had to be looked up.
    pub(super) async fn schedules_of(&self, ids: &[OccurrenceId]) -> Result<Vec<Option<ScheduleUid>>, StoreError> {
        let mut schedules = self.owners.get(ids);
        let unknown = || schedules.iter().zip(ids).enumerate().filter(|(_, (uid, _))| uid.is_none());
        let (places, keys): (Vec<usize>, Vec<String>) =
            unknown().map(|(place, (_, id))| (place, self.keys.row(*id))).unzip();
        for (place, bytes) in places.into_iter().zip(self.values(&keys).await?) {
            schedules[place] = bytes.map(|bytes| row::schedule_of(&bytes)).transpose()?;
        }
        Ok(schedules)
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
        let mut groups = groups_of(wanted.keys().copied(), record_values)?;
        // Had Redis lost writes, a number could be another row's now: the next look must not go by what was known.
        hold_rows(&mut groups, wanted, &rows, row_values).inspect_err(|_| self.owners.remove(rows.iter().copied()))?;
        let more: Vec<OccurrenceId> =
            groups.iter().flat_map(|(uid, group)| others(group, wanted.get(uid).map_or(0, Vec::len), extent)).collect();
        self.hold_more(&mut groups, wanted, &more).await?;
        Ok(groups)
    }

    /// As [`Redis::load`], but leaves out schedules of which something cannot be read, and answers which. They are found
    /// by halves, so that a damaged one costs the others a few more looks and nothing else.
    pub(super) async fn load_sound(
        &self,
        wanted: &BTreeMap<ScheduleUid, Vec<OccurrenceId>>,
        extent: Extent,
    ) -> Result<(BTreeMap<ScheduleUid, Group>, BTreeSet<ScheduleUid>), StoreError> {
        let (mut groups, damaged) = match self.load(wanted, extent).await {
            Err(StoreError::Corrupt(_)) => (BTreeMap::new(), wanted.clone()),
            groups => (groups?, BTreeMap::new()),
        };
        let mut damaged_alone = BTreeSet::new();
        let mut parts = vec![damaged];
        while let Some(mut part) = parts.pop() {
            let Some(middle) = part.keys().nth(part.len() / 2).copied() else { continue };
            if part.len() == 1 {
                damaged_alone.insert(middle);
                continue;
            }
            for half in [part.split_off(&middle), part] {
                match self.load(&half, extent).await {
                    Err(StoreError::Corrupt(_)) => parts.push(half),
                    found => groups.append(&mut found?),
                }
            }
        }
        Ok((groups, damaged_alone))
    }

    /// Reads schedules and the answers to further commands. These are asked behind the records, so when the version of a
    /// record is still the same at the commit, what they told of the schedule is too.
    pub(super) async fn load_with(
        &self,
        uids: &BTreeSet<ScheduleUid>,
        further: impl Iterator<Item = Cmd>,
    ) -> Result<(BTreeMap<ScheduleUid, Group>, Vec<Value>), StoreError> {
        let keys: Vec<String> = uids.iter().map(|uid| self.keys.record(*uid)).collect();
        let mut pipeline = redis::Pipeline::new();
        let order = ask_for(&mut pipeline, &keys);
        let records = pipeline.len();
        for command in further {
            pipeline.add_command(command);
        }
        let mut answers = self.link.calls(&pipeline).await?;
        let further = answers.split_off(records);
        let values = in_order(&order, &mut values_of(answers)?.into_iter());
        Ok((groups_of(uids.iter().copied(), values)?, further))
    }

    /// Reads further rows of schedules that were read.
    pub(super) async fn hold_more(
        &self,
        groups: &mut BTreeMap<ScheduleUid, Group>,
        wanted: &BTreeMap<ScheduleUid, Vec<OccurrenceId>>,
        more: &[OccurrenceId],
    ) -> Result<(), StoreError> {
        let keys: Vec<String> = more.iter().map(|id| self.keys.row(*id)).collect();
        let values = self.values(&keys).await?;
        hold_rows(groups, wanted, more, values)
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

/// The schedules whose records exist.
fn groups_of(
    uids: impl Iterator<Item = ScheduleUid>,
    records: Vec<Option<Vec<u8>>>,
) -> Result<BTreeMap<ScheduleUid, Group>, StoreError> {
    let found = uids.zip(records).filter_map(|(uid, bytes)| Some((uid, bytes?)));
    found.map(|(uid, bytes)| Ok((uid, Group::new(Record::read(uid, &bytes)?)))).collect()
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
