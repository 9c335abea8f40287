//! Removing old history, the oldest first.

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::error::Result;
use super::row::{self, get, micros, micros_of};
use super::tenants::{self, TenantNumber};
use crate::store::{Prune, Pruned};

/// Numbers follow time closely, but a clock may step back: the walk goes on for so many rows that are too young.
const YOUNG_ROWS_MAX: usize = 1_000;

pub(super) fn prune(conn: &Connection, prune: &Prune) -> Result<Pruned> {
    let tenant = match &prune.tenant {
        None => None,
        Some(tenant) => match tenants::find(conn, tenant)? {
            None => return Ok(Pruned::default()),
            found => found,
        },
    };
    let mut gone = match prune.ended_before {
        Some(before) => old_rows(conn, tenant, before, prune.limit)?,
        None => Vec::new(),
    };
    if prune.keep_per_schedule > 0 {
        gone.extend(rows_too_many(conn, tenant, prune)?);
        gone.sort_unstable();
        gone.dedup();
        gone.truncate(prune.limit);
    }
    let mut remove = conn.prepare_cached(include_str!("sql/prune_row.sql"))?;
    for id in &gone {
        remove.execute([id])?;
    }
    let before = micros_of(prune.ended_before);
    let execute = |sql: &str, given: &[&dyn rusqlite::ToSql]| conn.prepare_cached(sql)?.execute(given);
    Ok(Pruned {
        occurrences: gone.len(),
        gaps: execute(include_str!("sql/prune_gaps.sql"), &[&before, &tenant])?,
        schedules: execute(include_str!("sql/prune_schedules.sql"), &[&tenant])?,
        work_items: execute(include_str!("sql/prune_work.sql"), &[&before, &tenant])?,
    })
}

/// Ended rows that are old, by their numbers. No row can have ended before it was made, so the walk from the first
/// number may stop soon after the first row that is too young, and never sees the whole history.
fn old_rows(conn: &Connection, tenant: Option<TenantNumber>, before: Timestamp, limit: usize) -> Result<Vec<i64>> {
    let sql = match tenant {
        None => include_str!("sql/prune_walk.sql"),
        Some(_) => include_str!("sql/prune_walk_tenant.sql"),
    };
    let mut walk = conn.prepare_cached(sql)?;
    let mut rows = walk.query(params![tenant])?;
    let before = micros(before);
    let mut young = 0;
    let mut old = Vec::new();
    while let Some(row) = rows.next()? {
        if get::<Option<i64>>(row, 2)?.is_some_and(|ended_at| ended_at < before) {
            old.push(get(row, 0)?);
        }
        young = if get::<i64>(row, 1)? >= before { young + 1 } else { 0 };
        if old.len() >= limit || young >= YOUNG_ROWS_MAX {
            break;
        }
    }
    old.truncate(limit);
    Ok(old)
}

/// Ended rows beyond the latest so many of each schedule, by their numbers.
fn rows_too_many(conn: &Connection, tenant: Option<TenantNumber>, prune: &Prune) -> Result<Vec<i64>> {
    let mut list = conn.prepare_cached(include_str!("sql/prune_too_many.sql"))?;
    let given = params![prune.keep_per_schedule, tenant, row::rows(prune.limit)];
    Ok(list.query_map(given, |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
}
