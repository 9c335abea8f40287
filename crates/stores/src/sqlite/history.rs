//! Reads the ledger: occurrences with their attempts, gaps, and the next wake-up time.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};

use super::error::{Failure, Result, damaged};
use super::occurrence::{attempts, find, read_all};
use super::row::{self, at, count_at, get, instant, micros, optional_micros, text};
use super::tenants::{self, TenantNumber};
use refrain_ledger::model::{
    Attempt, Gap, NewGap, Occurrence, OccurrenceId, ScheduleId, ScheduleKey, ScheduleUid, SkipReason, Tenant,
};
use refrain_ledger::store::{ListPage, NextWakeup, OccurrenceFilter, Page, StoreError};

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
    let mut seek = conn.prepare_cached(include_str!("sql/occurrences_recent.sql"))?;
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
    let mut ends = conn.prepare_cached(include_str!("sql/occurrences_ends.sql"))?;
    let (first, last): (Option<i64>, Option<i64>) = ends.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (first, last) = (first.unwrap_or(0), last.unwrap_or(-1).min(before));
    Ok((first >> BLOCK_BITS..=last >> BLOCK_BITS).rev())
}

fn schedules_named(conn: &Connection, tenant: TenantNumber, id: &ScheduleId) -> Result<Vec<Option<i64>>> {
    let mut named = conn.prepare_cached(include_str!("sql/schedules_named.sql"))?;
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
        None => include_str!("sql/occurrences_of_tenant.sql"),
        Some(uid) => {
            given.push(uid);
            include_str!("sql/occurrences_of_schedule.sql")
        }
    };
    given.extend([&place.before as &dyn ToSql, &states, &reasons, &from, &until, &name, &value, &limit]);
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
    let mut list = conn.prepare_cached(include_str!("sql/occurrences_planned.sql"))?;
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
    let mut list = conn.prepare_cached(include_str!("sql/occurrences_open_page.sql"))?;
    let ids = list.query_and_then(params![uid.0, after, row::rows(limit)], |row| Ok(OccurrenceId(get(row, 0)?)))?;
    read_all(conn, &ids.collect::<Result<Vec<_>>>()?)
}

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

pub(super) fn gaps(conn: &Connection, key: &ScheduleKey, page: &Page) -> Result<ListPage<Gap>> {
    let before = page.number()?.unwrap_or(i64::MAX);
    let tenant: Option<TenantNumber> = tenants::find(conn, &key.tenant)?;
    let mut list = conn.prepare_cached(include_str!("sql/gaps_page.sql"))?;
    let given = params![tenant, key.id.as_str(), before, row::rows(page.rows() + 1)];
    let found = list.query_and_then(given, |row| gap(row, key))?.collect::<Result<_>>()?;
    Ok(ListPage::cut(found, page.rows(), |gap: &Gap| gap.id.to_string()))
}

fn gap(row: &Row<'_>, key: &ScheduleKey) -> Result<Gap> {
    let reason = text(row, 4)?;
    Ok(Gap {
        id: get(row, 0)?,
        schedule: key.clone(),
        covers: NewGap {
            from: at(row, 1)?,
            to: at(row, 2)?,
            count: count_at(row, 3)?,
            reason: SkipReason::from_text(reason).ok_or_else(|| damaged("the reason of a gap", reason))?,
        },
        created_at: at(row, 5)?,
    })
}

pub(super) fn next_wakeup(conn: &Connection) -> Result<NextWakeup> {
    let mut first = conn.prepare_cached(include_str!("sql/plan_first.sql"))?;
    let plan_at: Option<i64> = first.query_row([], |row| row.get(0))?;
    let mut first = conn.prepare_cached(include_str!("sql/wake_first.sql"))?;
    let claim_at: Option<i64> = first.query_row([], |row| row.get(0)).optional()?;
    Ok(NextWakeup { plan_at: plan_at.map(instant).transpose()?, claim_at: claim_at.map(instant).transpose()? })
}
