//! Finds occurrences that were due and are not running.

use jiff::Timestamp;
use rusqlite::{Connection, Row, params};

use super::error::{Failure, Result};
use super::occurrence::read_all;
use super::row::{self, get, micros};
use refrain_ledger::model::{Occurrence, OccurrenceId};

pub(super) fn overdue(conn: &Connection, before: Timestamp, limit: usize) -> Result<Vec<Occurrence>> {
    let (before, limit_rows) = (micros(before), row::rows(limit));
    let due = |row: &Row<'_>| Ok::<_, Failure>((get::<i64>(row, 0)?, OccurrenceId(get(row, 1)?)));
    let mut put_off = conn.prepare_cached(include_str!("sql/overdue_put_off.sql"))?;
    let mut found = put_off.query_and_then(params![before, limit_rows], due)?.collect::<Result<Vec<_>>>()?;
    let mut fresh = conn.prepare_cached(include_str!("sql/overdue_fresh.sql"))?;
    found.extend(fresh.query_and_then(params![before, limit_rows], due)?.collect::<Result<Vec<_>>>()?);
    found.sort_unstable();
    found.truncate(limit);
    read_all(conn, &found.into_iter().map(|(_, id)| id).collect::<Vec<_>>())
}
