//! One schedule and those of its rows that a verb may touch: read, changed in memory by the ledger's rules, and turned
//! into one change to be committed.
//!
//! Rows are read after the record of their schedule. Whoever changes a row raises the record's version, so when the
//! version is still the same at the commit, the rows are too.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use redis::Value;

use super::Redis;
use super::commit::Change;
use super::keys::{Keys, Kind, padded, ready_row, row_key};
use super::link;
use super::record::{Open, Record};
use super::row;
use crate::attempt::Attempt;
use crate::gap::{Gap, NewGap};
use crate::id::{OccurrenceId, ScheduleUid};
use crate::moves::State;
use crate::occurrence::{Occurrence, Reason};
use crate::policy::{Overlap, Priority};
use crate::schedule::{CounterChange, Ended};
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

/// Where a row stands among the claimable ones.
type Place = Option<(Kind, Priority, Timestamp)>;

#[derive(Debug)]
struct Slot {
    row: Occurrence,
    /// Where it stood when it was read.
    was: Place,
    is_new: bool,
    is_changed: bool,
}

/// A schedule with rows, as it is from now on.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) record: Record,
    was_plan_at: Option<Timestamp>,
    was_ended: u64,
    was_oldest: Option<Timestamp>,
    rows: BTreeMap<OccurrenceId, Slot>,
    attempts: Vec<(OccurrenceId, Attempt)>,
    gaps: Vec<Gap>,
    is_changed: bool,
}

fn place(row: &Occurrence) -> Place {
    Kind::of(row).map(|kind| (kind, row.planned.priority, row.ready_at))
}

impl Group {
    pub(super) fn new(record: Record) -> Self {
        Self {
            was_plan_at: record.plan_at(),
            was_ended: record.ended,
            was_oldest: record.oldest_end,
            record,
            rows: BTreeMap::new(),
            attempts: Vec::new(),
            gaps: Vec::new(),
            is_changed: false,
        }
    }

    /// A schedule that did not exist before: all of it is new.
    pub(super) fn created(record: Record) -> Self {
        Self { was_plan_at: None, is_changed: true, ..Self::new(record) }
    }

    fn hold(&mut self, row: Occurrence) {
        self.rows.insert(row.id, Slot { was: place(&row), row, is_new: false, is_changed: false });
    }

    pub(super) fn row(&self, id: OccurrenceId) -> Option<&Occurrence> {
        self.rows.get(&id).map(|slot| &slot.row)
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &Occurrence> {
        self.rows.values().map(|slot| &slot.row)
    }

    /// The rows that have become different.
    pub(super) fn changed_rows(&self) -> impl Iterator<Item = &Occurrence> {
        self.rows.values().filter(|slot| slot.is_changed).map(|slot| &slot.row)
    }

    /// Changes a row that was read.
    pub(super) fn change_row<T>(&mut self, id: OccurrenceId, change: impl FnOnce(&mut Occurrence) -> T) -> Option<T> {
        let slot = self.rows.get_mut(&id)?;
        let was_terminal = slot.row.state.is_terminal();
        let result = change(&mut slot.row);
        slot.is_changed = true;
        self.is_changed = true;
        let row = &slot.row;
        if row.state.is_terminal() {
            self.record.open.remove(&id);
            if !was_terminal {
                self.record.ended += 1;
                self.record.oldest_end = self.record.oldest_end.min(row.ended_at).or(row.ended_at);
            }
        } else {
            self.record.open.insert(id, Open::of(row));
            self.record.ended -= u64::from(was_terminal && self.record.ended > 0);
        }
        Some(result)
    }

    /// Changes the schedule itself.
    pub(super) fn change_record(&mut self, change: impl FnOnce(&mut Record)) {
        change(&mut self.record);
        self.is_changed = true;
    }

    pub(super) fn add_row(&mut self, row: Occurrence) {
        self.is_changed = true;
        self.record.open.insert(row.id, Open::of(&row));
        self.rows.insert(row.id, Slot { row, was: None, is_new: true, is_changed: true });
    }

    pub(super) fn add_attempt(&mut self, id: OccurrenceId, attempt: Option<Attempt>) {
        self.attempts.extend(attempt.map(|attempt| (id, attempt)));
    }

    pub(super) fn add_gap(&mut self, id: i64, covers: &NewGap, now: Timestamp) {
        self.is_changed = true;
        self.gaps.push(Gap { id, schedule: self.record.key.clone(), covers: covers.clone(), created_at: now });
    }

    pub(super) fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Ends a row, which its worker has not settled, and counts it. Answers whether it had begun.
    pub(super) fn end_row(
        &mut self,
        id: OccurrenceId,
        reason: Reason,
        blocker: Option<OccurrenceId>,
        now: Timestamp,
    ) -> bool {
        let ended = self.change_row(id, |row| {
            let was_started = row.is_started();
            row.end(reason.state(), Some(reason), None, now);
            row.blocker = blocker;
            was_started
        });
        let was_started = ended.unwrap_or(false);
        self.count_end(id, was_started, now);
        was_started
    }

    /// Counts a row that has just ended.
    pub(super) fn count_end(&mut self, id: OccurrenceId, was_started: bool, now: Timestamp) {
        let Some(slot) = self.rows.get(&id) else { return };
        let mut change = CounterChange::default();
        change.add(Ended {
            state: slot.row.state,
            is_counted: slot.row.planned.trigger.is_counted(),
            was_started,
            at: now,
            message: slot.row.message.as_deref(),
        });
        change.apply(&mut self.record.counters);
    }

    /// Lets the earliest of those that wait be looked at, one for each place that became free.
    pub(super) fn free_places(&mut self, places: usize, now: Timestamp) {
        for id in self.record.waiting(now).into_iter().take(places) {
            self.change_row(id, |row| row.ready_at = now);
        }
    }

    /// Takes back what is planned and asks what runs to stop.
    pub(super) fn withdraw(&mut self, reason: Reason, now: Timestamp) {
        let open: Vec<OccurrenceId> = self.record.open.keys().copied().collect();
        for id in open {
            match self.row(id).map(|row| row.state) {
                Some(State::Running) => drop(self.change_row(id, |row| row.request_cancel(now))),
                Some(_) => drop(self.end_row(id, reason, None, now)),
                None => {}
            }
        }
    }

    /// Everything that has become different, as one change.
    pub(super) fn into_change(mut self, keys: &Keys) -> Change {
        let uid = self.record.uid;
        let shard = keys.home(uid.0);
        let mut change = Change::new(shard);
        if self.record.version > 0 {
            change.expect_version(keys.record(uid), self.record.version);
        }
        self.record.version += 1;
        let mut touched = BTreeSet::new();
        for (id, slot) in self.rows.iter().filter(|(_, slot)| slot.is_changed) {
            change.row();
            write_row(&mut change, keys, *id, slot, &mut touched);
        }
        let tenant = &self.record.key.tenant;
        for (kind, priority) in touched {
            let member = Keys::ready_member(tenant, priority);
            change.index_first(keys.ready(shard, kind, &member), keys.ready_sets(shard, kind), member);
        }
        for (id, attempt) in &self.attempts {
            change.command(&[b"RPUSH", keys.attempts(*id).as_bytes(), &row::pack_attempt(attempt)]);
        }
        for gap in &self.gaps {
            change.numbered(keys.counter(gap.id));
            let key = keys.gaps(&gap.schedule);
            change.command(&[b"ZADD", key.as_bytes(), gap.id.to_string().as_bytes(), &row::pack_gap(gap)]);
            let age = format!("{}:{}", padded(gap.id), gap.schedule);
            change.add(keys.gap_ages(shard), gap.created_at.as_microsecond(), age);
        }
        self.write_indexes(&mut change, keys);
        change.set(keys.record(uid), self.record.pack());
        change
    }

    fn write_indexes(&self, change: &mut Change, keys: &Keys) {
        let record = &self.record;
        let shard = keys.home(record.uid.0);
        let member = || padded(record.uid.0);
        let mut index = |set: String, was: Option<i64>, is: Option<i64>| match is {
            _ if was == is => {}
            Some(score) => change.add(set, score, member()),
            None => change.remove(set, member()),
        };
        let micros = |at: Option<Timestamp>| at.map(Timestamp::as_microsecond);
        index(keys.due(shard), micros(self.was_plan_at), micros(record.plan_at()));
        index(keys.oldest(shard), micros(self.was_oldest), micros(record.oldest_end));
        let count = |ended: u64| (ended > 0).then_some(ended as i64);
        index(keys.ended(shard), count(self.was_ended), count(record.ended));
    }
}

fn write_row(
    change: &mut Change,
    keys: &Keys,
    id: OccurrenceId,
    slot: &Slot,
    touched: &mut BTreeSet<(Kind, Priority)>,
) {
    let row = &slot.row;
    let tenant = &row.schedule.tenant;
    let shard = keys.home(id.0);
    if slot.is_new {
        let key = row_key(&row.planned.period_key, &row.planned.discriminator);
        change.expect_no_member(keys.row_keys(row.schedule_uid), key.clone());
        change.add(keys.row_keys(row.schedule_uid), id.0, key);
        change.add(keys.rows_of(tenant), id.0, padded(id.0));
        change.numbered(keys.counter(id.0));
    }
    change.set(keys.row(id), row::pack_occurrence(row));
    let (was, is) = (slot.was, place(row));
    let member = || ready_row(id, row.schedule_uid);
    let set = |kind, priority| keys.ready(shard, kind, &Keys::ready_member(tenant, priority));
    if let Some((kind, priority, _)) = was
        && is.is_none_or(|(now_kind, ..)| now_kind != kind)
    {
        change.remove(set(kind, priority), member());
        touched.insert((kind, priority));
    }
    if let Some((kind, priority, ready_at)) = is
        && was != is
    {
        change.add(set(kind, priority), ready_at.as_microsecond(), member());
        touched.insert((kind, priority));
    }
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
    let is_new_here = |id: &OccurrenceId| !group.rows.contains_key(id);
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
