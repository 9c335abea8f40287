//! Saves and deletes schedules, and changes their status.

use std::collections::HashMap;

use jiff::Timestamp;
use serde_json::json;
use tokio_postgres::Row;

use super::error::Failure;
use super::plan::add_gap;
use super::reading::READ;
use super::row::{self, delivery_code, overlap_code};
use super::transaction::{Param, Tx, borrowed, params};
use super::write::Changes;
use super::{Postgres, audit, replan};
use refrain_ledger::ledger::admission::resumed;
use refrain_ledger::ledger::change::{self, SaveEffect};
use refrain_ledger::ledger::stored::StoredSchedule;
use refrain_ledger::model::{By, NewEntry, Occurrence, Reason, Schedule, ScheduleKey, ScheduleUid, State, Status};
use refrain_ledger::store::{ChangeStatus, ExpectedVersion, SaveSchedule, StoreError};

const LOCK: &str = include_str!("sql/schedule_lock.sql");
const ADD: &str = include_str!("sql/schedule_add.sql");
const CHANGE: &str = include_str!("sql/schedule_change.sql");
const ADD_REVISION: &str = include_str!("sql/revision_add.sql");
const LOCK_ROWS: &str = include_str!("sql/lock_open_of_schedule.sql");
const LOCK_OTHERS: &str = include_str!("sql/lock_others.sql");

/// The context of a change: who changes a schedule, and whether the definition changes.
struct Edit<'a> {
    by: &'a By,
    tenant: i32,
    has_definition: bool,
}

impl Postgres {
    pub(super) async fn save_schedule(
        &self,
        tx: &Tx,
        save: &SaveSchedule,
        now: Timestamp,
    ) -> Result<Schedule, Failure> {
        // The unique key decides whether the schedule is new. If it is not, the second attempt reads the
        // existing one.
        if save.expect == ExpectedVersion::New && tx.is_first_try() {
            return self.create(tx, save, now).await;
        }
        if save.replan.is_some() {
            self.lock_rows(tx, &save.key).await?;
        }
        let (tenant, found) = self.locked(tx, &save.key).await?;
        let edit = Edit { by: &save.by, tenant, has_definition: true };
        match change::save(found.as_ref(), save, now)? {
            SaveEffect::Same => Ok(found.ok_or(Failure::Conflict)?.whole()?),
            SaveEffect::Replan(schedule) => {
                let old = found.ok_or(Failure::Conflict)?.whole()?;
                self.replan_same(tx, (old, *schedule), save, tenant, now).await
            }
            SaveEffect::Create(mut schedule) => {
                schedule.uid = add(tx, tenant, &schedule).await?;
                self.record(tx, &schedule, &edit, now).await?;
                self.check_schedule_limit(tx, save).await?;
                tx.wake();
                Ok(*schedule)
            }
            SaveEffect::Update(schedule) => {
                let mut changes = Changes::default();
                if let (Some(replan), Some(old)) = (&save.replan, &found) {
                    let replanned = replan::decide(tx, (&old.known().gate(), &schedule), replan).await?;
                    replan::write(tx, replanned, (&schedule, tenant), replan, &mut changes, now).await?;
                }
                self.write_schedule(tx, *schedule, &edit, changes, now).await
            }
        }
    }

    /// Creates a schedule without a preceding lookup, in two round trips.
    async fn create(&self, tx: &Tx, save: &SaveSchedule, now: Timestamp) -> Result<Schedule, Failure> {
        let tenant = self.tenants.number(tx, &save.key.tenant).await?;
        let SaveEffect::Create(mut schedule) = change::save(None, save, now)? else { return Err(Failure::Conflict) };
        let (added, held) = {
            let columns = columns(tenant, &schedule);
            tx.begin_with((ADD, &borrowed(&columns)), (audit::TIP, &[&tenant, &audit::START])).await?
        };
        self.check_schedule_limit(tx, save).await?;
        schedule.uid = added_uid(&added)?;
        let entry = record_later(tx, &schedule, &save.by, true)?;
        audit::append_held(tx, tenant, &schedule.key.tenant, &held, vec![entry], now)?;
        tx.wake();
        Ok(*schedule)
    }

    /// Refuses a schedule above the limit, after it was inserted and while the tip of its tenant's audit chain
    /// is locked. So no other transaction can add a schedule before this is decided.
    async fn check_schedule_limit(&self, tx: &Tx, save: &SaveSchedule) -> Result<(), Failure> {
        let Some(count_max) = save.schedules_max else { return Ok(()) };
        let counted = self.count_by_status(tx, &save.key.tenant, count_max).await?.of(&[]);
        Ok(change::check_schedule_limit(save, counted.saturating_sub(1))?)
    }

    pub(super) async fn change_schedule_status(
        &self,
        tx: &Tx,
        change: &ChangeStatus,
        now: Timestamp,
    ) -> Result<Schedule, Failure> {
        if change::withdrawal(change.to).is_some() {
            self.lock_rows(tx, &change.key).await?;
        }
        let (tenant, found) = self.locked(tx, &change.key).await?;
        let found = found.map(StoredSchedule::whole).transpose()?;
        let schedule = change::change_status(found.as_ref(), change, now)?;
        for gap in change.resume.iter().flat_map(|resume| &resume.gaps) {
            add_gap(tx, schedule.uid, gap, now);
        }
        let edit = Edit { by: &change.by, tenant, has_definition: false };
        self.write_schedule(tx, schedule, &edit, Changes::default(), now).await
    }

    pub(super) async fn delete_schedule(
        &self,
        tx: &Tx,
        (key, expect): (&ScheduleKey, ExpectedVersion),
        by: &By,
        now: Timestamp,
    ) -> Result<(), Failure> {
        self.lock_rows(tx, key).await?;
        let (tenant, found) = self.locked(tx, key).await?;
        let schedule = change::delete(key, expect, found.as_ref().map(StoredSchedule::known), by, now)?;
        let edit = Edit { by, tenant, has_definition: false };
        self.write_schedule(tx, schedule, &edit, Changes::default(), now).await.map(drop)
    }

    /// Returns the schedule with this key that is not deleted, locked until the end of the transaction, and its
    /// tenant's number.
    pub(super) async fn locked(&self, tx: &Tx, key: &ScheduleKey) -> Result<(i32, Option<StoredSchedule>), Failure> {
        let tenant = self.tenants.number(tx, &key.tenant).await?;
        let is_held = !tx.query(LOCK, &[&tenant, &key.id.as_str()]).await?.is_empty();
        let names = HashMap::from([(tenant, key.tenant.clone())]);
        let rows = tx.query(READ, &[&tenant, &key.id.as_str()]).await?;
        let found = rows.first().map(|row| row::stored(row, &names)).transpose()?;
        // A schedule that was created or deleted between the two statements is not locked.
        if is_held == found.is_some() { Ok((tenant, found)) } else { Err(Failure::Conflict) }
    }

    /// Locks the open rows of a schedule, which must come before the lock of the schedule itself.
    async fn lock_rows(&self, tx: &Tx, key: &ScheduleKey) -> Result<(), Failure> {
        if let Some(found) = self.read_stored(tx, key).await? {
            tx.query(LOCK_ROWS, &[&found.known().uid.0]).await?;
        }
        Ok(())
    }

    /// Writes a changed schedule with its revision, its audit entry and the effect of its status on its rows.
    async fn write_schedule(
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
    async fn record(&self, tx: &Tx, schedule: &Schedule, edit: &Edit<'_>, now: Timestamp) -> Result<(), Failure> {
        let entry = record_later(tx, schedule, edit.by, edit.has_definition)?;
        self.append_entry(tx, edit.tenant, &schedule.key.tenant, entry, now).await
    }
}

async fn add(tx: &Tx, tenant: i32, schedule: &Schedule) -> Result<ScheduleUid, Failure> {
    let columns = columns(tenant, schedule);
    added_uid(&tx.query(ADD, &borrowed(&columns)).await?)
}

/// Returns the parameters of [`ADD`].
fn columns(tenant: i32, schedule: &Schedule) -> Vec<Param> {
    let mut columns = params![tenant, schedule.key.id.as_str().to_owned(), schedule.revision.0];
    columns.extend(own_columns(schedule));
    columns.extend(params![schedule.created_at]);
    columns
}

/// Returns the parameters that [`ADD`] and [`CHANGE`] share, from the fourth on.
fn own_columns(schedule: &Schedule) -> Vec<Param> {
    let (gate, note) = (schedule.gate(), &schedule.status_note);
    params![
        schedule.status.code(),
        note.by.clone(),
        note.text.clone(),
        note.until,
        schedule.source.code(),
        schedule.next_due_at,
        schedule.watermark,
        schedule.plan_at(),
        overlap_code(gate.overlap),
        gate.max_concurrent.map(i64::from),
        delivery_code(gate.delivery),
        i64::from(gate.max_attempts),
    ]
}

fn added_uid(rows: &[Row]) -> Result<ScheduleUid, Failure> {
    rows.first().map(|row| ScheduleUid(row.get(0))).ok_or(Failure::Conflict)
}

/// Writes a changed schedule together with the commit.
pub(super) fn change_later(tx: &Tx, schedule: &Schedule, has_definition: bool) {
    let mut columns = params![schedule.uid.0, schedule.revision.0, has_definition];
    columns.extend(own_columns(schedule));
    columns.extend(params![schedule.updated_at, schedule.status == Status::Deleted]);
    tx.later(CHANGE, columns);
}

/// Writes the revision of a change together with the commit, and returns its audit entry.
pub(super) fn record_later(tx: &Tx, schedule: &Schedule, by: &By, has_definition: bool) -> Result<NewEntry, Failure> {
    let record = change::revision_record(schedule, by, has_definition);
    let definition = record.definition.as_ref();
    let text = definition.map(|definition| definition.to_stored()).transpose().map_err(StoreError::from)?;
    tx.later(
        ADD_REVISION,
        params![
            schedule.uid.0,
            record.revision.0,
            record.at,
            record.by.clone(),
            record.change.clone(),
            text,
            definition.map(|definition| json!(definition.labels)),
        ],
    );
    Ok(change::schedule_entry(schedule, &record, by))
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
    for line in tx.query(LOCK_ROWS, &[&uid.0]).await? {
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

pub(super) fn not_found(key: &ScheduleKey) -> StoreError {
    StoreError::NotFound(format!("schedule {key}"))
}
