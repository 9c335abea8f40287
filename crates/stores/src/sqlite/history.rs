//! Reads the ledger: occurrences with their attempts.

use rusqlite::{Connection, ToSql, params};

use super::error::{Failure, Result};
use super::occurrence::{attempts, find, read_all};
use super::row::{self, get, optional_micros};
use super::tenants::{self, TenantNumber};
use refrain_ledger::model::{Attempt, Occurrence, OccurrenceId, ScheduleId, ScheduleUid, Tenant};
use refrain_ledger::store::{ListPage, OccurrenceFilter, Page, StoreError};

/// Size of a block of IDs as a power of two: the list index is ordered by blocks of 1024 IDs. The migration
/// explains why.
const BLOCK_BITS: u32 = 10;
/// Maximum number of index seeks for recent occurrences, over all requested schedules. This takes a few
/// milliseconds, however long the ledger is. A page of 50 schedules reaches back over 200,000 rows.
const SEEKS_MAX: usize = 10_000;

pub(super) fn occurrences(
    conn: &Connection,
    tenant: &Tenant,
    filter: &OccurrenceFilter,
    page: &Page,
) -> Result<ListPage<Occurrence>> {
    let before = page.number()?.unwrap_or(i64::MAX);
    let rows = page.rows();
    let Some(tenant) = tenants::find(conn, tenant)? else { return Ok(ListPage { rows: Vec::new(), next: None }) };
    let uids = match &filter.schedule {
        None => vec![None],
        Some(id) => schedules_named(conn, tenant, id)?,
    };
    let mut ids = Vec::new();
    // Block by block, newest first, until there are enough rows. Rows in a later block are newer.
    for block in blocks(conn, before)? {
        for uid in &uids {
            ids.extend(list(conn, IndexRange { block, tenant, uid: *uid, before }, filter, rows + 1)?);
        }
        if ids.len() > rows {
            break;
        }
    }
    ids.sort_unstable_by(|a, b| b.cmp(a));
    ids.truncate(rows + 1);
    Ok(ListPage::cut(read_all(conn, &ids)?, rows, |row: &Occurrence| row.id.to_string()))
}

pub(super) fn recent(
    conn: &Connection,
    tenant: &Tenant,
    schedules: &[ScheduleUid],
    limit: usize,
) -> Result<Vec<Vec<Occurrence>>> {
    let mut found: Vec<Vec<OccurrenceId>> = vec![Vec::new(); schedules.len()];
    let Some(tenant) = tenants::find(conn, tenant)? else { return Ok(vec![Vec::new(); schedules.len()]) };
    let mut seek = conn.prepare_cached(include_str!("sql/history_recent.sql"))?;
    let mut seeks = 0;
    for block in blocks(conn, i64::MAX)? {
        for (uid, ids) in schedules.iter().zip(&mut found).filter(|(_, ids)| ids.len() < limit) {
            let given = params![block, tenant, uid.0, row::rows(limit - ids.len())];
            for id in seek.query_and_then(given, |row| Ok::<_, Failure>(OccurrenceId(get(row, 0)?)))? {
                ids.push(id?);
            }
            seeks += 1;
        }
        if seeks >= SEEKS_MAX || found.iter().all(|ids| ids.len() >= limit) {
            break;
        }
    }
    found.iter().map(|ids| read_all(conn, ids)).collect()
}

/// Returns the blocks of IDs below a cursor that may contain rows, newest first.
fn blocks(conn: &Connection, before: i64) -> Result<impl Iterator<Item = i64>> {
    let mut ends = conn.prepare_cached(include_str!("sql/history_ends.sql"))?;
    let (first, last): (Option<i64>, Option<i64>) = ends.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (first, last) = (first.unwrap_or(0), last.unwrap_or(-1).min(before));
    Ok((first >> BLOCK_BITS..=last >> BLOCK_BITS).rev())
}

fn schedules_named(conn: &Connection, tenant: TenantNumber, id: &ScheduleId) -> Result<Vec<Option<i64>>> {
    let mut named = conn.prepare_cached(include_str!("sql/history_schedules.sql"))?;
    Ok(named.query_map(params![tenant, id.as_str()], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
}

/// Part of the list index.
#[derive(Clone, Copy)]
struct IndexRange {
    block: i64,
    tenant: TenantNumber,
    /// One schedule, or all schedules of the tenant if `None`.
    uid: Option<i64>,
    before: i64,
}

/// Returns the IDs of the rows in a part of the index that match a filter, newest first.
fn list(conn: &Connection, place: IndexRange, filter: &OccurrenceFilter, limit: usize) -> Result<Vec<OccurrenceId>> {
    let states = filter.states.iter().fold(0, |mask, state| mask | 1_i64 << state.code());
    let reasons = json(&filter.reasons)?;
    let (from, until) = (optional_micros(filter.from), optional_micros(filter.until));
    let (name, value) = filter.label.as_ref().map(|(name, value)| (name, value)).unzip();
    let limit = row::rows(limit);
    let mut given: Vec<&dyn ToSql> = vec![&place.block, &place.tenant];
    let sql = match &place.uid {
        None => include_str!("sql/history_of_tenant.sql"),
        Some(uid) => {
            given.push(uid);
            include_str!("sql/history_of_schedule.sql")
        }
    };
    given.extend([
        &place.before as &dyn ToSql,
        &states,
        &reasons,
        &from,
        &until,
        &name,
        &value,
        &filter.is_discarded,
        &limit,
    ]);
    let mut list = conn.prepare_cached(sql)?;
    list.query_and_then(given.as_slice(), |row| Ok(OccurrenceId(get(row, 0)?)))?.collect()
}

fn json(texts: &[String]) -> Result<String> {
    serde_json::to_string(texts).map_err(|error| StoreError::Corrupt(error.to_string()).into())
}

pub(super) fn occurrence(
    conn: &Connection,
    tenant: &Tenant,
    id: OccurrenceId,
) -> Result<Option<(Occurrence, Vec<Attempt>)>> {
    let Some(tenant) = tenants::find(conn, tenant)? else { return Ok(None) };
    let Some(row) = find(conn, tenant, id)? else { return Ok(None) };
    let mut recorded = attempts(conn, id)?;
    recorded.extend(row.last_attempt());
    Ok(Some((row, recorded)))
}

pub(super) fn planned(
    conn: &Connection,
    uid: ScheduleUid,
    after: Option<OccurrenceId>,
    limit: usize,
) -> Result<Vec<Occurrence>> {
    let mut list = conn.prepare_cached(include_str!("sql/history_planned.sql"))?;
    let after = after.map_or(i64::MIN, |id| id.0);
    let ids = list.query_and_then(params![uid.0, after, row::rows(limit)], |row| Ok(OccurrenceId(get(row, 0)?)))?;
    read_all(conn, &ids.collect::<Result<Vec<_>>>()?)
}

pub(super) fn open_occurrences(
    conn: &Connection,
    uid: ScheduleUid,
    after: Option<OccurrenceId>,
    limit: usize,
) -> Result<Vec<Occurrence>> {
    let after = after.map_or(i64::MIN, |after| after.0);
    let mut list = conn.prepare_cached(include_str!("sql/history_open_page.sql"))?;
    let ids = list.query_and_then(params![uid.0, after, row::rows(limit)], |row| Ok(OccurrenceId(get(row, 0)?)))?;
    read_all(conn, &ids.collect::<Result<Vec<_>>>()?)
}
