//! Writes a changed schedule: its revision, its audit entry and its effect on open rows.

use jiff::Timestamp;

use super::Postgres;
use super::changes::Changes;
use super::error::Failure;
use super::occurrence::{LOCK_OF_SCHEDULE, LOCK_OTHERS};
use super::row;
use super::schedule::{change_later, record_later};
use super::transaction::Tx;
use refrain_ledger::ledger::admission::resumed;
use refrain_ledger::ledger::change;
use refrain_ledger::model::{By, Occurrence, Reason, Schedule, ScheduleUid, State, Status};

/// The context of a change: who changes a schedule, and whether the definition changes.
pub(super) struct Edit<'a> {
    pub(super) by: &'a By,
    pub(super) tenant: i32,
    pub(super) has_definition: bool,
}

impl Postgres {
    /// Writes a changed schedule with its revision, its audit entry and the effect of its status on its rows.
    pub(super) async fn write_schedule(
        &self,
        tx: &Tx,
        mut schedule: Schedule,
        edit: &Edit<'_>,
        mut changes: Changes,
        now: Timestamp,
    ) -> Result<Schedule, Failure> {
        change_later(tx, &schedule, edit.has_definition);
        self.record(tx, &schedule, edit, now).await?;
        if let Some(reason) = change::withdrawal(schedule.status) {
            withdraw(tx, schedule.uid, Reason::Skipped(reason), &mut changes, now).await?;
        }
        if let Some(counted) = changes.counted(schedule.uid) {
            counted.apply(&mut schedule.counters);
        }
        changes.write(tx, now);
        if schedule.status == Status::Active {
            wake_lanes(tx, &schedule, now).await?;
        }
        tx.wake();
        Ok(schedule)
    }

    /// Adds the revision and the audit entry of a change.
    pub(super) async fn record(
        &self,
        tx: &Tx,
        schedule: &Schedule,
        edit: &Edit<'_>,
        now: Timestamp,
    ) -> Result<(), Failure> {
        let entry = record_later(tx, schedule, edit.by, edit.has_definition)?;
        self.append_entry(tx, edit.tenant, &schedule.key.tenant, entry, now).await
    }
}

/// Skips planned occurrences and requests the cancellation of running ones.
async fn withdraw(
    tx: &Tx,
    uid: ScheduleUid,
    reason: Reason,
    changes: &mut Changes,
    now: Timestamp,
) -> Result<(), Failure> {
    // Read again under the schedule's lock: planning may have added rows since the first ones were locked.
    for line in tx.query(LOCK_OF_SCHEDULE, &[&uid.0]).await? {
        let mut row = row::open(&line)?;
        if row.state == State::Running {
            row.request_cancel(now);
        } else {
            changes.end(&mut row, reason, None, now);
        }
        changes.row(row);
    }
    Ok(())
}

/// Makes the first waiting occurrences of each lane claimable, after the schedule became active or was edited. A
/// locked row is being claimed, settled or skipped and needs no waking.
async fn wake_lanes(tx: &Tx, schedule: &Schedule, now: Timestamp) -> Result<(), Failure> {
    // An edit may have superseded or moved rows.
    tx.flush().await?;
    let lines = tx.query(LOCK_OTHERS, &[&vec![schedule.uid.0], &Vec::<i64>::new()]).await?;
    // A row that cannot be read waits for its repair and keeps no other from running.
    let rows: Vec<Occurrence> = lines.iter().filter_map(|line| row::open(line).ok()).collect();
    let woken = resumed(&schedule.gate(), rows.iter(), now);
    let mut changes = Changes::default();
    for row in rows.into_iter().filter(|row| woken.contains(&row.id)) {
        changes.row(Occurrence { ready_at: now, ..row });
    }
    changes.write(tx, now);
    Ok(())
}
