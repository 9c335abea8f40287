//! Reads, inserts and updates single rows of the ledger.

use jiff::Timestamp;
use rusqlite::{CachedStatement, Connection, OptionalExtension, Row, params};

use super::error::{Failure, Result, damaged};
use super::row::{
    at, code, get, micros, optional_at, optional_micros, optional_text_as, priority_from_turn, text, turn,
};
use super::schedule::key_of;
use super::span::{sorted, spans};
use super::tenants::TenantNumber;
use refrain_ledger::ledger::transition::{Grant, Origin};
use refrain_ledger::model::{
    Attempt, AttemptOutcome, FailReason, Fence, NewOccurrence, NodeId, Occurrence, OccurrenceId, Reason, Revision,
    ScheduleKey, ScheduleUid, SkipReason, State, Target, Trigger,
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
        rows.next()?.map(|row| from_row(row, key)).transpose()
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

/// Result of inserting a row.
#[derive(Clone, Copy, Debug)]
pub(super) enum Inserted {
    /// The row is new.
    New,
    /// An edit had superseded this row. It is planned again.
    Again(OccurrenceId),
    /// This row exists, in this state.
    Existing(OccurrenceId, State),
}

impl Inserted {
    /// Returns whether the schedule has one more row.
    pub(super) fn is_new_row(self) -> bool {
        matches!(self, Self::New)
    }
}

/// Prepared statement that inserts rows.
pub(super) struct RowInserter<'conn> {
    conn: &'conn Connection,
    insert: CachedStatement<'conn>,
}

impl<'conn> RowInserter<'conn> {
    pub(super) fn new(conn: &'conn Connection) -> Result<Self> {
        Ok(Self { conn, insert: conn.prepare_cached(include_str!("sql/occurrence_insert.sql"))? })
    }

    /// Inserts a row unless its key exists, or plans a superseded row of this key again.
    pub(super) fn insert(&mut self, id: i64, of: &Owner<'_>, new: &NewOccurrence, now: Timestamp) -> Result<Inserted> {
        let inserted = self.insert.execute(params![
            id,
            of.uid.0,
            turn(new.priority, false),
            micros(new.due_at),
            micros(new.nominal_at),
            new.trigger.code(),
            of.revision.0,
            micros(now),
            new.period_key,
            new.discriminator,
            of.tzdb,
            new.period.map(|(start, _)| micros(start)),
            new.period.map(|(_, end)| micros(end)),
            new.correlation_id,
            new.note,
            new.concurrency,
        ])?;
        if inserted == 1 { Ok(Inserted::New) } else { self.plan_again(of, new, now) }
    }

    /// Plans the existing row of a key again, if an edit superseded it.
    fn plan_again(&self, of: &Owner<'_>, new: &NewOccurrence, now: Timestamp) -> Result<Inserted> {
        let mut find = self.conn.prepare_cached(include_str!("sql/occurrence_by_key.sql"))?;
        let mut rows = find.query(params![new.period_key, of.uid.0, new.discriminator])?;
        let found = rows.next()?.ok_or_else(|| damaged("a row that exists", "missing"))?;
        let (id, state) = (OccurrenceId(get(found, 0)?), code(found, 1, "an occurrence's state", State::from_code)?);
        // Only a skipped row needs to be read whole.
        if state != State::Skipped {
            return Ok(Inserted::Existing(id, state));
        }
        let row = match RowReader::new(self.conn)?.read(id, |uid| key_of(self.conn, uid)) {
            // A damaged row must not prevent the planning of others.
            Err(failure) if failure.is_corrupt() => None,
            row => row?,
        };
        let Some(mut row) = row.filter(Occurrence::is_superseded) else { return Ok(Inserted::Existing(id, state)) };
        let schedule = row.schedule.clone();
        let origin = Origin { schedule, uid: of.uid, revision: of.revision, tzdb: of.tzdb.to_owned() };
        row.plan_again(&origin, new.clone(), now);
        RowWriter::new(self.conn)?.write(&row)?;
        let planned = &row.planned;
        let mut write = self.conn.prepare_cached(include_str!("sql/occurrence_again.sql"))?;
        write.execute(params![
            micros(row.created_at),
            row.tzdb,
            planned.period.map(|(start, _)| micros(start)),
            planned.period.map(|(_, end)| micros(end)),
            planned.correlation_id,
            planned.note,
            id.0,
        ])?;
        Ok(Inserted::Again(id))
    }
}

/// The schedule that new rows belong to.
pub(super) struct Owner<'a> {
    pub(super) uid: ScheduleUid,
    pub(super) revision: Revision,
    pub(super) tzdb: &'a str,
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
    let mut insert = conn.prepare_cached(include_str!("sql/attempt_insert.sql"))?;
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
    let mut start = conn.prepare_cached(include_str!("sql/occurrences_start.sql"))?;
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
    let mut read = conn.prepare_cached(include_str!("sql/attempts.sql"))?;
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

/// Number of columns of a row.
pub(super) const COLUMNS: usize = 29;

/// Reads a row from the first columns of a statement. The caller resolves the key of its schedule.
pub(super) fn from_row(row: &Row<'_>, key: impl FnOnce(ScheduleUid) -> Result<ScheduleKey>) -> Result<Occurrence> {
    let schedule_uid = ScheduleUid(get(row, 1)?);
    let state = code(row, 2, "an occurrence's state", State::from_code)?;
    let moves_at = at(row, 4)?;
    let fence = Fence(get(row, 5)?);
    let nominal_at = at(row, 13)?;
    let period_start = optional_at(row, 19)?;
    let fresh = Occurrence {
        id: OccurrenceId(get(row, 0)?),
        schedule: key(schedule_uid)?,
        schedule_uid,
        planned: NewOccurrence {
            period_key: get(row, 16)?,
            discriminator: get(row, 17)?,
            nominal_at,
            due_at: optional_at(row, 14)?.unwrap_or(nominal_at),
            period: period_start.map(|start| Ok::<_, Failure>((start, at(row, 20)?))).transpose()?,
            priority: code(row, 3, "a turn", priority_from_turn)?,
            trigger: code(row, 11, "a trigger", Trigger::from_code)?,
            correlation_id: get(row, 26)?,
            note: get(row, 27)?,
            concurrency: get(row, 28)?,
        },
        revision: Revision(get(row, 12)?),
        tzdb: get(row, 18)?,
        created_at: at(row, 15)?,
        state,
        ready_at: moves_at,
        waits: get(row, 7)?,
        attempt: get(row, 6)?,
        fence,
        lease_owner: None,
        lease_until: None,
        cancel_requested: get(row, 8)?,
        started_at: None,
        ended_at: None,
        reason: None,
        message: None,
        blocker: get::<Option<i64>>(row, 23)?.map(OccurrenceId),
        target: None,
    };
    // A row that was never leased and has not completed has no further values. Most rows in a claim are of this kind.
    if fence == Fence(0) && !state.is_terminal() {
        return Ok(fresh);
    }
    let target = match (get(row, 24)?, get(row, 25)?) {
        (Some(kind), Some(id)) => Some(Target { kind, id }),
        (_, _) => None,
    };
    Ok(Occurrence {
        lease_owner: optional_text_as(row, 9, |owner| Ok(NodeId::new(owner)?))?,
        lease_until: (state == State::Running).then_some(moves_at),
        started_at: optional_at(row, 10)?,
        ended_at: state.is_terminal().then_some(moves_at),
        reason: optional_text_as(row, 21, |text| reason(state, text))?,
        message: get(row, 22)?,
        target,
        ..fresh
    })
}

/// Converts a stored reason. Skip reasons and fail reasons share some texts; the state tells them apart.
fn reason(state: State, text: &str) -> Result<Reason> {
    let found = match state {
        State::Skipped => SkipReason::from_text(text).map(Reason::Skipped),
        State::Failed => FailReason::from_text(text).map(Reason::Failed),
        State::Planned | State::Running | State::Succeeded => None,
    };
    found.ok_or_else(|| damaged("the reason of an occurrence", text))
}
