//! Reads, inserts and updates single schedules. The definition is stored separately, with the revision that set it.

use rusqlite::{CachedStatement, Connection, OptionalExtension, Row, params};

use super::error::{Result, damaged};
use super::row::{
    at, code, count_at, delivery_code, delivery_from_code, get, micros, optional_at, optional_micros, overlap_code,
    overlap_from_code, text,
};
use super::tenants::{self, TenantNumber};
use refrain_ledger::ledger::stored::StoredSchedule;
use refrain_ledger::model::{
    Counters, Gate, Revision, RevisionRecord, Schedule, ScheduleId, ScheduleKey, ScheduleUid, Source, Status,
    StatusNote, Tenant,
};
use refrain_ledger::store::{ListedSchedule, NoDefinition, StoreError};

/// Returns the schedule with this key that is not deleted.
pub(super) fn live(conn: &Connection, key: &ScheduleKey) -> Result<Option<Schedule>> {
    Ok(live_stored(conn, key)?.map(StoredSchedule::whole).transpose()?)
}

/// Returns the schedule with this key that is not deleted, even if its definition cannot be read.
pub(super) fn live_stored(conn: &Connection, key: &ScheduleKey) -> Result<Option<StoredSchedule>> {
    let Some(tenant) = tenants::find(conn, &key.tenant)? else { return Ok(None) };
    let mut find = conn.prepare_cached(include_str!("sql/schedule_live.sql"))?;
    let uid: Option<i64> = find.query_row(params![tenant, key.id.as_str()], |row| row.get(0)).optional()?;
    uid.map_or(Ok(None), |uid| stored(conn, ScheduleUid(uid)))
}

/// Returns the schedule with this key, or an error if there is none.
pub(super) fn live_or_error(conn: &Connection, key: &ScheduleKey) -> Result<Schedule> {
    live(conn, key)?.ok_or_else(|| StoreError::NotFound(format!("schedule {key}")).into())
}

/// Returns the schedule with this uid, deleted or not.
pub(super) fn read(conn: &Connection, uid: ScheduleUid) -> Result<Option<Schedule>> {
    Ok(stored(conn, uid)?.map(StoredSchedule::whole).transpose()?)
}

/// Returns the schedule with this uid, deleted or not, even if its definition cannot be read.
pub(super) fn stored(conn: &Connection, uid: ScheduleUid) -> Result<Option<StoredSchedule>> {
    let mut read = conn.prepare_cached(include_str!("sql/schedule.sql"))?;
    let mut rows = read.query([uid.0])?;
    rows.next()?.map(|row| from_row(conn, row)).transpose()
}

/// Returns the key of the schedule with this uid.
pub(super) fn key_of(conn: &Connection, uid: ScheduleUid) -> Result<ScheduleKey> {
    let (tenant, id) = name_of(conn, uid, "the schedule of an occurrence")?;
    Ok(ScheduleKey { tenant: tenants::name(conn, tenant)?, id })
}

/// Returns the tenant and the ID of the schedule with this uid. `what` describes the schedule if it is missing.
pub(super) fn name_of(conn: &Connection, uid: ScheduleUid, what: &str) -> Result<(TenantNumber, ScheduleId)> {
    let mut read = conn.prepare_cached(include_str!("sql/schedule_key.sql"))?;
    let mut rows = read.query([uid.0])?;
    let row = rows.next()?.ok_or_else(|| damaged(what, "missing"))?;
    Ok((get(row, 0)?, ScheduleId::new(text(row, 1)?)?))
}

/// Inserts a new schedule.
pub(super) fn insert(conn: &Connection, tenant: TenantNumber, schedule: &Schedule) -> Result<()> {
    let mut insert = conn.prepare_cached(include_str!("sql/schedule_add.sql"))?;
    insert.execute(params![schedule.uid.0, tenant, schedule.key.id.as_str(), micros(schedule.created_at)])?;
    conn.prepare_cached(include_str!("sql/schedule_add_progress.sql"))?.execute([schedule.uid.0])?;
    write(conn, schedule, true)
}

/// Writes everything that a change requested by a person or a plan may alter, except the counters.
pub(super) fn write(conn: &Connection, schedule: &Schedule, has_definition: bool) -> Result<()> {
    let gate = schedule.gate();
    let mut write = conn.prepare_cached(include_str!("sql/schedule_write.sql"))?;
    write.execute(params![
        schedule.revision.0,
        gate.status.code(),
        overlap_code(gate.overlap),
        gate.max_concurrent,
        delivery_code(gate.delivery),
        gate.max_attempts,
        optional_micros(schedule.next_due_at),
        has_definition,
        schedule.source.code(),
        schedule.status_note.by,
        schedule.status_note.text,
        optional_micros(schedule.status_note.until),
        micros(schedule.updated_at),
        schedule.uid.0,
    ])?;
    let active_revision = (gate.status == Status::Active).then_some(gate.revision.0);
    let mut write = conn.prepare_cached(include_str!("sql/schedule_write_progress.sql"))?;
    write.execute(params![
        active_revision,
        optional_micros(schedule.plan_at()),
        micros(schedule.watermark),
        schedule.uid.0,
    ])?;
    Ok(())
}

/// Returns schedules in the form of lists. Schedules that no longer exist are left out.
pub(super) fn listed(conn: &Connection, uids: &[i64]) -> Result<Vec<ListedSchedule>> {
    let found = uids.iter().filter_map(|uid| stored(conn, ScheduleUid(*uid)).transpose());
    found.map(|stored| Ok(stored?.listed())).collect()
}

/// Adds a difference to the number of rows of a schedule.
pub(super) fn count_rows(conn: &Connection, uid: ScheduleUid, difference: i64) -> Result<()> {
    conn.prepare_cached(include_str!("sql/schedule_count_rows.sql"))?.execute(params![difference, uid.0])?;
    Ok(())
}

/// The part of a schedule that a claim needs, without its definition.
pub(super) struct Brief {
    pub(super) gate: Gate,
    pub(super) tenant: TenantNumber,
    pub(super) id: ScheduleId,
}

impl Brief {
    /// Number of columns of a brief.
    pub(super) const COLUMNS: usize = 8;

    /// Reads a brief from the columns that start at `first`.
    pub(super) fn from_row(row: &Row<'_>, first: usize) -> Result<Self> {
        let gate = Gate {
            status: code(row, first, "a schedule's status", Status::from_code)?,
            revision: Revision(get(row, first + 1)?),
            overlap: code(row, first + 2, "an overlap policy", overlap_from_code)?,
            max_concurrent: get(row, first + 3)?,
            delivery: code(row, first + 4, "a delivery guarantee", delivery_from_code)?,
            max_attempts: get(row, first + 5)?,
        };
        Ok(Self { gate, tenant: get(row, first + 6)?, id: ScheduleId::new(text(row, first + 7)?)? })
    }
}

/// Prepared statement that reads briefs, one schedule at a time.
pub(super) struct BriefReader<'conn>(CachedStatement<'conn>);

impl<'conn> BriefReader<'conn> {
    pub(super) fn new(conn: &'conn Connection) -> Result<Self> {
        Ok(Self(conn.prepare_cached(include_str!("sql/schedule_gate.sql"))?))
    }

    /// Returns the brief of a row's schedule, which exists as long as its rows do.
    pub(super) fn read(&mut self, uid: ScheduleUid) -> Result<Brief> {
        let mut rows = self.0.query([uid.0])?;
        let row = rows.next()?.ok_or_else(|| damaged("the schedule of an occurrence", "missing"))?;
        Brief::from_row(row, 0)
    }
}

/// Records a change as a revision.
pub(super) fn add_revision(conn: &Connection, uid: ScheduleUid, record: &RevisionRecord) -> Result<()> {
    let definition = record.definition.as_ref().map(|definition| definition.to_stored()).transpose()?;
    let mut insert = conn.prepare_cached(include_str!("sql/schedule_add_revision.sql"))?;
    insert.execute(params![uid.0, record.revision.0, micros(record.at), record.by, record.change, definition])?;
    Ok(())
}

/// Returns a tenant, cached for the batch so that its names are read once.
pub(super) fn tenant_of<'a>(
    conn: &Connection,
    known: &'a mut Vec<(TenantNumber, Tenant)>,
    number: TenantNumber,
) -> Result<&'a Tenant> {
    let place = match known.iter().position(|(known, _)| *known == number) {
        Some(place) => place,
        None => {
            known.push((number, tenants::name(conn, number)?));
            known.len() - 1
        }
    };
    Ok(&known[place].1)
}

fn counters(row: &Row<'_>, first: usize) -> Result<Counters> {
    Ok(Counters {
        runs: count_at(row, first)?,
        succeeded: count_at(row, first + 1)?,
        skipped: count_at(row, first + 2)?,
        failed: count_at(row, first + 3)?,
        consecutive_failures: count_at(row, first + 4)?,
        last_ended_at: optional_at(row, first + 5)?,
        last_success_at: optional_at(row, first + 6)?,
        last_error: get(row, first + 7)?,
    })
}

fn from_row(conn: &Connection, row: &Row<'_>) -> Result<StoredSchedule> {
    let tenant = tenants::name(conn, get(row, 1)?)?;
    let key = ScheduleKey { tenant, id: ScheduleId::new(text(row, 2)?)? };
    // A damaged file may contain anything where a text is expected.
    let defined = match row.get_ref(9)?.as_str_or_null() {
        Ok(text) => NoDefinition::read(text),
        Err(error) => Err(NoDefinition::Damaged(error.to_string())),
    };
    let (revision, status) = (Revision(get(row, 3)?), code(row, 4, "a schedule's status", Status::from_code)?);
    let gate = Gate {
        status,
        revision,
        overlap: code(row, 22, "an overlap policy", overlap_from_code)?,
        max_concurrent: get(row, 23)?,
        delivery: code(row, 24, "a delivery guarantee", delivery_from_code)?,
        max_attempts: get(row, 25)?,
    };
    let (uid, source) = (ScheduleUid(get(row, 0)?), code(row, 8, "a schedule's source", Source::from_code)?);
    let status_note = StatusNote { by: get(row, 5)?, text: get(row, 6)?, until: optional_at(row, 7)? };
    let (next_due_at, watermark, counters) = (optional_at(row, 10)?, at(row, 11)?, counters(row, 12)?);
    let (created_at, updated_at) = (at(row, 20)?, at(row, 21)?);
    Ok(StoredSchedule::new(defined, &gate, |definition| Schedule {
        uid,
        key,
        revision,
        status,
        status_note,
        source,
        definition,
        next_due_at,
        watermark,
        counters,
        created_at,
        updated_at,
    }))
}
