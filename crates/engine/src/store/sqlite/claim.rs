//! Leasing ready occurrences. The writer is alone, so what is read here is what is written on.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::{CachedStatement, Connection, params};

use super::counters::{Tally, end_row};
use super::error::Result;
use super::occurrence::{COLUMNS, WriteRow, add_attempt, from_row, read_all, start_all};
use super::ready::{Place, ready};
use super::row::{get, micros};
use super::schedule::{Brief, tenant_of};
use super::span::{sorted, spans};
use crate::id::{Fence, OccurrenceId, ScheduleKey, ScheduleUid};
use crate::ledger::admission::{Admission, Candidate, Held, Verdict, admit};
use crate::ledger::fair_share::fair_share;
use crate::ledger::transition::Grant;
use crate::moves::State;
use crate::occurrence::{Occurrence, Reason};
use crate::reason::SkipReason;
use crate::schedule::Gate;
use crate::store::{Claim, Claimed, SET_ASIDE_FOR, StoreError, UnreadableRow};

/// Leases what is ready. `place` is where the last claim of this process stopped in a long list of tenants.
pub(super) fn claim(conn: &Connection, claim: &Claim, place: &Place, now: Timestamp) -> Result<Claimed> {
    let share = fair_share(ready(conn, claim, place, now)?, claim.limit);
    let Read { mut rows, groups, unreadable } = read(conn, &share.ids)?;
    set_aside(conn, &unreadable, now)?;
    let until = now.saturating_add(claim.lease_for).unwrap_or(now);
    let mut admitting = Admitting {
        conn,
        write: WriteRow::new(conn)?,
        busy: conn.prepare_cached(include_str!("sql/claim_busy.sql"))?,
        started: Vec::with_capacity(rows.len()),
        tally: Tally::default(),
        grant: Grant { owner: claim.owner.clone(), until, fence_floor: Fence(0) },
        now,
    };
    for (uid, group) in &groups {
        admitting.admit(*uid, group, &mut rows)?;
    }
    start_all(conn, &admitting.started, &admitting.grant, now)?;
    admitting.tally.write(conn, now)?;
    // Nearly always everything starts, and then no row has to be moved.
    let ended = rows.extract_if(.., |row| row.state.is_terminal()).collect();
    rows.retain(|row| row.state == State::Running);
    Ok(Claimed { started: rows, ended, has_more: share.has_more, unreadable })
}

/// The candidates of one schedule.
struct Group {
    gate: Gate,
    key: ScheduleKey,
    /// Whether anything of the schedule has begun or waits.
    has_busy: bool,
    /// Their places among all that are claimed, in the order they are to be served.
    places: Vec<usize>,
}

/// What a claim has read.
struct Read {
    rows: Vec<Occurrence>,
    groups: BTreeMap<ScheduleUid, Group>,
    unreadable: Vec<UnreadableRow>,
}

fn read(conn: &Connection, ids: &[OccurrenceId]) -> Result<Read> {
    let mut unreadable = Vec::new();
    let mut groups: BTreeMap<ScheduleUid, Group> = BTreeMap::new();
    let mut tenants = Vec::new();
    let mut rows: Vec<Occurrence> = Vec::with_capacity(ids.len());
    let mut read = conn.prepare_cached(include_str!("sql/claim_rows.sql"))?;
    for (first, last) in spans(&sorted(ids.iter().map(|id| id.0))) {
        let mut found = read.query([first, last])?;
        while let Some(row) = found.next()? {
            let occurrence = from_row(row, |uid| {
                if let Some(group) = groups.get(&uid) {
                    return Ok(group.key.clone());
                }
                let brief = Brief::from_row(row, COLUMNS)?;
                let tenant = tenant_of(conn, &mut tenants, brief.tenant)?.clone();
                let key = ScheduleKey { tenant, id: brief.id };
                let has_busy = get(row, COLUMNS + Brief::COLUMNS)?;
                groups.insert(uid, Group { gate: brief.gate, key: key.clone(), has_busy, places: Vec::new() });
                Ok(key)
            });
            match occurrence {
                Ok(occurrence) => rows.push(occurrence),
                Err(StoreError::Corrupt(problem)) => {
                    unreadable.push(UnreadableRow { id: OccurrenceId(get(row, 0)?), problem });
                }
                Err(error) => return Err(error),
            }
        }
    }
    serve_in_order(&mut rows, ids);
    for (place, row) in rows.iter().enumerate() {
        groups.entry(row.schedule_uid).and_modify(|group| group.places.push(place));
    }
    Ok(Read { rows, groups, unreadable })
}

/// Lets rows that cannot be read be in nobody's way for a while.
fn set_aside(conn: &Connection, unreadable: &[UnreadableRow], now: Timestamp) -> Result<()> {
    let until = now.saturating_add(SET_ASIDE_FOR).unwrap_or(now);
    for row in unreadable {
        conn.prepare_cached(include_str!("sql/occurrence_set_aside.sql"))?.execute(params![row.id.0, micros(until)])?;
    }
    Ok(())
}

/// Brings rows, which were read as they stand in the table, into the order of these numbers.
fn serve_in_order(rows: &mut [Occurrence], ids: &[OccurrenceId]) {
    let mut places: Vec<(OccurrenceId, usize)> = ids.iter().copied().zip(0..).collect();
    places.sort_unstable();
    let place = |id| places.binary_search_by_key(&id, |(id, _)| *id).map(|found| places[found].1);
    rows.sort_by_cached_key(|row| place(row.id));
}

struct Admitting<'conn> {
    conn: &'conn Connection,
    write: WriteRow<'conn>,
    busy: CachedStatement<'conn>,
    /// What starts is written when all is decided.
    started: Vec<OccurrenceId>,
    tally: Tally,
    grant: Grant,
    now: Timestamp,
}

impl Admitting<'_> {
    fn admit(&mut self, uid: ScheduleUid, group: &Group, rows: &mut [Occurrence]) -> Result<()> {
        let gate = &group.gate;
        let candidates: Vec<Candidate> =
            group.places.iter().map(|place| Candidate::of(&rows[*place], self.now)).collect();
        let others = if group.has_busy && gate.is_limited() { self.busy_others(uid, &candidates)? } else { Vec::new() };
        let admission = admit(gate, held(&others), &candidates);
        let mut freed = 0;
        for (place, verdict) in group.places.iter().zip(&admission.verdicts) {
            let row = &mut rows[*place];
            match verdict {
                Verdict::Start => {
                    if let Some(lost) = row.start(&self.grant, self.now) {
                        add_attempt(self.conn, row.id, &lost)?;
                    }
                    self.started.push(row.id);
                }
                Verdict::Wait => {
                    row.wait(self.now);
                    self.write.write(row)?;
                }
                Verdict::Later => {}
                Verdict::End { reason, blocker } => {
                    let why = (*reason, *blocker);
                    freed += usize::from(end_row(&mut self.write, &mut self.tally, row, why, self.now)?);
                }
            }
        }
        if freed > 0 {
            self.tally.free(uid, freed);
        }
        self.change_others(&admission, &others)
    }

    /// The open rows of the schedule that have begun or wait, and are not candidates.
    fn busy_others(&mut self, uid: ScheduleUid, candidates: &[Candidate]) -> Result<Vec<Other>> {
        let mut rows = self.busy.query([uid.0])?;
        let mut others = Vec::new();
        while let Some(row) = rows.next()? {
            let id = OccurrenceId(get(row, 0)?);
            if candidates.iter().all(|candidate| candidate.id != id) {
                others.push(Other { id, is_started: get::<u32>(row, 1)? > 0, waits: get(row, 2)? });
            }
        }
        Ok(others)
    }

    fn change_others(&mut self, admission: &Admission, others: &[Other]) -> Result<()> {
        for other in others {
            let is_canceled = admission.cancels_started && other.is_started;
            let is_replaced = admission.replaces_waiting.is_some() && other.waits;
            if !is_canceled && !is_replaced {
                continue;
            }
            for mut row in read_all(self.conn, &[other.id])? {
                if is_canceled {
                    row.request_cancel(self.now);
                    self.write.write(&row)?;
                } else {
                    let why = (Reason::Skipped(SkipReason::Overlap), admission.replaces_waiting);
                    end_row(&mut self.write, &mut self.tally, &mut row, why, self.now)?;
                }
            }
        }
        Ok(())
    }
}

/// An open row beside the candidates.
struct Other {
    id: OccurrenceId,
    is_started: bool,
    waits: bool,
}

fn held(others: &[Other]) -> Held {
    let mut held = Held::default();
    for other in others {
        held.waiting += u32::from(other.waits);
        if other.is_started {
            held.started += 1;
            held.blocker = held.blocker.or(Some(other.id));
        }
    }
    held
}
