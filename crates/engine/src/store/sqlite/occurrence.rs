//! One row of the ledger: read, inserted, written back.

use std::collections::BTreeSet;

use jiff::Timestamp;
use rusqlite::{CachedStatement, Connection, OptionalExtension, Row, params};

use super::error::{Result, damaged};
use super::row::{at, at_if_any, code, get, list, micros, micros_of, priority_of, text, text_as};
use super::schedule::key_of;
use super::tenants::TenantNumber;
use crate::attempt::{Attempt, AttemptOutcome};
use crate::id::{Fence, NodeId, OccurrenceId, Revision, ScheduleId, ScheduleKey, ScheduleUid, Tenant};
use crate::ledger::transition::{Grant, Origin};
use crate::moves::State;
use crate::occurrence::{NewOccurrence, Occurrence, Reason, Target, Trigger};
use crate::policy::Priority;
use crate::reason::{FailReason, SkipReason};

/// Reads rows, one after the other.
pub(super) struct ReadRow<'conn>(CachedStatement<'conn>);

impl<'conn> ReadRow<'conn> {
    pub(super) fn new(conn: &'conn Connection) -> Result<Self> {
        Ok(Self(conn.prepare_cached(include_str!("sql/occurrence.sql"))?))
    }

    /// The row with this number. Its schedule's name is the caller's to find.
    pub(super) fn read(
        &mut self,
        id: OccurrenceId,
        key: impl FnOnce(ScheduleUid) -> Result<ScheduleKey>,
    ) -> Result<Option<Occurrence>> {
        let mut rows = self.0.query([id.0])?;
        rows.next()?.map(|row| from_row(row, key)).transpose()
    }
}

/// The row with this number, if it is the tenant's.
pub(super) fn find(conn: &Connection, tenant: TenantNumber, id: OccurrenceId) -> Result<Option<Occurrence>> {
    let mut owner = conn.prepare_cached(include_str!("sql/occurrence_tenant.sql"))?;
    let owner: Option<TenantNumber> = owner.query_row([id.0], |row| row.get(0)).optional()?;
    if owner != Some(tenant) {
        return Ok(None);
    }
    ReadRow::new(conn)?.read(id, |uid| key_of(conn, uid))
}

/// The rows with these numbers, in their order; those that are gone are left out.
pub(super) fn read_all(conn: &Connection, ids: &[OccurrenceId]) -> Result<Vec<Occurrence>> {
    let mut read = ReadRow::new(conn)?;
    let rows = ids.iter().map(|id| read.read(*id, |uid| key_of(conn, uid)).transpose());
    rows.flatten().collect()
}

/// Inserts rows.
pub(super) struct InsertRow<'conn>(CachedStatement<'conn>);

impl<'conn> InsertRow<'conn> {
    pub(super) fn new(conn: &'conn Connection) -> Result<Self> {
        Ok(Self(conn.prepare_cached(include_str!("sql/occurrence_insert.sql"))?))
    }

    /// Inserts a row unless its key is taken. Answers whether it is new.
    pub(super) fn insert(&mut self, id: i64, of: &Owner<'_>, new: &NewOccurrence, now: Timestamp) -> Result<bool> {
        let inserted = self.0.execute(params![
            id,
            of.uid.0,
            new.priority.rank(),
            micros(new.due_at),
            new.trigger.code(),
            of.revision.0,
            micros(new.nominal_at),
            micros(now),
            new.period_key,
            new.discriminator,
            of.tzdb,
            new.period.map(|(start, _)| micros(start)),
            new.period.map(|(_, end)| micros(end)),
            new.correlation_id,
            new.note,
        ])?;
        Ok(inserted == 1)
    }
}

/// What new rows belong to.
pub(super) struct Owner<'a> {
    pub(super) uid: ScheduleUid,
    pub(super) revision: Revision,
    pub(super) tzdb: &'a str,
}

/// Writes rows back.
pub(super) struct WriteRow<'conn>(CachedStatement<'conn>);

impl<'conn> WriteRow<'conn> {
    pub(super) fn new(conn: &'conn Connection) -> Result<Self> {
        Ok(Self(conn.prepare_cached(include_str!("sql/occurrence_write.sql"))?))
    }

    /// Writes everything that a move may change.
    pub(super) fn write(&mut self, row: &Occurrence) -> Result<()> {
        let written = self.0.execute(params![
            row.state.code(),
            micros(row.ready_at),
            row.attempt,
            row.waits,
            row.fence.0,
            row.cancel_requested,
            row.lease_owner.as_ref().map(NodeId::as_str),
            micros_of(row.lease_until),
            micros_of(row.started_at),
            micros_of(row.ended_at),
            row.planned.trigger.code(),
            row.revision.0,
            micros(row.planned.due_at),
            micros(row.planned.nominal_at),
            row.reason.map(Reason::as_str),
            row.message,
            row.blocker.map(|id| id.0),
            row.target.as_ref().map(|target| &target.kind),
            row.target.as_ref().map(|target| &target.id),
            row.id.0,
        ])?;
        expect(written, 1)
    }
}

/// Writes down an attempt that the row itself no longer tells of.
pub(super) fn add_attempt(conn: &Connection, id: OccurrenceId, attempt: &Attempt) -> Result<()> {
    let mut insert = conn.prepare_cached(include_str!("sql/attempt_insert.sql"))?;
    insert.execute(params![
        id.0,
        attempt.number,
        attempt.fence.0,
        attempt.owner.as_str(),
        micros_of(attempt.started_at),
        micros_of(attempt.ended_at),
        attempt.outcome.code(),
        attempt.message,
    ])?;
    Ok(())
}

/// Does to rows what [`Occurrence::start`] does, which is done for every run and so writes nothing else.
pub(super) fn start_all(conn: &Connection, ids: &[OccurrenceId], grant: &Grant, now: Timestamp) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let mut start = conn.prepare_cached(include_str!("sql/occurrences_start.sql"))?;
    let started = start.execute(params![
        State::Running.code(),
        micros(grant.until),
        grant.fence_floor.0,
        grant.owner.as_str(),
        micros(now),
        list(ids.iter().map(|id| id.0)),
    ])?;
    expect(started, ids.len())
}

/// Reads and writes what workers' reports are judged by and change, which is done for every run.
pub(super) struct SettleRow<'conn> {
    conn: &'conn Connection,
    origin: Origin,
    /// Successes that made nothing. They are all written alike, when the batch is through.
    done: BTreeSet<OccurrenceId>,
}

impl<'conn> SettleRow<'conn> {
    pub(super) fn new(conn: &'conn Connection) -> Result<Self> {
        let key = ScheduleKey { tenant: Tenant::new("-", "-")?, id: ScheduleId::new("-")? };
        let origin = Origin { schedule: key, uid: ScheduleUid(0), revision: Revision(0), tzdb: String::new() };
        Ok(Self { conn, origin, done: BTreeSet::new() })
    }

    /// The row as far as a report needs it. Its names, keys and times of planning are not read and not written.
    pub(super) fn read(&self, id: OccurrenceId, row: &Row<'_>) -> Result<Option<Occurrence>> {
        let Some(uid) = get(row, 0)? else { return Ok(None) };
        let planned = NewOccurrence {
            period_key: String::new(),
            discriminator: String::new(),
            nominal_at: Timestamp::UNIX_EPOCH,
            due_at: Timestamp::UNIX_EPOCH,
            period: None,
            priority: Priority::Normal,
            trigger: code(row, 6, "a trigger", Trigger::from_code)?,
            correlation_id: None,
            note: None,
        };
        let state = code(row, 1, "an occurrence's state", State::from_code)?;
        Ok(Some(Occurrence {
            schedule_uid: ScheduleUid(uid),
            // A lease may be reported twice in a batch: the second report meets what the first has made of the row.
            state: if self.done.contains(&id) { State::Generated } else { state },
            attempt: get(row, 2)?,
            fence: Fence(get(row, 3)?),
            lease_owner: text_as(row, 4, |owner| Ok(NodeId::new(owner)?))?,
            started_at: at_if_any(row, 5)?,
            cancel_requested: get(row, 7)?,
            ..Occurrence::new(id, &self.origin, planned, Timestamp::UNIX_EPOCH)
        }))
    }

    /// Writes what [`Occurrence::settle`] has changed, now or with [`Self::finish`].
    pub(super) fn write(&mut self, row: &Occurrence) -> Result<()> {
        if row.state == State::Generated && row.target.is_none() {
            self.done.insert(row.id);
            return Ok(());
        }
        let mut write = self.conn.prepare_cached(include_str!("sql/occurrence_settle.sql"))?;
        let written = write.execute(params![
            row.state.code(),
            micros(row.ready_at),
            row.waits,
            row.cancel_requested,
            row.lease_owner.as_ref().map(NodeId::as_str),
            micros_of(row.lease_until),
            micros_of(row.ended_at),
            row.reason.map(Reason::as_str),
            row.message,
            row.target.as_ref().map(|target| &target.kind),
            row.target.as_ref().map(|target| &target.id),
            row.id.0,
        ])?;
        expect(written, 1)
    }

    /// Writes what is left.
    pub(super) fn finish(self, now: Timestamp) -> Result<()> {
        if self.done.is_empty() {
            return Ok(());
        }
        let mut write = self.conn.prepare_cached(include_str!("sql/occurrences_done.sql"))?;
        let ids = list(self.done.iter().map(|id| id.0));
        let written = write.execute(params![State::Generated.code(), micros(now), ids])?;
        expect(written, self.done.len())
    }
}

/// Rows that were read in this transaction are there to be written.
fn expect(written: usize, read: usize) -> Result<()> {
    if written == read { Ok(()) } else { Err(damaged("the number of rows written", written)) }
}

/// The attempts that have records of their own, the first one first.
pub(super) fn attempts(conn: &Connection, id: OccurrenceId) -> Result<Vec<Attempt>> {
    let mut read = conn.prepare_cached(include_str!("sql/attempts.sql"))?;
    read.query_and_then([id.0], |row| {
        Ok(Attempt {
            number: get(row, 0)?,
            fence: Fence(get(row, 1)?),
            owner: NodeId::new(text(row, 2)?)?,
            started_at: at_if_any(row, 3)?,
            ended_at: at_if_any(row, 4)?,
            outcome: code(row, 5, "an attempt's outcome", AttemptOutcome::from_code)?,
            message: get(row, 6)?,
        })
    })?
    .collect()
}

/// So many columns of a statement are the row.
pub(super) const COLUMNS: usize = 30;

/// Reads a row from the first columns of a statement. Its schedule's name is the caller's to find.
pub(super) fn from_row(row: &Row<'_>, key: impl FnOnce(ScheduleUid) -> Result<ScheduleKey>) -> Result<Occurrence> {
    let schedule_uid = ScheduleUid(get(row, 1)?);
    let state = code(row, 2, "an occurrence's state", State::from_code)?;
    let target = match (get(row, 25)?, get(row, 26)?) {
        (Some(kind), Some(id)) => Some(Target { kind, id }),
        (_, _) => None,
    };
    Ok(Occurrence {
        id: OccurrenceId(get(row, 0)?),
        schedule: key(schedule_uid)?,
        schedule_uid,
        planned: NewOccurrence {
            period_key: get(row, 17)?,
            discriminator: get(row, 18)?,
            nominal_at: at(row, 15)?,
            due_at: at(row, 14)?,
            period: at_if_any(row, 20)?.zip(at_if_any(row, 21)?),
            priority: code(row, 3, "a priority", priority_of)?,
            trigger: code(row, 12, "a trigger", Trigger::from_code)?,
            correlation_id: get(row, 27)?,
            note: get(row, 28)?,
        },
        revision: Revision(get(row, 13)?),
        tzdb: get(row, 19)?,
        created_at: at(row, 16)?,
        state,
        ready_at: at(row, 4)?,
        waits: get(row, 6)?,
        attempt: get(row, 5)?,
        fence: Fence(get(row, 7)?),
        lease_owner: text_as(row, 9, |owner| Ok(NodeId::new(owner)?))?,
        lease_until: at_if_any(row, 10)?,
        cancel_requested: get(row, 8)?,
        started_at: at_if_any(row, 11)?,
        ended_at: at_if_any(row, 29)?,
        reason: text_as(row, 22, |text| reason(state, text))?,
        message: get(row, 23)?,
        blocker: get::<Option<i64>>(row, 24)?.map(OccurrenceId),
        target,
    })
}

/// Both lists of reasons have some texts in common; the state tells them apart.
fn reason(state: State, text: &str) -> Result<Reason> {
    let found = match state {
        State::Skipped => SkipReason::from_text(text).map(Reason::Skipped),
        State::Failed => FailReason::from_text(text).map(Reason::Failed),
        State::Planned | State::Running | State::Generated => None,
    };
    found.ok_or_else(|| damaged("the reason of an occurrence", text))
}
