//! Converts columns to types and back. A value that cannot be read is reported as corruption, with its name.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use jiff::Timestamp;
use tokio_postgres::Row;
use tokio_postgres::types::FromSql;

use super::error::{bad_name, corrupt};
use super::tenants::tenant_by_number;
use refrain_ledger::ledger::stored::StoredSchedule;
use refrain_ledger::ledger::transition::Origin;
use refrain_ledger::model::{
    Counters, Delivery, FailReason, Fence, Gate, NewOccurrence, NodeId, Occurrence, OccurrenceId, Overlap, Priority,
    Reason, Revision, RunPayload, Schedule, ScheduleId, ScheduleKey, ScheduleUid, SkipReason, Source, State, Status,
    StatusNote, Target, Tenant, Trigger,
};
use refrain_ledger::store::{ListedSchedule, NoDefinition, Page, StoreError};

/// Reads a row's columns one after the other, in the order of the statement.
pub(super) struct Columns<'a> {
    row: &'a Row,
    next: usize,
}

impl<'a> Columns<'a> {
    pub(super) fn new(row: &'a Row) -> Self {
        Self { row, next: 0 }
    }

    /// Starts after the columns that were read elsewhere.
    pub(super) fn from(row: &'a Row, next: usize) -> Self {
        Self { row, next }
    }

    /// Reads the next column.
    pub(super) fn take<T: FromSql<'a>>(&mut self) -> Result<T, StoreError> {
        let column = self.next;
        self.next += 1;
        self.row.try_get(column).map_err(|error| StoreError::Corrupt(format!("column {column}: {error}")))
    }

    /// Reads the next column as a code.
    pub(super) fn code<T>(&mut self, what: &str, read: impl Fn(i16) -> Option<T>) -> Result<T, StoreError> {
        let code: i16 = self.take()?;
        read(code).ok_or_else(|| corrupt(what, code))
    }

    /// Reads the next column as a count.
    pub(super) fn count<S: FromSql<'a> + Copy + std::fmt::Display, T: TryFrom<S>>(&mut self) -> Result<T, StoreError> {
        let count: S = self.take()?;
        T::try_from(count).map_err(|_| corrupt("count", count))
    }

    /// Reads the next column as an optional node name.
    pub(super) fn node(&mut self) -> Result<Option<NodeId>, StoreError> {
        self.take::<Option<&str>>()?.map(NodeId::new).transpose().map_err(|error| bad_name(&error))
    }
}

/// Reads a schedule: `uid, tenant, id, revision, status, status_by, status_text, status_until, source,
/// next_due_at, watermark, runs, generated, skipped, failed, failures_in_a_row, last_ended_at, last_success_at,
/// last_error, created_at, updated_at, overlap, max_concurrent, delivery, max_attempts, definition`.
pub(super) fn stored(row: &Row, names: &HashMap<i32, Tenant>) -> Result<StoredSchedule, StoreError> {
    let mut columns = Columns::new(row);
    let uid = ScheduleUid(columns.take()?);
    let tenant = tenant_by_number(names, columns.take()?)?.clone();
    let key = ScheduleKey { tenant, id: ScheduleId::new(columns.take()?).map_err(|error| bad_name(&error))? };
    let (revision, status) = (Revision(columns.take()?), columns.code("status", Status::from_code)?);
    let status_note = StatusNote { by: columns.take()?, text: columns.take()?, until: columns.take()? };
    let source = columns.code("source", Source::from_code)?;
    let (next_due_at, watermark) = (columns.take()?, columns.take()?);
    let counters = Counters {
        runs: columns.count::<i64, _>()?,
        succeeded: columns.count::<i64, _>()?,
        skipped: columns.count::<i64, _>()?,
        failed: columns.count::<i64, _>()?,
        consecutive_failures: columns.count::<i64, _>()?,
        last_ended_at: columns.take()?,
        last_success_at: columns.take()?,
        last_error: columns.take()?,
    };
    let (created_at, updated_at) = (columns.take()?, columns.take()?);
    let gate = policies(&mut columns, status, revision)?;
    let defined = NoDefinition::read(columns.take()?);
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

/// Reads the schedules of a list.
pub(super) fn listed(rows: &[Row], names: &HashMap<i32, Tenant>) -> Result<Vec<ListedSchedule>, StoreError> {
    rows.iter().map(|row| Ok(stored(row, names)?.listed())).collect()
}

/// Reads the part of a schedule that a claim needs: `status, revision, overlap, max_concurrent, delivery,
/// max_attempts`.
pub(super) fn gate(columns: &mut Columns<'_>) -> Result<Gate, StoreError> {
    let (status, revision) = (columns.code("status", Status::from_code)?, Revision(columns.take()?));
    policies(columns, status, revision)
}

fn policies(columns: &mut Columns<'_>, status: Status, revision: Revision) -> Result<Gate, StoreError> {
    let bounded = |count: i64| u32::try_from(count).map_err(|_| corrupt("count", count));
    Ok(Gate {
        status,
        revision,
        overlap: columns.code("overlap", overlap_from)?,
        max_concurrent: columns.take::<Option<i64>>()?.map(bounded).transpose()?,
        delivery: columns.code("delivery", delivery_from)?,
        max_attempts: bounded(columns.take()?)?,
    })
}

/// Reads a complete row of the ledger: `id, tenant, schedule_uid, schedule_id, period_key, discriminator,
/// nominal_at, due_at, period_from, period_to, priority, trigger, correlation_id, note, revision, tzdb,
/// created_at, state, ready_at, waits, attempt, fence, lease_owner, lease_until, cancel_requested, started_at,
/// ended_at, reason, message, blocker, target_kind, target_id, concurrency, payload, discarded_at`.
pub(super) fn occurrence(columns: &mut Columns<'_>, names: &HashMap<i32, Tenant>) -> Result<Occurrence, StoreError> {
    let id = OccurrenceId(columns.take()?);
    let tenant = tenant_by_number(names, columns.take()?)?.clone();
    let schedule_uid = ScheduleUid(columns.take()?);
    let schedule = ScheduleKey { tenant, id: ScheduleId::new(columns.take()?).map_err(|error| bad_name(&error))? };
    let planned = NewOccurrence {
        period_key: columns.take()?,
        discriminator: columns.take()?,
        nominal_at: columns.take()?,
        due_at: columns.take()?,
        period: columns.take::<Option<Timestamp>>()?.zip(columns.take()?),
        priority: columns.code("priority", Priority::from_rank)?,
        trigger: columns.code("trigger", Trigger::from_code)?,
        correlation_id: columns.take()?,
        note: columns.take()?,
        concurrency: None,
        payload: None,
    };
    let (revision, tzdb, created_at) = (Revision(columns.take()?), columns.take()?, columns.take()?);
    let state = columns.code("state", State::from_code)?;
    let mut row = Occurrence {
        id,
        schedule,
        schedule_uid,
        planned,
        revision,
        tzdb,
        created_at,
        state,
        ready_at: columns.take()?,
        waits: columns.take()?,
        attempt: columns.count::<i32, _>()?,
        fence: Fence(columns.take()?),
        lease_owner: columns.node()?,
        lease_until: columns.take()?,
        cancel_requested: columns.take()?,
        started_at: columns.take()?,
        ended_at: columns.take()?,
        reason: reason(state, columns.take()?)?,
        message: columns.take()?,
        blocker: columns.take::<Option<i64>>()?.map(OccurrenceId),
        target: columns.take::<Option<String>>()?.zip(columns.take()?).map(|(kind, id)| Target { kind, id }),
        discarded_at: None,
    };
    row.planned.concurrency = concurrency(columns)?;
    row.planned.payload = columns.take::<Option<&str>>()?.map(run_payload).transpose()?;
    row.discarded_at = columns.take()?;
    Ok(row)
}

/// Reads complete rows of the ledger.
pub(super) fn occurrences(rows: &[Row], names: &HashMap<i32, Tenant>) -> Result<Vec<Occurrence>, StoreError> {
    rows.iter().map(|row| occurrence(&mut Columns::new(row), names)).collect()
}

fn concurrency(columns: &mut Columns<'_>) -> Result<Option<u32>, StoreError> {
    let number = columns.take::<Option<i32>>()?;
    number.map(|number| u32::try_from(number).map_err(|_| corrupt("concurrency", number))).transpose()
}

fn run_payload(text: &str) -> Result<Arc<RunPayload>, StoreError> {
    RunPayload::from_stored(text).map(Arc::new).ok_or_else(|| corrupt("payload of a run", "unreadable"))
}

/// Converts the payload of a single run to its stored form.
pub(super) fn stored_payload(planned: &NewOccurrence) -> Option<String> {
    planned.payload.as_deref().map(RunPayload::to_stored)
}

/// Converts a concurrency to its stored form. Larger values are refused long before.
pub(super) fn stored_concurrency(concurrency: u32) -> i32 {
    i32::try_from(concurrency).unwrap_or(i32::MAX)
}

/// Reads an open row with the columns that a state transition needs: `id, schedule_uid, ready_at, nominal_at,
/// due_at, revision, fence, lease_until, started_at, attempt, trigger, state, waits, cancel_requested,
/// lease_owner, message, discriminator, concurrency, blocker`. The other fields are blank, so such a row is
/// never shown to users.
pub(super) fn open(row: &Row) -> Result<Occurrence, StoreError> {
    let mut columns = Columns::new(row);
    let mut open = blank(OccurrenceId(columns.take()?), ScheduleUid(columns.take()?));
    open.ready_at = columns.take()?;
    open.planned.nominal_at = columns.take()?;
    open.planned.due_at = columns.take()?;
    open.revision = Revision(columns.take()?);
    open.fence = Fence(columns.take()?);
    open.lease_until = columns.take()?;
    open.started_at = columns.take()?;
    open.attempt = columns.count::<i32, _>()?;
    open.planned.trigger = columns.code("trigger", Trigger::from_code)?;
    open.state = columns.code("state", State::from_code)?;
    open.waits = columns.take()?;
    open.cancel_requested = columns.take()?;
    open.lease_owner = columns.node()?;
    open.message = columns.take()?;
    open.planned.discriminator = columns.take::<Option<String>>()?.unwrap_or_default();
    open.planned.concurrency = concurrency(&mut columns)?;
    open.blocker = columns.take::<Option<i64>>()?.map(OccurrenceId);
    Ok(open)
}

/// Returns a row of which only its ID and its schedule are known.
pub(super) fn blank(id: OccurrenceId, schedule_uid: ScheduleUid) -> Occurrence {
    static UNKNOWN_SCHEDULE: LazyLock<ScheduleKey> = LazyLock::new(|| ScheduleKey {
        tenant: Tenant::new("-", "-").expect("a dash is a valid name"),
        id: ScheduleId::new("-").expect("a dash is a valid name"),
    });
    let origin =
        Origin { schedule: UNKNOWN_SCHEDULE.clone(), uid: schedule_uid, revision: Revision(0), tzdb: String::new() };
    let planned = NewOccurrence {
        period_key: String::new(),
        discriminator: String::new(),
        nominal_at: Timestamp::UNIX_EPOCH,
        due_at: Timestamp::UNIX_EPOCH,
        period: None,
        priority: Priority::Normal,
        trigger: Trigger::Schedule,
        correlation_id: None,
        note: None,
        concurrency: None,
        payload: None,
    };
    Occurrence::new(id, &origin, planned, Timestamp::UNIX_EPOCH)
}

fn reason(state: State, text: Option<&str>) -> Result<Option<Reason>, StoreError> {
    let Some(text) = text else { return Ok(None) };
    let reason = match state {
        State::Failed => FailReason::from_text(text).map(Reason::Failed),
        State::Planned | State::Running | State::Succeeded | State::Skipped => {
            SkipReason::from_text(text).map(Reason::Skipped)
        }
    };
    reason.map(Some).ok_or_else(|| corrupt("reason", text))
}

/// Returns the stored code of an overlap policy.
pub(super) const fn overlap_code(overlap: Overlap) -> i16 {
    match overlap {
        Overlap::Skip => 0,
        Overlap::BufferOne => 1,
        Overlap::BufferAll => 2,
        Overlap::CancelOther => 3,
        Overlap::AllowAll => 4,
    }
}

fn overlap_from(code: i16) -> Option<Overlap> {
    let all = [Overlap::Skip, Overlap::BufferOne, Overlap::BufferAll, Overlap::CancelOther, Overlap::AllowAll];
    all.into_iter().find(|overlap| overlap_code(*overlap) == code)
}

/// Returns the stored code of a delivery guarantee.
pub(super) const fn delivery_code(delivery: Delivery) -> i16 {
    match delivery {
        Delivery::AtLeastOnce => 0,
        Delivery::AtMostOnce => 1,
    }
}

fn delivery_from(code: i16) -> Option<Delivery> {
    [Delivery::AtLeastOnce, Delivery::AtMostOnce].into_iter().find(|delivery| delivery_code(*delivery) == code)
}

/// Returns the number of rows to read: one more than the page size, which shows whether there is another page.
pub(super) fn limit(page: &Page) -> i64 {
    i64::try_from(page.rows()).unwrap_or(i64::MAX - 1) + 1
}
