//! Removes old history, oldest rows first. A reader searches for the rows to remove, so that writes do not wait
//! for the search. The writer removes them if they may still be removed.
//!
//! Row IDs increase with creation time. Completed rows are not indexed by completion time, because such an
//! index would cost one write per run. Instead, a pass walks the ledger from its first ID, in steps, until it
//! reaches rows that are too young.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::error::Result;
use super::row::{get, instant, optional_micros, rows};
use super::schedule::count_rows;
use super::tenants::{self, TenantNumber};
use refrain_ledger::model::{ScheduleUid, WorkState};
use refrain_ledger::store::{Prune, PruneResult};

/// Number of consecutive rows that are too young after which the walk stops. IDs follow time closely, but the
/// clock may have been set back.
const YOUNG_ROWS_MAX: usize = 1_000;
/// Maximum number of rows that one step reads. This takes a reader a few milliseconds.
const SCAN_ROWS_MAX: usize = 20_000;

/// Progress of a pass over the ledger. It is kept only in memory: after a restart, a new pass begins.
#[derive(Clone, Debug, Default)]
pub(super) struct Pass {
    /// The request that the pass belongs to, without its times and its limit.
    of: Option<(Option<refrain_ledger::model::Tenant>, u32)>,
    /// The last row that was read.
    row: i64,
    /// Number of consecutive rows, up to `row`, that are too young.
    young: usize,
    /// Number of completed rows above the limit per schedule, as counted at the beginning of the pass.
    surplus: BTreeMap<i64, i64>,
    /// Whether all rows have been read.
    has_all_rows: bool,
    /// The last deleted schedule that was read; `i64::MIN` before the first.
    schedule: i64,
}

impl Pass {
    /// Returns the pass that a request continues: this one, or a new one if the request is different.
    fn continued_for(self, conn: &Connection, prune: &Prune) -> Result<Self> {
        let of = (prune.tenant.clone(), prune.keep_per_schedule);
        if self.of.as_ref() == Some(&of) {
            return Ok(self);
        }
        let mut pass = Self { of: Some(of), row: i64::MIN, schedule: i64::MIN, ..Self::default() };
        if let Some(above) = prune.surplus_above() {
            pass.surplus = surplus(conn, prune, above)?;
        }
        Ok(pass)
    }

    /// Returns whether the row is above the limit of its schedule. Must be called in the order of row IDs.
    fn takes_surplus(&mut self, uid: i64) -> bool {
        let Some(left) = self.surplus.get_mut(&uid) else { return false };
        *left -= 1;
        if *left == 0 {
            self.surplus.remove(&uid);
        }
        true
    }
}

/// The rows that one step removes, and its progress.
#[derive(Debug, Default)]
pub(super) struct PruneBatch {
    gone: Vec<i64>,
    pub(super) pass: Pass,
    left_since: Option<Timestamp>,
}

/// Searches for completed rows that may be removed, continuing the pass.
pub(super) fn find(conn: &Connection, prune: &Prune, pass: Pass) -> Result<PruneBatch> {
    let Some(TenantSelection(tenant)) = TenantSelection::find(conn, prune)? else { return Ok(PruneBatch::default()) };
    let mut pass = pass.continued_for(conn, prune)?;
    let mut gone = Vec::new();
    let mut last_end = None;
    if pass.has_all_rows || (prune.ended_before.is_none() && pass.surplus.is_empty()) {
        pass.has_all_rows = true;
        return Ok(PruneBatch { gone, pass, left_since: None });
    }
    let before = optional_micros(prune.ended_before).unwrap_or(i64::MIN);
    let mut walk = conn.prepare_cached(include_str!("sql/prune_walk.sql"))?;
    let mut found = walk.query(params![pass.row, rows(SCAN_ROWS_MAX)])?;
    let mut looked = 0;
    while gone.len() < prune.limit && (pass.young < YOUNG_ROWS_MAX || !pass.surplus.is_empty()) {
        let Some(row) = found.next()? else {
            pass.has_all_rows = looked < SCAN_ROWS_MAX;
            break;
        };
        looked += 1;
        pass.row = get(row, 0)?;
        pass.young = if get::<i64>(row, 2)? >= before { pass.young + 1 } else { 0 };
        let is_selected = tenant.is_none_or(|meant| get(row, 1).is_ok_and(|tenant: i64| tenant == meant));
        let Some(ended_at) = get::<Option<i64>>(row, 4)?.filter(|_| is_selected) else { continue };
        let is_surplus = pass.takes_surplus(get(row, 3)?);
        if is_surplus || ended_at < before {
            gone.push(pass.row);
            last_end = Some(ended_at);
        }
    }
    pass.has_all_rows |= pass.young >= YOUNG_ROWS_MAX && pass.surplus.is_empty();
    let left_since = last_end.filter(|ended_at| !pass.has_all_rows && *ended_at < before).map(instant).transpose()?;
    Ok(PruneBatch { gone, pass, left_since })
}

/// Removes these rows and a bounded number of old gaps, work items and schedules.
pub(super) fn prune(conn: &Connection, prune: &Prune, mut found: PruneBatch) -> Result<(PruneResult, Pass)> {
    let Some(TenantSelection(tenant)) = TenantSelection::find(conn, prune)? else { return Ok(Default::default()) };
    let occurrences = remove_rows(conn, &found.gone)?;
    let limit = rows(prune.limit);
    let execute = |sql: &str, given: &[&dyn rusqlite::ToSql]| conn.prepare_cached(sql)?.execute(given);
    let gaps = execute(include_str!("sql/prune_gaps.sql"), &[&optional_micros(prune.ended_before), &tenant, &limit])?;
    let mut work_items = 0;
    let mut is_full = gaps >= prune.limit;
    for state in [WorkState::Completed, WorkState::Dead] {
        let given: [&dyn rusqlite::ToSql; 4] =
            [&i64::from(state.code()), &optional_micros(prune.work_before(state)), &tenant, &limit];
        let removed = execute(include_str!("sql/prune_work.sql"), &given)?;
        is_full |= removed >= prune.limit;
        work_items += removed;
    }
    let (schedules, has_all_schedules) = prune_schedules(conn, prune, tenant, &mut found.pass)?;
    let has_more = is_full || !found.pass.has_all_rows || !has_all_schedules;
    let pass = if has_more { found.pass } else { Pass::default() };
    Ok((PruneResult { occurrences, gaps, schedules, work_items, has_more, left_since: found.left_since }, pass))
}

fn remove_rows(conn: &Connection, gone: &[i64]) -> Result<usize> {
    let mut remove = conn.prepare_cached(include_str!("sql/prune_row.sql"))?;
    let mut removed: BTreeMap<i64, i64> = BTreeMap::new();
    for id in gone {
        let mut rows = remove.query([id])?;
        if let Some(row) = rows.next()? {
            *removed.entry(get(row, 0)?).or_default() += 1;
        }
    }
    for (uid, rows) in &removed {
        count_rows(conn, ScheduleUid(*uid), -rows)?;
    }
    Ok(removed.values().filter_map(|rows| usize::try_from(*rows).ok()).sum())
}

/// Reads the next deleted schedules and removes those without a row. Returns how many were removed, and whether
/// all were read.
fn prune_schedules(
    conn: &Connection,
    prune: &Prune,
    tenant: Option<TenantNumber>,
    pass: &mut Pass,
) -> Result<(usize, bool)> {
    let mut deleted = conn.prepare_cached(include_str!("sql/prune_deleted.sql"))?;
    let looked: Vec<(i64, bool)> = deleted
        .query_and_then(params![pass.schedule, tenant, rows(prune.limit)], |row| Ok((get(row, 0)?, get(row, 1)?)))?
        .collect::<Result<_>>()?;
    let mut remove = conn.prepare_cached(include_str!("sql/prune_schedule.sql"))?;
    let mut schedules = 0;
    for (uid, _) in looked.iter().filter(|(_, is_empty)| *is_empty) {
        schedules += remove.execute([uid])?;
    }
    pass.schedule = looked.last().map_or(pass.schedule, |(uid, _)| *uid);
    Ok((schedules, looked.len() < prune.limit))
}

/// Selection of tenants to prune: one, or all if `None`.
struct TenantSelection(Option<TenantNumber>);

impl TenantSelection {
    /// Returns `None` if nothing was ever stored for the tenant.
    fn find(conn: &Connection, prune: &Prune) -> Result<Option<Self>> {
        match &prune.tenant {
            None => Ok(Some(Self(None))),
            Some(tenant) => Ok(tenants::find(conn, tenant)?.map(|number| Self(Some(number)))),
        }
    }
}

/// Returns the number of completed rows to remove per schedule, for schedules that have more than `above`.
fn surplus(conn: &Connection, prune: &Prune, above: u32) -> Result<BTreeMap<i64, i64>> {
    let mut counts = conn.prepare_cached(include_str!("sql/prune_counts.sql"))?;
    let mut open = conn.prepare_cached(include_str!("sql/prune_open.sql"))?;
    let mut found = counts.query([above])?;
    let mut surplus = BTreeMap::new();
    while let Some(row) = found.next()? {
        let (uid, count): (i64, i64) = (get(row, 0)?, get(row, 1)?);
        let ended = count - open.query_row([uid], |row| row.get::<_, i64>(0))?;
        if ended > i64::from(above) {
            surplus.insert(uid, ended - i64::from(prune.keep_per_schedule));
        }
    }
    Ok(surplus)
}
