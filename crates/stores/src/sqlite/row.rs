//! Converts columns to types and back. A value that cannot be read is reported as corruption, never replaced by
//! a default.

use std::sync::Arc;

use jiff::Timestamp;
use rusqlite::types::{FromSql, ValueRef};
use rusqlite::{Row, RowIndex};

use super::error::{Failure, Result, damaged};
use refrain_ledger::model::{
    Delivery, FailReason, Fence, NewOccurrence, NodeId, Occurrence, OccurrenceId, Overlap, Priority, Reason, Revision,
    RunPayload, ScheduleKey, ScheduleUid, SkipReason, State, Target, Trigger,
};

/// Converts an instant to its stored form.
pub(super) fn micros(at: Timestamp) -> i64 {
    at.as_microsecond()
}

/// Converts an optional instant to its stored form.
pub(super) fn optional_micros(at: Option<Timestamp>) -> Option<i64> {
    at.map(micros)
}

/// Converts a stored value to an instant.
pub(super) fn instant(micros: i64) -> Result<Timestamp> {
    Timestamp::from_microsecond(micros).map_err(|_| damaged("an instant", micros))
}

/// Reads one column.
pub(super) fn get<T: FromSql>(row: &Row<'_>, column: impl RowIndex) -> Result<T> {
    Ok(row.get(column)?)
}

/// Reads an instant.
pub(super) fn at(row: &Row<'_>, column: usize) -> Result<Timestamp> {
    instant(get(row, column)?)
}

/// Reads an optional instant.
pub(super) fn optional_at(row: &Row<'_>, column: usize) -> Result<Option<Timestamp>> {
    get::<Option<i64>>(row, column)?.map(instant).transpose()
}

/// Reads a text without copying it.
pub(super) fn text<'row>(row: &'row Row<'_>, column: usize) -> Result<&'row str> {
    Ok(row.get_ref(column)?.as_str().map_err(rusqlite::Error::from)?)
}

/// Reads an optional text and converts it.
pub(super) fn optional_text_as<T>(
    row: &Row<'_>,
    column: usize,
    read: impl FnOnce(&str) -> Result<T>,
) -> Result<Option<T>> {
    match row.get_ref(column)? {
        ValueRef::Null => Ok(None),
        _ => text(row, column).and_then(read).map(Some),
    }
}

/// Reads a code and converts it to its value.
pub(super) fn code<T>(row: &Row<'_>, column: usize, what: &str, read: impl FnOnce(i16) -> Option<T>) -> Result<T> {
    let code: i16 = get(row, column)?;
    read(code).ok_or_else(|| damaged(what, code))
}

/// Converts a count to its stored form.
pub(super) fn count(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Reads a count.
pub(super) fn count_at(row: &Row<'_>, column: usize) -> Result<u64> {
    let count: i64 = get(row, column)?;
    u64::try_from(count).map_err(|_| damaged("a count", count))
}

/// Returns the stored code of an overlap policy.
pub(super) fn overlap_code(overlap: Overlap) -> i16 {
    overlap as i16
}

/// Returns the overlap policy with this code.
pub(super) fn overlap_from_code(code: i16) -> Option<Overlap> {
    use Overlap::{AllowAll, BufferAll, BufferOne, CancelOther, Skip};
    [Skip, BufferOne, BufferAll, CancelOther, AllowAll].into_iter().find(|overlap| overlap_code(*overlap) == code)
}

/// Returns the stored code of a delivery guarantee.
pub(super) fn delivery_code(delivery: Delivery) -> i16 {
    delivery as i16
}

/// Returns the delivery guarantee with this code.
pub(super) fn delivery_from_code(code: i16) -> Option<Delivery> {
    [Delivery::AtLeastOnce, Delivery::AtMostOnce].into_iter().find(|delivery| delivery_code(*delivery) == code)
}

/// Flag that separates the turns of busy rows (started or waiting) from those of fresh rows. It is added to the
/// rank of the priority.
const BUSY: i16 = 8;

/// Returns the turn of a row: the group of its tenant's rows in which it is claimed.
pub(super) fn turn(priority: Priority, is_busy: bool) -> i16 {
    priority.rank() + if is_busy { BUSY } else { 0 }
}

/// Returns the priority encoded in a turn.
pub(super) fn priority_from_turn(turn: i16) -> Option<Priority> {
    Priority::from_rank(turn & !BUSY)
}

/// Returns whether a row with this turn is busy: it has started or waits.
pub(super) fn is_busy(turn: i16) -> bool {
    turn & BUSY != 0
}

/// Converts a number of rows to a statement parameter.
pub(super) fn rows(rows: usize) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}

/// Number of columns of an occurrence.
pub(super) const OCCURRENCE_COLUMNS: usize = 31;

/// Reads an occurrence from the first columns of a statement. The caller resolves the key of its schedule.
pub(super) fn occurrence(row: &Row<'_>, key: impl FnOnce(ScheduleUid) -> Result<ScheduleKey>) -> Result<Occurrence> {
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
            payload: optional_text_as(row, 29, run_payload)?,
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
        discarded_at: None,
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
        discarded_at: optional_at(row, 30)?,
        ..fresh
    })
}

/// Converts the payload of a single run to its stored form.
pub(super) fn stored_payload(planned: &NewOccurrence) -> Option<String> {
    planned.payload.as_deref().map(RunPayload::to_stored)
}

/// Reads the payload of a single run.
fn run_payload(text: &str) -> Result<Arc<RunPayload>> {
    RunPayload::from_stored(text).map(Arc::new).ok_or_else(|| damaged("the payload of a run", "unreadable"))
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
