//! Assigns IDs of rows. An ID is never assigned twice, even after its row was removed.

use rusqlite::Connection;

use super::error::Result;
use super::row;

/// Reserves `count` row IDs and returns the first. IDs that are not used stay unused.
pub(super) fn reserve(conn: &Connection, count: usize) -> Result<i64> {
    let mut reserve = conn.prepare_cached(include_str!("sql/ids_reserve.sql"))?;
    let last: i64 = reserve.query_row([row::rows(count)], |row| row.get(0))?;
    Ok(last - row::rows(count) + 1)
}

/// Returns the last ID that was assigned.
pub(super) fn last(conn: &Connection) -> Result<i64> {
    Ok(conn.query_row(include_str!("sql/ids_last.sql"), [], |row| row.get(0))?)
}
