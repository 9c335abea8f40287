//! Changes the status of schedules: pauses, resumes, cancels, disables and deletes them.

use jiff::Timestamp;
use rusqlite::Connection;

use super::error::Result;
use super::gaps::add_gaps;
use super::revise::{record, reread, wake_lanes};
use super::schedule::{self, live, live_stored};
use super::tenants;
use refrain_ledger::ledger::change;
use refrain_ledger::ledger::stored::StoredSchedule;
use refrain_ledger::model::{By, Schedule, ScheduleKey};
use refrain_ledger::store::{ChangeStatus, ExpectedVersion, UnreadableSchedule};

pub(super) fn change_status(conn: &Connection, change: &ChangeStatus, now: Timestamp) -> Result<Schedule> {
    let changed = change::change_status(live(conn, &change.key)?.as_ref(), change, now)?;
    if let Some(resume) = change.resume.as_ref().filter(|resume| !resume.gaps.is_empty()) {
        let tenant = tenants::number(conn, &changed.key.tenant)?;
        add_gaps(conn, tenant, &changed.key.id, &resume.gaps, now)?;
    }
    schedule::write(conn, &changed, false)?;
    record(conn, &changed, &change.by, false, now)?;
    wake_lanes(conn, &changed, now)?;
    reread(conn, &changed)
}

pub(super) fn delete(
    conn: &Connection,
    key: &ScheduleKey,
    expect: ExpectedVersion,
    by: &By,
    now: Timestamp,
) -> Result<()> {
    let found = live_stored(conn, key)?;
    let deleted = change::delete(key, expect, found.as_ref().map(StoredSchedule::known), by, now)?;
    schedule::write(conn, &deleted, false)?;
    record(conn, &deleted, by, false, now)
}

pub(super) fn quarantine(
    conn: &Connection,
    found: &[UnreadableSchedule],
    by: &By,
    now: Timestamp,
) -> Result<Vec<bool>> {
    let mut answers = Vec::with_capacity(found.len());
    for found in found {
        let stored = live_stored(conn, &found.key)?;
        let changed = stored.and_then(|stored| stored.quarantined(found, by, now));
        if let Some(changed) = &changed {
            schedule::write(conn, changed, false)?;
            record(conn, changed, by, false, now)?;
        }
        answers.push(changed.is_some());
    }
    Ok(answers)
}
