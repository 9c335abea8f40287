//! Applies a new evaluation of the recurrence to planned rows.

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::audit::append_one;
use super::counters::{Tally, complete_row};
use super::error::Result;
use super::gaps::add_gaps;
use super::insert::{Owner, RowInserter};
use super::occurrence::{RowWriter, open_rows, read_all};
use super::row::{self, micros, turn};
use super::schedule::{self, live_or_error};
use super::{ids, tenants};
use refrain_ledger::ledger::replan::{self, ReplanResult};
use refrain_ledger::model::{Gate, Reason, Schedule, SkipReason};
use refrain_ledger::store::{Replan, SaveSchedule};

/// Replans the rows of a schedule whose definition does not change.
pub(super) fn save(conn: &Connection, new: &Schedule, save: &SaveSchedule, now: Timestamp) -> Result<Schedule> {
    let old = live_or_error(conn, &save.key)?;
    let Some(replan) = &save.replan else { return Ok(old) };
    let replanned = decide(conn, (&old.gate(), new), replan)?;
    let Some(entry) = replan::entry(&old, new, &replanned, replan, &save.by) else { return Ok(old) };
    schedule::write(conn, new, false)?;
    write(conn, new, &replanned, replan, now)?;
    append_one(conn, &new.key.tenant, entry, now)?;
    // Superseded rows change the counters, so the schedule is read again.
    live_or_error(conn, &save.key)
}

/// Decides which rows change. `old` is the gate that was in force before.
pub(super) fn decide(conn: &Connection, (old, schedule): (&Gate, &Schedule), replan: &Replan) -> Result<ReplanResult> {
    let rows = read_all(conn, &open_rows(conn, schedule.uid)?)?;
    Ok(replan::replan(rows, (old, schedule), replan)?)
}

pub(super) fn write(
    conn: &Connection,
    schedule: &Schedule,
    replanned: &ReplanResult,
    replan: &Replan,
    now: Timestamp,
) -> Result<()> {
    let mut keep = conn.prepare_cached(include_str!("sql/replan_keep.sql"))?;
    for row in &replanned.kept {
        let (nominal_at, due_at) = (micros(row.planned.nominal_at), micros(row.planned.due_at));
        let turn = turn(row.planned.priority, row.attempt > 0 || row.waits);
        let (ready_at, revision) = (micros(row.ready_at), row.revision.0);
        keep.execute(params![nominal_at, due_at, ready_at, revision, row.tzdb, row.waits, turn, row.id.0])?;
    }
    let mut write = RowWriter::new(conn)?;
    let mut tally = Tally::default();
    for row in &replanned.superseded {
        complete_row(&mut write, &mut tally, &mut row.clone(), (Reason::Skipped(SkipReason::Superseded), None), now)?;
    }
    tally.write(conn, now)?;
    if !replan.gaps.is_empty() {
        let tenant = tenants::number(conn, &schedule.key.tenant)?;
        add_gaps(conn, tenant, &schedule.key.id, &replan.gaps, now)?;
    }
    add(conn, schedule, replan, now)
}

/// Adds the rows of the new recurrence that do not exist yet, and plans superseded ones again.
fn add(conn: &Connection, schedule: &Schedule, replan: &Replan, now: Timestamp) -> Result<()> {
    if replan.add.is_empty() {
        return Ok(());
    }
    let owner = Owner { uid: schedule.uid, revision: schedule.revision, tzdb: &replan.tzdb };
    let mut insert = RowInserter::new(conn)?;
    let mut new = 0;
    for (id, row) in (ids::reserve(conn, replan.add.len())?..).zip(&replan.add) {
        new += usize::from(insert.insert(id, &owner, row, now)?.is_new_row());
    }
    let mut write = conn.prepare_cached(include_str!("sql/replan_count.sql"))?;
    write.execute(params![row::rows(new), schedule.uid.0])?;
    Ok(())
}
