//! Converts columns to types and back. A value that cannot be read is reported as corruption, never replaced by
//! a default.

use jiff::Timestamp;
use rusqlite::types::{FromSql, ValueRef};
use rusqlite::{Row, RowIndex};

use super::error::{Result, damaged};
use refrain_ledger::model::{Delivery, Overlap, Priority};

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
