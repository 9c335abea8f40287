//! Reads, locks and writes single schedules.

use std::collections::HashMap;

use serde_json::json;
use tokio_postgres::Row;

use super::Postgres;
use super::error::Failure;
use super::occurrence::LOCK_OF_SCHEDULE;
use super::row::{self, delivery_code, overlap_code};
use super::transaction::{Param, Tx, borrowed, params};
use refrain_ledger::ledger::change;
use refrain_ledger::ledger::stored::StoredSchedule;
use refrain_ledger::model::{By, NewEntry, Schedule, ScheduleKey, ScheduleUid, Status, Tenant};
use refrain_ledger::store::StoreError;

/// Inserts a schedule. The parameters are those of [`columns`].
pub(super) const ADD: &str = include_str!("sql/schedule_add.sql");
const READ: &str = include_str!("sql/schedule.sql");
const READ_BY_UID: &str = include_str!("sql/schedule_by_uid.sql");
const LOCK: &str = include_str!("sql/schedule_lock.sql");
const LOCK_BY_UID: &str = include_str!("sql/schedule_lock_by_uid.sql");
const CHANGE: &str = include_str!("sql/schedule_write.sql");
const ADD_REVISION: &str = include_str!("sql/schedule_add_revision.sql");

impl Postgres {
    pub(super) async fn read_schedule(&self, tx: &Tx, key: &ScheduleKey) -> Result<Option<Schedule>, Failure> {
        Ok(self.read_stored(tx, key).await?.map(StoredSchedule::whole).transpose()?)
    }

    /// Reads a schedule even if its definition cannot be read.
    pub(super) async fn read_stored(&self, tx: &Tx, key: &ScheduleKey) -> Result<Option<StoredSchedule>, Failure> {
        let Some(tenant) = self.tenants.known(tx, &key.tenant).await? else { return Ok(None) };
        let names = HashMap::from([(tenant, key.tenant.clone())]);
        let rows = tx.read(READ, &[&tenant, &key.id.as_str()]).await?;
        Ok(rows.first().map(|row| row::stored(row, &names)).transpose()?)
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
    pub(super) async fn lock_rows(&self, tx: &Tx, key: &ScheduleKey) -> Result<(), Failure> {
        if let Some(found) = self.read_stored(tx, key).await? {
            tx.query(LOCK_OF_SCHEDULE, &[&found.known().uid.0]).await?;
        }
        Ok(())
    }
}

/// Returns the schedule with this uid, deleted or not, locked until the end of the transaction.
pub(super) async fn locked_by_uid(
    tx: &Tx,
    uid: i64,
    names: &HashMap<i32, Tenant>,
) -> Result<Option<StoredSchedule>, Failure> {
    tx.query(LOCK_BY_UID, &[&uid]).await?;
    let rows = tx.query(READ_BY_UID, &[&uid]).await?;
    Ok(rows.first().map(|row| row::stored(row, names)).transpose()?)
}

/// Inserts a schedule and returns its uid.
pub(super) async fn add(tx: &Tx, tenant: i32, schedule: &Schedule) -> Result<ScheduleUid, Failure> {
    let columns = columns(tenant, schedule);
    added_uid(&tx.query(ADD, &borrowed(&columns)).await?)
}

/// Returns the parameters of [`ADD`].
pub(super) fn columns(tenant: i32, schedule: &Schedule) -> Vec<Param> {
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

/// Returns the uid of an inserted schedule. There is none if its key exists.
pub(super) fn added_uid(rows: &[Row]) -> Result<ScheduleUid, Failure> {
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

/// Returns the error for a schedule that does not exist.
pub(super) fn not_found(key: &ScheduleKey) -> StoreError {
    StoreError::NotFound(format!("schedule {key}"))
}
