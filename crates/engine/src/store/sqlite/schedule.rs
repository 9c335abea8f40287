//! One schedule: read, inserted, written back. Its definition stands apart, with the revision that brought it.

use std::sync::Arc;

use rusqlite::{CachedStatement, Connection, OptionalExtension, Row, params};

use super::error::{Result, damaged};
use super::row::{
    at, at_if_any, code, count_at, delivery_code, delivery_of, get, micros, micros_of, overlap_code, overlap_of, text,
};
use super::tenants::{self, TenantNumber};
use crate::definition::Definition;
use crate::id::{Revision, ScheduleId, ScheduleKey, ScheduleUid, Tenant};
use crate::schedule::{Counters, Gate, RevisionRecord, Schedule, Source, Status, StatusNote};
use crate::store::StoreError;

/// The schedule of that name that is not deleted.
pub(super) fn live(conn: &Connection, key: &ScheduleKey) -> Result<Option<Schedule>> {
    let Some(tenant) = tenants::find(conn, &key.tenant)? else { return Ok(None) };
    let mut find = conn.prepare_cached(include_str!("sql/schedule_live.sql"))?;
    let uid: Option<i64> = find.query_row(params![tenant, key.id.as_str()], |row| row.get(0)).optional()?;
    uid.map_or(Ok(None), |uid| read(conn, ScheduleUid(uid)))
}

/// The same, where there must be one.
pub(super) fn live_or_error(conn: &Connection, key: &ScheduleKey) -> Result<Schedule> {
    live(conn, key)?.ok_or_else(|| StoreError::NotFound(format!("schedule {key}")))
}

/// The schedule with this identity, deleted or not.
pub(super) fn read(conn: &Connection, uid: ScheduleUid) -> Result<Option<Schedule>> {
    let mut read = conn.prepare_cached(include_str!("sql/schedule.sql"))?;
    let mut rows = read.query([uid.0])?;
    rows.next()?.map(|row| from_row(conn, row)).transpose()
}

/// The name of the schedule with this identity.
pub(super) fn key_of(conn: &Connection, uid: ScheduleUid) -> Result<ScheduleKey> {
    let mut read = conn.prepare_cached(include_str!("sql/schedule_key.sql"))?;
    let mut rows = read.query([uid.0])?;
    let row = rows.next()?.ok_or_else(|| damaged("the schedule of an occurrence", "missing"))?;
    Ok(ScheduleKey { tenant: tenants::name(conn, get(row, 0)?)?, id: ScheduleId::new(text(row, 1)?)? })
}

/// Writes a schedule that is new.
pub(super) fn insert(conn: &Connection, tenant: TenantNumber, schedule: &Schedule) -> Result<()> {
    let mut insert = conn.prepare_cached(include_str!("sql/schedule_insert.sql"))?;
    insert.execute(params![schedule.uid.0, tenant, schedule.key.id.as_str(), micros(schedule.created_at)])?;
    conn.prepare_cached(include_str!("sql/progress_insert.sql"))?.execute([schedule.uid.0])?;
    write(conn, schedule, true)
}

/// Writes everything that a person's change or a plan may alter, but not the counters.
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
        micros_of(schedule.next_due_at),
        has_definition,
        schedule.source.code(),
        schedule.status_note.by,
        schedule.status_note.text,
        micros_of(schedule.status_note.until),
        micros(schedule.updated_at),
        schedule.uid.0,
    ])?;
    let active_revision = (gate.status == Status::Active).then_some(gate.revision.0);
    let mut write = conn.prepare_cached(include_str!("sql/progress_write.sql"))?;
    write.execute(params![
        active_revision,
        micros_of(schedule.plan_at()),
        micros(schedule.watermark),
        schedule.uid.0,
    ])?;
    Ok(())
}

/// What a claim must know of a schedule, without its definition.
pub(super) struct Brief {
    pub(super) gate: Gate,
    pub(super) tenant: TenantNumber,
    pub(super) id: ScheduleId,
}

impl Brief {
    /// So many columns of a statement are what a claim must know.
    pub(super) const COLUMNS: usize = 8;

    /// Reads it from the columns that begin there.
    pub(super) fn from_row(row: &Row<'_>, first: usize) -> Result<Self> {
        let gate = Gate {
            status: code(row, first, "a schedule's status", Status::from_code)?,
            revision: Revision(get(row, first + 1)?),
            overlap: code(row, first + 2, "an overlap policy", overlap_of)?,
            max_concurrent: get(row, first + 3)?,
            delivery: code(row, first + 4, "a delivery promise", delivery_of)?,
            max_attempts: get(row, first + 5)?,
        };
        Ok(Self { gate, tenant: get(row, first + 6)?, id: ScheduleId::new(text(row, first + 7)?)? })
    }
}

/// Reads what leases must know, one schedule after the other.
pub(super) struct ReadBrief<'conn>(CachedStatement<'conn>);

impl<'conn> ReadBrief<'conn> {
    pub(super) fn new(conn: &'conn Connection) -> Result<Self> {
        Ok(Self(conn.prepare_cached(include_str!("sql/schedule_gate.sql"))?))
    }

    /// The schedule of a row, which is there as long as its rows are.
    pub(super) fn read(&mut self, uid: ScheduleUid) -> Result<Brief> {
        let mut rows = self.0.query([uid.0])?;
        let row = rows.next()?.ok_or_else(|| damaged("the schedule of an occurrence", "missing"))?;
        Brief::from_row(row, 0)
    }
}

/// Writes down a change.
pub(super) fn add_revision(conn: &Connection, uid: ScheduleUid, record: &RevisionRecord) -> Result<()> {
    let definition = record.definition.as_ref().map(|definition| definition.to_stored()).transpose()?;
    let mut insert = conn.prepare_cached(include_str!("sql/revision_insert.sql"))?;
    insert.execute(params![uid.0, record.revision.0, micros(record.at), record.by, record.change, definition])?;
    Ok(())
}

/// A tenant that a batch has met, so that its names are read once.
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
        generated: count_at(row, first + 1)?,
        skipped: count_at(row, first + 2)?,
        failed: count_at(row, first + 3)?,
        failures_in_a_row: count_at(row, first + 4)?,
        last_ended_at: at_if_any(row, first + 5)?,
        last_success_at: at_if_any(row, first + 6)?,
        last_error: get(row, first + 7)?,
    })
}

fn from_row(conn: &Connection, row: &Row<'_>) -> Result<Schedule> {
    let tenant = tenants::name(conn, get(row, 1)?)?;
    Ok(Schedule {
        uid: ScheduleUid(get(row, 0)?),
        key: ScheduleKey { tenant, id: ScheduleId::new(text(row, 2)?)? },
        revision: Revision(get(row, 3)?),
        status: code(row, 4, "a schedule's status", Status::from_code)?,
        status_note: StatusNote { by: get(row, 5)?, text: get(row, 6)?, until: at_if_any(row, 7)? },
        source: code(row, 8, "a schedule's source", Source::from_code)?,
        definition: Arc::new(Definition::from_stored(text(row, 9)?)?),
        next_due_at: at_if_any(row, 10)?,
        watermark: at(row, 11)?,
        counters: counters(row, 12)?,
        created_at: at(row, 20)?,
        updated_at: at(row, 21)?,
    })
}
