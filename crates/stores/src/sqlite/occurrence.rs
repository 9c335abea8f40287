//! Reads, inserts and updates single rows of the ledger.

use jiff::Timestamp;
use rusqlite::{CachedStatement, Connection, OptionalExtension, params};

use super::error::{Result, damaged};
use super::row::{self, code, get, micros, optional_at, optional_micros, text, turn};
use super::schedule::key_of;
use super::span::{sorted, spans};
use super::tenants::TenantNumber;
use refrain_ledger::ledger::transition::Grant;
use refrain_ledger::model::{
    Attempt, AttemptOutcome, Fence, NodeId, Occurrence, OccurrenceId, Reason, ScheduleKey, ScheduleUid, State,
};

/// Prepared statement that reads rows one at a time.
pub(super) struct RowReader<'conn>(CachedStatement<'conn>);

impl<'conn> RowReader<'conn> {
    pub(super) fn new(conn: &'conn Connection) -> Result<Self> {
        Ok(Self(conn.prepare_cached(include_str!("sql/occurrence.sql"))?))
    }

    /// Returns the row with this ID. The caller resolves the key of its schedule.
    pub(super) fn read(
        &mut self,
        id: OccurrenceId,
        key: impl FnOnce(ScheduleUid) -> Result<ScheduleKey>,
    ) -> Result<Option<Occurrence>> {
        let mut rows = self.0.query([id.0])?;
        rows.next()?.map(|row| row::occurrence(row, key)).transpose()
    }
}

/// Returns the row with this ID if it belongs to the tenant.
pub(super) fn find(conn: &Connection, tenant: TenantNumber, id: OccurrenceId) -> Result<Option<Occurrence>> {
    let mut owner = conn.prepare_cached(include_str!("sql/occurrence_tenant.sql"))?;
    let owner: Option<TenantNumber> = owner.query_row([id.0], |row| row.get(0)).optional()?;
    if owner != Some(tenant) {
        return Ok(None);
    }
    RowReader::new(conn)?.read(id, |uid| key_of(conn, uid))
}

/// Returns the rows with these IDs, in this order. Rows that no longer exist are left out.
pub(super) fn read_all(conn: &Connection, ids: &[OccurrenceId]) -> Result<Vec<Occurrence>> {
    let mut read = RowReader::new(conn)?;
    let rows = ids.iter().map(|id| read.read(*id, |uid| key_of(conn, uid)).transpose());
    rows.flatten().collect()
}

/// Prepared statement that updates rows.
pub(super) struct RowWriter<'conn>(CachedStatement<'conn>);

impl<'conn> RowWriter<'conn> {
    pub(super) fn new(conn: &'conn Connection) -> Result<Self> {
        Ok(Self(conn.prepare_cached(include_str!("sql/occurrence_write.sql"))?))
    }

    /// Writes every column that a state transition may change.
    pub(super) fn write(&mut self, row: &Occurrence) -> Result<()> {
        let written = self.0.execute(params![
            row.state.code(),
            turn(row.planned.priority, row.attempt > 0 || row.waits),
            micros(row.ready_at),
            row.attempt,
            row.waits,
            row.fence.0,
            row.cancel_requested,
            row.lease_owner.as_ref().map(NodeId::as_str),
            optional_micros(row.started_at),
            row.planned.trigger.code(),
            row.revision.0,
            micros(row.planned.nominal_at),
            micros(row.planned.due_at),
            row.reason.map(Reason::as_str),
            row.message,
            row.blocker.map(|id| id.0),
            row.target.as_ref().map(|target| &target.kind),
            row.target.as_ref().map(|target| &target.id),
            row.planned.concurrency,
            row.id.0,
        ])?;
        check_row_count(written, 1)
    }
}

/// Records an attempt that the row itself no longer records.
pub(super) fn add_attempt(conn: &Connection, id: OccurrenceId, attempt: &Attempt) -> Result<()> {
    let mut insert = conn.prepare_cached(include_str!("sql/occurrence_add_attempt.sql"))?;
    insert.execute(params![
        id.0,
        attempt.number,
        attempt.fence.0,
        attempt.owner.as_str(),
        optional_micros(attempt.started_at),
        optional_micros(attempt.ended_at),
        attempt.outcome.code(),
        attempt.message,
    ])?;
    Ok(())
}

/// Applies [`Occurrence::start`] to rows. This happens for every run, so nothing else is written.
pub(super) fn start_all(conn: &Connection, ids: &[OccurrenceId], grant: &Grant, now: Timestamp) -> Result<()> {
    let mut start = conn.prepare_cached(include_str!("sql/occurrence_start.sql"))?;
    let mut started = 0;
    for (first, last) in spans(&sorted(ids.iter().map(|id| id.0))) {
        started += start.execute(params![
            State::Running.code(),
            micros(grant.until),
            grant.fence_floor.0,
            grant.owner.as_str(),
            micros(now),
            first,
            last,
        ])?;
    }
    check_row_count(started, ids.len())
}

/// Checks the number of rows written: rows that were read in this transaction must still exist.
pub(super) fn check_row_count(written: usize, read: usize) -> Result<()> {
    if written == read { Ok(()) } else { Err(damaged("the number of rows written", written)) }
}

/// Returns the attempts that are recorded separately, oldest first.
pub(super) fn attempts(conn: &Connection, id: OccurrenceId) -> Result<Vec<Attempt>> {
    let mut read = conn.prepare_cached(include_str!("sql/occurrence_attempts.sql"))?;
    read.query_and_then([id.0], |row| {
        Ok(Attempt {
            number: get(row, 0)?,
            fence: Fence(get(row, 1)?),
            owner: NodeId::new(text(row, 2)?)?,
            started_at: optional_at(row, 3)?,
            ended_at: optional_at(row, 4)?,
            outcome: code(row, 5, "an attempt's outcome", AttemptOutcome::from_code)?,
            message: get(row, 6)?,
        })
    })?
    .collect()
}

/// Returns the IDs of a schedule's open rows, in order.
pub(super) fn open_rows(conn: &Connection, uid: ScheduleUid) -> Result<Vec<OccurrenceId>> {
    let mut read = conn.prepare_cached(include_str!("sql/occurrence_open.sql"))?;
    read.query_and_then([uid.0], |row| Ok(OccurrenceId(get(row, 0)?)))?.collect()
}

/// Prepares the statement that reads the started rows of a schedule.
pub(super) fn busy(conn: &Connection) -> Result<CachedStatement<'_>> {
    Ok(conn.prepare_cached(include_str!("sql/occurrence_busy.sql"))?)
}

/// Prepares the statement that reads the rows of a schedule that wait for another run.
pub(super) fn waiting(conn: &Connection) -> Result<CachedStatement<'_>> {
    Ok(conn.prepare_cached(include_str!("sql/occurrence_waiting.sql"))?)
}
