//! Finds the schedules that must be planned, and the time of the next wake-up.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use super::error::Result;
use super::row::{self, instant, micros};
use super::schedule::listed;
use refrain_ledger::store::{DueSchedules, NextWakeup};

pub(super) fn due_for_planning(conn: &Connection, until: Timestamp, limit: usize) -> Result<DueSchedules> {
    let mut list = conn.prepare_cached(include_str!("sql/due_for_planning.sql"))?;
    let uids: Vec<i64> =
        list.query_map(params![micros(until), row::rows(limit)], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(listed(conn, &uids)?.into_iter().collect())
}

pub(super) fn next_wakeup(conn: &Connection) -> Result<NextWakeup> {
    let mut first = conn.prepare_cached(include_str!("sql/due_next_plan.sql"))?;
    let plan_at: Option<i64> = first.query_row([], |row| row.get(0))?;
    let mut first = conn.prepare_cached(include_str!("sql/due_next_claim.sql"))?;
    let claim_at: Option<i64> = first.query_row([], |row| row.get(0)).optional()?;
    Ok(NextWakeup { plan_at: plan_at.map(instant).transpose()?, claim_at: claim_at.map(instant).transpose()? })
}
