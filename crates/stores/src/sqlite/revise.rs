//! Records a change of a schedule: its revision, its audit entry and its effect on open rows.

use jiff::Timestamp;
use rusqlite::{CachedStatement, Connection};

use super::audit::append_one;
use super::counters::{Tally, complete_row};
use super::error::Result;
use super::occurrence::{RowReader, RowWriter, busy, open_rows, read_all, waiting};
use super::row::get;
use super::schedule;
use refrain_ledger::ledger::admission::resumed;
use refrain_ledger::ledger::change;
use refrain_ledger::model::{By, OccurrenceId, Reason, Schedule, ScheduleUid, State};
use refrain_ledger::store::StoreError;

/// Records a change: its revision, its audit entry and the effect of the new status on open rows.
pub(super) fn record(
    conn: &Connection,
    changed: &Schedule,
    by: &By,
    has_definition: bool,
    now: Timestamp,
) -> Result<()> {
    let record = change::revision_record(changed, by, has_definition);
    schedule::add_revision(conn, changed.uid, &record)?;
    append_one(conn, &changed.key.tenant, change::schedule_entry(changed, &record, by), now)?;
    match change::withdrawal(changed.status) {
        Some(reason) => withdraw_open_rows(conn, changed.uid, Reason::Skipped(reason), now),
        None => Ok(()),
    }
}

/// Reloads a schedule after its change: rows that completed have changed its counters.
pub(super) fn reread(conn: &Connection, changed: &Schedule) -> Result<Schedule> {
    let read = schedule::read(conn, changed.uid)?;
    read.ok_or_else(|| StoreError::NotFound(format!("schedule {}", changed.key)).into())
}

/// Makes the first waiting occurrences of each lane claimable, after the schedule became active or was edited.
pub(super) fn wake_lanes(conn: &Connection, changed: &Schedule, now: Timestamp) -> Result<()> {
    let read = |mut statement: CachedStatement<'_>| -> Result<Vec<OccurrenceId>> {
        statement.query_and_then([changed.uid.0], |row| Ok(OccurrenceId(get(row, 0)?)))?.collect()
    };
    let mut ids = read(waiting(conn)?)?;
    if ids.is_empty() {
        return Ok(());
    }
    ids.extend(read(busy(conn)?)?);
    let mut read = RowReader::new(conn)?;
    let mut rows = Vec::with_capacity(ids.len());
    for id in ids {
        match read.read(id, |uid| schedule::key_of(conn, uid)).map_err(StoreError::from) {
            Ok(row) => rows.extend(row),
            // A row that cannot be read waits for its repair and keeps no other from running.
            Err(StoreError::Corrupt(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let woken = resumed(&changed.gate(), rows.iter(), now);
    let mut write = RowWriter::new(conn)?;
    for row in rows.iter_mut().filter(|row| woken.contains(&row.id)) {
        row.ready_at = now;
        write.write(row)?;
    }
    Ok(())
}

/// Skips planned occurrences and requests the cancellation of running ones.
fn withdraw_open_rows(conn: &Connection, uid: ScheduleUid, reason: Reason, now: Timestamp) -> Result<()> {
    let mut write = RowWriter::new(conn)?;
    let mut tally = Tally::default();
    for mut row in read_all(conn, &open_rows(conn, uid)?)? {
        if row.state == State::Running {
            row.request_cancel(now);
            write.write(&row)?;
        } else {
            complete_row(&mut write, &mut tally, &mut row, (reason, None), now)?;
        }
    }
    tally.write(conn, now)
}
