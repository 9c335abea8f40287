//! Removing old history, the oldest first. What may go is looked for by a reader, so that nobody waits for the search;
//! the writer removes it, if it still may go.

use std::collections::{BTreeMap, VecDeque};

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::error::Result;
use super::row::{get, micros, micros_of};
use super::tenants::{self, TenantNumber};
use crate::store::{Prune, Pruned};
use crate::work_item::WorkState;

/// Numbers follow time closely, but a clock may step back: the walk goes on for so many rows that are too young.
const YOUNG_ROWS_MAX: usize = 1_000;

/// The numbers of ended rows that may go.
pub(super) fn find(conn: &Connection, prune: &Prune) -> Result<Vec<i64>> {
    let Some(tenant) = Meant::find(conn, prune)? else { return Ok(Vec::new()) };
    let mut gone = match prune.ended_before {
        Some(before) => old_rows(conn, &tenant, before, prune.limit)?,
        None => Vec::new(),
    };
    if prune.keep_per_schedule > 0 && has_too_many(conn, prune.keep_per_schedule)? {
        gone.extend(rows_too_many(conn, &tenant, prune)?);
        gone.sort_unstable();
        gone.dedup();
        gone.truncate(prune.limit);
    }
    Ok(gone)
}

/// Removes these rows and everything else that is old.
pub(super) fn prune(conn: &Connection, prune: &Prune, gone: &[i64]) -> Result<Pruned> {
    let Some(Meant(tenant)) = Meant::find(conn, prune)? else { return Ok(Pruned::default()) };
    let mut remove = conn.prepare_cached(include_str!("sql/prune_row.sql"))?;
    let mut removed: BTreeMap<i64, i64> = BTreeMap::new();
    for id in gone {
        let mut rows = remove.query([id])?;
        if let Some(row) = rows.next()? {
            *removed.entry(get(row, 0)?).or_default() += 1;
        }
    }
    let mut count = conn.prepare_cached(include_str!("sql/schedule_rows.sql"))?;
    for (uid, rows) in &removed {
        count.execute([-rows, *uid])?;
    }
    let before = micros_of(prune.ended_before);
    let [done, dead] = [WorkState::Done, WorkState::Dead].map(|state| micros_of(prune.work_before(state)));
    let execute = |sql: &str, given: &[&dyn rusqlite::ToSql]| conn.prepare_cached(sql)?.execute(given);
    Ok(Pruned {
        occurrences: removed.values().filter_map(|rows| usize::try_from(*rows).ok()).sum(),
        gaps: execute(include_str!("sql/prune_gaps.sql"), &[&before, &tenant])?,
        schedules: execute(include_str!("sql/prune_schedules.sql"), &[&tenant])?,
        work_items: execute(include_str!("sql/prune_work.sql"), &[&done, &dead, &tenant])?,
    })
}

/// Whose history is meant: one tenant's, or everybody's.
struct Meant(Option<TenantNumber>);

impl Meant {
    /// None when nothing of the tenant was ever stored.
    fn find(conn: &Connection, prune: &Prune) -> Result<Option<Self>> {
        match &prune.tenant {
            None => Ok(Some(Self(None))),
            Some(tenant) => Ok(tenants::find(conn, tenant)?.map(|number| Self(Some(number)))),
        }
    }
}

/// Ended rows that are old, by their numbers. No row ends before it is made, so the walk from the first number stops soon
/// after the first row that is too young, and does not see the whole history.
fn old_rows(conn: &Connection, meant: &Meant, before: Timestamp, limit: usize) -> Result<Vec<i64>> {
    let mut walk = conn.prepare_cached(include_str!("sql/prune_walk.sql"))?;
    let mut rows = walk.query([])?;
    let before = micros(before);
    let mut young = 0;
    let mut old = Vec::new();
    while let Some(row) = rows.next()? {
        if old.len() >= limit || young >= YOUNG_ROWS_MAX {
            break;
        }
        young = if get::<i64>(row, 2)? >= before { young + 1 } else { 0 };
        let is_meant = meant.0.is_none_or(|meant| get(row, 1).is_ok_and(|tenant: i64| tenant == meant));
        if is_meant && get::<Option<i64>>(row, 3)?.is_some_and(|ended_at| ended_at < before) {
            old.push(get(row, 0)?);
        }
    }
    Ok(old)
}

fn has_too_many(conn: &Connection, keep: u32) -> Result<bool> {
    let mut find = conn.prepare_cached(include_str!("sql/prune_has_too_many.sql"))?;
    Ok(find.exists([keep])?)
}

/// Ended rows beyond the latest so many of each schedule, by their numbers. To know them, every row is counted, the
/// latest first.
fn rows_too_many(conn: &Connection, meant: &Meant, prune: &Prune) -> Result<VecDeque<i64>> {
    let mut walk = conn.prepare_cached(include_str!("sql/prune_count.sql"))?;
    let mut rows = walk.query(params![meant.0])?;
    let mut ended: BTreeMap<i64, u32> = BTreeMap::new();
    let mut gone = VecDeque::new();
    while let Some(row) = rows.next()? {
        let count = ended.entry(get(row, 1)?).or_default();
        *count += 1;
        if *count > prune.keep_per_schedule {
            gone.push_front(get(row, 0)?);
            // The oldest come last.
            gone.truncate(prune.limit);
        }
    }
    Ok(gone)
}
