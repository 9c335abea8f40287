//! Lists and counts schedules.

use rusqlite::{Connection, params};

use super::error::Result;
use super::row::{self, code, count_at, get, text};
use super::schedule::listed;
use super::tenants;
use refrain_ledger::ledger::wanted::{PageScan, ScheduleMatcher};
use refrain_ledger::model::{ScheduleUid, Status, Tenant};
use refrain_ledger::store::{ListPage, ListedSchedule, Page, ScheduleCounts, ScheduleFilter};

pub(super) fn schedules(
    conn: &Connection,
    tenant: &Tenant,
    filter: &ScheduleFilter,
    page: &Page,
) -> Result<ListPage<ListedSchedule>> {
    let after = page.name()?.unwrap_or_default();
    let Some(tenant) = tenants::find(conn, tenant)? else { return Ok(ListPage { rows: Vec::new(), next: None }) };
    let (wanted, mut walk) = (ScheduleMatcher::by(filter), PageScan::new(filter, page));
    let statuses = filter.statuses.iter().fold(0, |mask, status| mask | 1_i64 << status.code());
    let prefix = filter.id_prefix.as_deref().unwrap_or_default();
    let mut list = conn.prepare_cached(include_str!("sql/schedules_page.sql"))?;
    let limit = row::rows(walk.scans_left());
    let mut rows =
        list.query(params![wanted.needs_definitions(), statuses, tenant, after.max(prefix), after, limit])?;
    while walk.scans_left() > 0
        && let Some(row) = rows.next()?
    {
        let (uid, id, status) =
            (get::<i64>(row, 0)?, text(row, 1)?, code(row, 2, "a schedule's status", Status::from_code)?);
        // If the definition is not a text, filters treat it as missing.
        let definition = row.get_ref(3).ok().and_then(|value| value.as_str_or_null().ok().flatten());
        walk.look(id, || (wanted.matches_status(status) && wanted.matches_stored(id, definition)).then_some(uid));
    }
    let found = walk.page();
    Ok(ListPage { rows: listed(conn, &found.rows)?, next: found.next })
}

pub(super) fn count_schedules(conn: &Connection, tenant: &Tenant, limit: usize) -> Result<ScheduleCounts> {
    let mut counts = ScheduleCounts::default();
    let Some(tenant) = tenants::find(conn, tenant)? else { return Ok(counts) };
    let mut count = conn.prepare_cached(include_str!("sql/schedules_by_status.sql"))?;
    let mut rows = count.query(params![tenant, row::rows(limit + 1)])?;
    while let Some(row) = rows.next()? {
        counts.by_status.insert(code(row, 0, "a schedule's status", Status::from_code)?, count_at(row, 1)?);
    }
    counts.is_cut = counts.of(&[]) > limit as u64;
    Ok(counts)
}

pub(super) fn scan(conn: &Connection, after: Option<ScheduleUid>, limit: usize) -> Result<Vec<ListedSchedule>> {
    let after = after.map_or(i64::MIN, |uid| uid.0);
    let mut list = conn.prepare_cached(include_str!("sql/schedules_scan.sql"))?;
    let uids: Vec<i64> =
        list.query_map(params![after, row::rows(limit)], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    listed(conn, &uids)
}
