//! Records and lists gaps.

use jiff::Timestamp;
use rusqlite::{Connection, Row, params};

use super::error::{Result, damaged};
use super::ids;
use super::row::{self, at, count, count_at, get, micros, text};
use super::tenants::{self, TenantNumber};
use refrain_ledger::model::{Gap, NewGap, ScheduleId, ScheduleKey, SkipReason};
use refrain_ledger::store::{ListPage, Page};

/// Records gaps.
pub(super) fn add_gaps(
    conn: &Connection,
    tenant: TenantNumber,
    schedule: &ScheduleId,
    gaps: &[NewGap],
    now: Timestamp,
) -> Result<()> {
    let first = ids::reserve(conn, gaps.len())?;
    let mut insert = conn.prepare_cached(include_str!("sql/gaps_add.sql"))?;
    for (id, gap) in (first..).zip(gaps) {
        insert.execute(params![
            id,
            tenant,
            schedule.as_str(),
            micros(gap.from),
            micros(gap.to),
            count(gap.count),
            gap.reason.as_str(),
            micros(now),
        ])?;
    }
    Ok(())
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
