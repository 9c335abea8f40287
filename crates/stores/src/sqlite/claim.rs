//! Leases ready occurrences. There is only one writer, so rows cannot change between the read and the write.

use std::collections::{BTreeMap, HashSet};

use jiff::Timestamp;
use rusqlite::{CachedStatement, Connection, params};

use super::counters::{Tally, complete_row};
use super::error::Result;
use super::occurrence::{RowWriter, add_attempt, busy, read_all, start_all, waiting};
use super::ready::{ClaimCursor, ready};
use super::row::{self, OCCURRENCE_COLUMNS, at, code, get, micros, text};
use super::schedule::{Brief, tenant_of};
use super::span::{sorted, spans};
use refrain_ledger::ledger::admission::{
    Admission, Candidate, HeldRows, LaneRelation, OpenCount, Replacement, Verdict, admit, depends_on_others,
};
use refrain_ledger::ledger::fair_share::fair_share;
use refrain_ledger::ledger::transition::Grant;
use refrain_ledger::model::{
    Fence, Gate, Occurrence, OccurrenceId, Reason, ScheduleKey, ScheduleUid, SkipReason, State, Trigger,
};
use refrain_ledger::store::{Claim, ClaimResult, StoreError, UNREADABLE_RETRY_AFTER, UnreadableRow};

/// Leases ready occurrences. `place` is where the last claim of this process stopped in a long list of tenants.
pub(super) fn claim(conn: &Connection, claim: &Claim, place: &ClaimCursor, now: Timestamp) -> Result<ClaimResult> {
    let share = fair_share(ready(conn, claim, place, now)?, claim.limit);
    let ReadRows { mut rows, groups, unreadable } = read(conn, &share.ids)?;
    set_aside(conn, &unreadable, now)?;
    let until = now.saturating_add(claim.lease_for).unwrap_or(now);
    let mut admitting = Admitter {
        conn,
        write: RowWriter::new(conn)?,
        busy: busy(conn)?,
        waiting: waiting(conn)?,
        started: Vec::with_capacity(rows.len()),
        tally: Tally::default(),
        grant: Grant { owner: claim.owner.clone(), until, fence_floor: Fence::floor_at(now) },
        now,
    };
    for (uid, group) in &groups {
        admitting.admit(*uid, group, &mut rows)?;
    }
    start_all(conn, &admitting.started, &admitting.grant, now)?;
    admitting.tally.write(conn, now)?;
    // Nearly always every occurrence starts, and then no row has to be moved.
    let ended = rows.extract_if(.., |row| row.state.is_terminal()).collect();
    rows.retain(|row| row.state == State::Running);
    Ok(ClaimResult { started: rows, ended, has_more: share.has_more, unreadable })
}

/// The candidates of one schedule.
struct Group {
    gate: Gate,
    key: ScheduleKey,
    /// Whether any occurrence of the schedule has started or waits.
    has_busy: bool,
    /// Positions of the candidates among all claimed rows, in the order in which they are served.
    places: Vec<usize>,
}

/// The rows that a claim has read.
struct ReadRows {
    rows: Vec<Occurrence>,
    groups: BTreeMap<ScheduleUid, Group>,
    unreadable: Vec<UnreadableRow>,
}

fn read(conn: &Connection, ids: &[OccurrenceId]) -> Result<ReadRows> {
    let mut unreadable = Vec::new();
    let mut groups: BTreeMap<ScheduleUid, Group> = BTreeMap::new();
    let mut tenants = Vec::new();
    let mut rows: Vec<Occurrence> = Vec::with_capacity(ids.len());
    let mut read = conn.prepare_cached(include_str!("sql/claim_rows.sql"))?;
    for (first, last) in spans(&sorted(ids.iter().map(|id| id.0))) {
        let mut found = read.query([first, last])?;
        while let Some(row) = found.next()? {
            let occurrence = row::occurrence(row, |uid| {
                if let Some(group) = groups.get(&uid) {
                    return Ok(group.key.clone());
                }
                let brief = Brief::from_row(row, OCCURRENCE_COLUMNS)?;
                let tenant = tenant_of(conn, &mut tenants, brief.tenant)?.clone();
                let key = ScheduleKey { tenant, id: brief.id };
                let has_busy = get(row, OCCURRENCE_COLUMNS + Brief::COLUMNS)?;
                groups.insert(uid, Group { gate: brief.gate, key: key.clone(), has_busy, places: Vec::new() });
                Ok(key)
            });
            match occurrence.map_err(StoreError::from) {
                Ok(occurrence) => rows.push(occurrence),
                Err(StoreError::Corrupt(problem)) => {
                    unreadable.push(UnreadableRow { id: OccurrenceId(get(row, 0)?), problem });
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    sort_in_claim_order(&mut rows, ids);
    for (place, row) in rows.iter().enumerate() {
        groups.entry(row.schedule_uid).and_modify(|group| group.places.push(place));
    }
    Ok(ReadRows { rows, groups, unreadable })
}

/// Postpones rows that cannot be read, so that they do not block other claims for a while.
fn set_aside(conn: &Connection, unreadable: &[UnreadableRow], now: Timestamp) -> Result<()> {
    let until = now.saturating_add(UNREADABLE_RETRY_AFTER).unwrap_or(now);
    for row in unreadable {
        conn.prepare_cached(include_str!("sql/claim_set_aside.sql"))?.execute(params![row.id.0, micros(until)])?;
    }
    Ok(())
}

/// Sorts rows, which were read in table order, into the order of `ids`.
fn sort_in_claim_order(rows: &mut [Occurrence], ids: &[OccurrenceId]) {
    let mut places: Vec<(OccurrenceId, usize)> = ids.iter().copied().zip(0..).collect();
    places.sort_unstable();
    let place = |id| places.binary_search_by_key(&id, |(id, _)| *id).map(|found| places[found].1);
    rows.sort_by_cached_key(|row| place(row.id));
}

struct Admitter<'conn> {
    conn: &'conn Connection,
    write: RowWriter<'conn>,
    busy: CachedStatement<'conn>,
    waiting: CachedStatement<'conn>,
    /// Occurrences that start. They are written together after all decisions.
    started: Vec<OccurrenceId>,
    tally: Tally,
    grant: Grant,
    now: Timestamp,
}

impl Admitter<'_> {
    fn admit(&mut self, uid: ScheduleUid, group: &Group, rows: &mut [Occurrence]) -> Result<()> {
        let gate = &group.gate;
        let candidates: Vec<Candidate> =
            group.places.iter().map(|place| Candidate::of(&rows[*place], self.now)).collect();
        let has_others = group.has_busy && depends_on_others(gate, &candidates);
        let others = if has_others { self.others(uid, &candidates)? } else { Others::default() };
        let admission = admit(gate, &others.held, &candidates);
        for (place, verdict) in group.places.iter().zip(&admission.verdicts) {
            let row = &mut rows[*place];
            match verdict {
                Verdict::Start => {
                    if let Some(lost) = row.start(&self.grant, self.now) {
                        add_attempt(self.conn, row.id, &lost)?;
                    }
                    self.started.push(row.id);
                }
                Verdict::Wait { blocker, behind } => {
                    row.wait(*blocker, *behind, self.now);
                    self.write.write(row)?;
                }
                Verdict::Later => {}
                Verdict::End { reason, blocker } => {
                    let why = (*reason, *blocker);
                    if complete_row(&mut self.write, &mut self.tally, row, why, self.now)? {
                        self.tally.complete(uid, &row.planned.discriminator);
                    }
                }
            }
        }
        if admission.replaces_others() { self.replace(&admission, &others.ids) } else { Ok(()) }
    }

    /// Returns the open occurrences of the schedule that have started or wait and are not candidates.
    fn others(&mut self, uid: ScheduleUid, candidates: &[Candidate]) -> Result<Others> {
        let named: HashSet<OccurrenceId> = candidates.iter().map(|candidate| candidate.id).collect();
        let mut others = Others::default();
        let mut read = |statement: &mut CachedStatement<'_>, is_waiting: bool| -> Result<()> {
            let mut rows = statement.query([uid.0])?;
            while let Some(row) = rows.next()? {
                let id = OccurrenceId(get(row, 0)?);
                if named.contains(&id) {
                    continue;
                }
                let trigger = code(row, 2, "a trigger", Trigger::from_code)?;
                let standing = LaneRelation::of(trigger, get(row, 3)?);
                let count = if is_waiting { OpenCount::waiting(at(row, 4)?, id) } else { OpenCount::started(id) };
                others.held.add(Some(text(row, 1)?), standing, count);
                others.ids.push(id);
            }
            Ok(())
        };
        read(&mut self.busy, false)?;
        read(&mut self.waiting, true)?;
        Ok(others)
    }

    /// Cancels or skips other occurrences that new runs replace.
    fn replace(&mut self, admission: &Admission, others: &[OccurrenceId]) -> Result<()> {
        for mut row in read_all(self.conn, others)? {
            match admission.replacement_of(&row) {
                Some(Replacement::Cancel) => {
                    row.request_cancel(self.now);
                    self.write.write(&row)?;
                }
                Some(Replacement::Skip(by)) => {
                    let why = (Reason::Skipped(SkipReason::Overlap), Some(by));
                    complete_row(&mut self.write, &mut self.tally, &mut row, why, self.now)?;
                }
                None => {}
            }
        }
        Ok(())
    }
}

/// The open occurrences of a schedule other than the candidates.
#[derive(Default)]
struct Others {
    held: HeldRows,
    ids: Vec<OccurrenceId>,
}
