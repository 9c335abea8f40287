//! The audit log: entries chained by their hashes, with the tip of each chain stored separately.

use async_trait::async_trait;
use jiff::Timestamp;
use rusqlite::{Connection, Row, params};

use super::Sqlite;
use super::error::{Result, StoreResult};
use super::row::{self, at, get, micros};
use super::tenants::{self, TenantNumber};
use refrain_ledger::ledger::check;
use refrain_ledger::model::{AuditEntry, By, EntryHash, NewEntry, Tenant, Tip};
use refrain_ledger::store::{Audit, ListPage, Page, VerifyResult};

/// Appends entries to a tenant's chain, in the transaction of the change they record.
pub(super) fn append(
    conn: &Connection,
    tenant: &Tenant,
    entries: Vec<NewEntry>,
    now: Timestamp,
) -> Result<Vec<AuditEntry>> {
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    let number = tenants::number(conn, tenant)?;
    let mut tip = tip(conn, number)?;
    let mut insert = conn.prepare_cached(include_str!("sql/audit_add.sql"))?;
    let mut chained = Vec::with_capacity(entries.len());
    for entry in entries {
        let entry = AuditEntry::chained(tenant.clone(), tip, now, entry);
        let NewEntry { by, action, object, detail } = &entry.entry;
        insert.execute(params![
            number,
            entry.seq,
            micros(entry.at),
            by.actor,
            by.request_id,
            by.reason,
            action,
            object,
            detail,
            entry.previous.0,
            entry.hash.0,
        ])?;
        tip = entry.tip();
        chained.push(entry);
    }
    let mut move_tip = conn.prepare_cached(include_str!("sql/audit_tip_move.sql"))?;
    move_tip.execute(params![number, tip.seq, tip.hash.0])?;
    Ok(chained)
}

/// Appends one entry.
pub(super) fn append_one(conn: &Connection, tenant: &Tenant, entry: NewEntry, now: Timestamp) -> Result<()> {
    append(conn, tenant, vec![entry], now).map(drop)
}

#[async_trait]
impl Audit for Sqlite {
    async fn append(&self, tenant: &Tenant, entries: Vec<NewEntry>, now: Timestamp) -> StoreResult<Vec<AuditEntry>> {
        check::entries(&entries)?;
        let tenant = tenant.clone();
        self.write(move |conn| append(conn, &tenant, entries, now)).await
    }

    async fn entries(&self, tenant: &Tenant, page: &Page) -> StoreResult<ListPage<AuditEntry>> {
        let before = page.number()?.unwrap_or(i64::MAX);
        let (tenant, rows) = (tenant.clone(), page.rows());
        let found = self.read(move |conn| {
            let Some(number) = tenants::find(conn, &tenant)? else { return Ok(Vec::new()) };
            let mut read = conn.prepare_cached(include_str!("sql/audit_page.sql"))?;
            read.query_and_then(params![number, before, row::rows(rows + 1)], |row| from_row(row, &tenant))?.collect()
        });
        Ok(ListPage::cut(found.await?, rows, |entry: &AuditEntry| entry.seq.to_string()))
    }

    async fn verify(&self, tenant: &Tenant) -> StoreResult<VerifyResult> {
        let tenant = tenant.clone();
        self.read(move |conn| verify(conn, &tenant)).await
    }
}

fn verify(conn: &Connection, tenant: &Tenant) -> Result<VerifyResult> {
    let Some(number) = tenants::find(conn, tenant)? else { return Ok(VerifyResult::Whole(Tip::START)) };
    let mut read = conn.prepare_cached(include_str!("sql/audit_walk.sql"))?;
    let mut rows = read.query([number])?;
    let mut end = Tip::START;
    while let Some(row) = rows.next()? {
        // An entry that cannot be read counts as broken too.
        match from_row(row, tenant) {
            Ok(entry) if entry.follows(end) => end = entry.tip(),
            Ok(_) | Err(_) => return Ok(VerifyResult::BrokenAt(end.seq + 1)),
        }
    }
    Ok(if end == tip(conn, number)? { VerifyResult::Whole(end) } else { VerifyResult::BrokenAt(end.seq + 1) })
}

fn tip(conn: &Connection, tenant: TenantNumber) -> Result<Tip> {
    let mut read = conn.prepare_cached(include_str!("sql/audit_tip.sql"))?;
    let mut rows = read.query([tenant])?;
    let tip = |row: &Row<'_>| Ok(Tip { seq: get(row, 0)?, hash: EntryHash(get(row, 1)?) });
    rows.next()?.map_or(Ok(Tip::START), tip)
}

fn from_row(row: &Row<'_>, tenant: &Tenant) -> Result<AuditEntry> {
    Ok(AuditEntry {
        tenant: tenant.clone(),
        seq: get(row, 0)?,
        at: at(row, 1)?,
        entry: NewEntry {
            by: By { actor: get(row, 2)?, request_id: get(row, 3)?, reason: get(row, 4)? },
            action: get(row, 5)?,
            object: get(row, 6)?,
            detail: get(row, 7)?,
        },
        previous: EntryHash(get(row, 8)?),
        hash: EntryHash(get(row, 9)?),
    })
}
