//! A schedule and the rows that an operation may touch: changed in memory by the ledger's rules, and converted
//! to one change to be committed.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::change::{Change, Set};
use super::commit::Hint;
use super::keys::{Keys, ReadyKind, padded, ready_row, row_key};
use super::record::{OpenRow, Record};
use super::{Redis, Retries, row};
use refrain_ledger::ledger::admission::resumed;
use refrain_ledger::model::{
    Attempt, CompletedRun, CounterChange, Gap, NewGap, Occurrence, OccurrenceId, Priority, Reason, ScheduleUid, State,
};
use refrain_ledger::store::StoreError;

/// Position of a row among the claimable ones.
type Place = Option<(ReadyKind, Priority, Timestamp)>;

#[derive(Debug)]
struct HeldRow {
    row: Occurrence,
    /// Position when the row was read.
    was: Place,
    /// Due time when the row was read, if the row was put off.
    was_put_off: Option<Timestamp>,
    is_new: bool,
    is_changed: bool,
}

/// A schedule with rows, in its new state.
#[derive(Debug)]
pub(super) struct Group {
    /// Boxed, so that a batch of groups is cheap to move.
    pub(super) record: Box<Record>,
    was_plan_at: Option<Timestamp>,
    was_ended: u64,
    was_oldest: Option<Timestamp>,
    /// Boxed, because a map node reserves space for eleven values even if it contains one.
    rows: BTreeMap<OccurrenceId, Box<HeldRow>>,
    attempts: Vec<(OccurrenceId, Attempt)>,
    gaps: Vec<Gap>,
    is_changed: bool,
}

fn place(row: &Occurrence) -> Place {
    ReadyKind::of(row).map(|kind| (kind, row.planned.priority, row.ready_at))
}

/// Returns the due time of a row that is put off.
fn put_off(row: &Occurrence) -> Option<Timestamp> {
    row.is_delayed().then_some(row.planned.due_at)
}

impl Group {
    pub(super) fn new(record: Record) -> Self {
        Self {
            was_plan_at: record.plan_at(),
            was_ended: record.ended,
            was_oldest: record.oldest_end,
            record: Box::new(record),
            rows: BTreeMap::new(),
            attempts: Vec::new(),
            gaps: Vec::new(),
            is_changed: false,
        }
    }

    /// Creates the group of a new schedule: all of it must be written.
    pub(super) fn created(record: Record) -> Self {
        Self { was_plan_at: None, is_changed: true, ..Self::new(record) }
    }

    /// Adds a row as it was read.
    pub(super) fn hold(&mut self, row: Occurrence) {
        let (was, was_put_off) = (place(&row), put_off(&row));
        self.rows.insert(row.id, Box::new(HeldRow { was, was_put_off, row, is_new: false, is_changed: false }));
    }

    pub(super) fn row(&self, id: OccurrenceId) -> Option<&Occurrence> {
        self.rows.get(&id).map(|slot| &slot.row)
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &Occurrence> {
        self.rows.values().map(|slot| &slot.row)
    }

    /// Returns the rows that have changed.
    pub(super) fn into_changed_rows(self) -> impl Iterator<Item = Occurrence> {
        self.rows.into_values().filter(|slot| slot.is_changed).map(|slot| slot.row)
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
            self.record.open.insert(id, OpenRow::of(row));
            self.record.ended -= u64::from(was_terminal && self.record.ended > 0);
        }
        Some(result)
    }

    /// Removes a row that cannot be read from the open ones. Returns whether it was among them.
    pub(super) fn forget(&mut self, id: OccurrenceId) -> bool {
        self.is_changed = true;
        self.rows.remove(&id);
        self.record.open.remove(&id).is_some()
    }

    /// Changes the schedule itself.
    pub(super) fn change_record(&mut self, change: impl FnOnce(&mut Record)) {
        change(&mut self.record);
        self.is_changed = true;
    }

    pub(super) fn add_row(&mut self, row: Occurrence) {
        self.is_changed = true;
        self.record.open.insert(row.id, OpenRow::of(&row));
        self.record.record_key(row_key(&row.planned.period_key, &row.planned.discriminator));
        self.rows
            .insert(row.id, Box::new(HeldRow { row, was: None, was_put_off: None, is_new: true, is_changed: true }));
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

    /// Returns whether the change makes work for other nodes: something to claim or to plan.
    pub(super) fn makes_work(&self) -> bool {
        let is_to_claim = |slot: &HeldRow| slot.is_changed && slot.row.state == State::Planned;
        self.rows.values().any(|slot| is_to_claim(slot)) || self.was_plan_at != self.record.plan_at()
    }

    /// Completes an occurrence that its worker has not settled, and counts it. Returns whether it had started.
    pub(super) fn complete_row(
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
        self.count_completed(id, was_started, now);
        was_started
    }

    /// Counts an occurrence that has just completed.
    pub(super) fn count_completed(&mut self, id: OccurrenceId, was_started: bool, now: Timestamp) {
        let Some(slot) = self.rows.get(&id) else { return };
        let mut change = CounterChange::default();
        change.add(CompletedRun::of(&slot.row, was_started, now));
        change.apply(&mut self.record.counters);
    }

    /// Makes the first waiting occurrence of a lane claimable again after a run of the lane has completed.
    pub(super) fn wake_lane(&mut self, discriminator: &str, now: Timestamp) {
        for id in self.record.woken(discriminator, 1, now) {
            self.change_row(id, |row| row.ready_at = now);
        }
    }

    /// Makes the first waiting occurrences of each lane claimable, after the schedule became active or was edited.
    pub(super) fn wake_lanes(&mut self, now: Timestamp) {
        for id in resumed(&self.record.gate, self.rows(), now) {
            self.change_row(id, |row| row.ready_at = now);
        }
    }

    /// Skips planned occurrences and requests the cancellation of running ones.
    pub(super) fn withdraw(&mut self, reason: Reason, now: Timestamp) {
        let open: Vec<OccurrenceId> = self.record.open.keys().copied().collect();
        for id in open {
            match self.row(id).map(|row| row.state) {
                Some(State::Running) => drop(self.change_row(id, |row| row.request_cancel(now))),
                Some(_) => drop(self.complete_row(id, reason, None, now)),
                None => {}
            }
        }
    }

    /// Returns all differences as one change.
    pub(super) fn change(&mut self, keys: &Keys) -> Change {
        let uid = self.record.uid;
        let shard = keys.home(uid.0);
        let mut change = Change::new(shard);
        change.tenant = Some(self.record.key.tenant.clone());
        if self.record.version > 0 {
            change.expect_version(keys.record(uid), self.record.version);
        }
        self.record.version += 1;
        for (id, slot) in self.rows.iter().filter(|(_, slot)| slot.is_changed) {
            write_row(&mut change, keys, *id, slot);
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
        self.write_indexes(&mut change);
        change.set(keys.record(uid), self.record.pack());
        change
    }

    fn write_indexes(&self, change: &mut Change) {
        let record = &self.record;
        let mut index = |set, was: Option<i64>, is: Option<i64>| {
            if was != is {
                change.place(set, is, padded(record.uid.0));
            }
        };
        let micros = |at: Option<Timestamp>| at.map(Timestamp::as_microsecond);
        index(Set::Due, micros(self.was_plan_at), micros(record.plan_at()));
        index(Set::Oldest, micros(self.was_oldest), micros(record.oldest_end));
        index(Set::Ended, ended_step(self.was_ended), ended_step(record.ended));
    }
}

impl Redis {
    /// Commits the changed groups, and returns which were refused.
    pub(super) async fn commit_groups(
        &self,
        groups: &mut BTreeMap<ScheduleUid, Group>,
        hint: Hint,
        retries: &mut Retries,
    ) -> Result<BTreeSet<ScheduleUid>, StoreError> {
        let changed = groups.iter_mut().filter(|(_, group)| group.is_changed());
        let (uids, changes): (Vec<ScheduleUid>, Vec<Change>) =
            changed.map(|(uid, group)| (*uid, group.change(&self.keys))).unzip();
        let written = self.commit(changes, hint, retries).await?;
        Ok(uids.into_iter().zip(written).filter(|(_, written)| !written).map(|(uid, _)| uid).collect())
    }
}

/// Returns the score of a schedule in the index of completed rows. It is never below their number, and it moves
/// in steps, so that most completed runs do not change it.
pub(super) fn ended_step(ended: u64) -> Option<i64> {
    const STEP: u64 = 16;
    (ended > 0).then_some((ended.div_ceil(STEP) * STEP) as i64)
}

fn write_row(change: &mut Change, keys: &Keys, id: OccurrenceId, slot: &HeldRow) {
    let row = &slot.row;
    if slot.is_new {
        change.add_row(keys, row);
    }
    change.set(keys.row(id), row::pack_occurrence(row));
    let (was, is) = (slot.was, place(row));
    let member = || ready_row(id, row.schedule_uid);
    if let Some((kind, priority, _)) = was
        && is.is_none_or(|(now_kind, ..)| now_kind != kind)
    {
        change.place(Set::Ready(kind, priority), None, member());
    }
    if let Some((kind, priority, ready_at)) = is
        && was != is
    {
        change.place(Set::Ready(kind, priority), Some(ready_at.as_microsecond()), member());
    }
    let is_delayed = put_off(row);
    if is_delayed != slot.was_put_off {
        change.place(Set::PutOff, is_delayed.map(Timestamp::as_microsecond), member());
    }
}
