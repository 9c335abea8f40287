//! The audit log. A transaction that appends locks the tip of the tenant's chain until it ends.

use async_trait::async_trait;
use jiff::Timestamp;
use tokio_postgres::Row;

use super::Postgres;
use super::error::{Failure, corrupt};
use super::row::{Columns, limit};
use super::transaction::{Tx, params};
use refrain_ledger::ledger::check;
use refrain_ledger::model::{AuditEntry, By, EntryHash, NewEntry, Tenant, Tip};
use refrain_ledger::store::{Audit, ListPage, Page, StoreError, VerifyResult};

/// Locks the tip of a chain. The parameters are the tenant's number and [`START`].
pub(super) const TIP: &str = include_str!("sql/audit_tip.sql");
/// Hash of a chain without entries.
pub(super) const START: &[u8] = &Tip::START.hash.0;
const ADD: &str = include_str!("sql/audit_add.sql");
const LIST: &str = include_str!("sql/audit_page.sql");
const WALK: &str = include_str!("sql/audit_walk.sql");
const END: &str = include_str!("sql/audit_end.sql");

/// Number of entries read at a time when a chain is verified.
const WALK_ROWS: i64 = 1_000;

impl Postgres {
    /// Appends one entry to a tenant's chain, as part of a change.
    pub(super) async fn append_entry(
        &self,
        tx: &Tx,
        number: i32,
        tenant: &Tenant,
        entry: NewEntry,
        now: Timestamp,
    ) -> Result<(), Failure> {
        append(tx, number, tenant, vec![entry], now).await.map(drop)
    }

    /// Appends several entries to a tenant's chain, as part of a change.
    pub(super) async fn append_entries(
        &self,
        tx: &Tx,
        number: i32,
        tenant: &Tenant,
        entries: Vec<NewEntry>,
        now: Timestamp,
    ) -> Result<(), Failure> {
        append(tx, number, tenant, entries, now).await.map(drop)
    }
}

async fn append(
    tx: &Tx,
    number: i32,
    tenant: &Tenant,
    entries: Vec<NewEntry>,
    now: Timestamp,
) -> Result<Vec<AuditEntry>, Failure> {
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    let rows = tx.query(TIP, &[&number, &START]).await?;
    append_held(tx, number, tenant, &rows, entries, now)
}

/// Appends entries to a chain whose tip is locked. `held` is the result of [`TIP`].
pub(super) fn append_held(
    tx: &Tx,
    number: i32,
    tenant: &Tenant,
    held: &[Row],
    entries: Vec<NewEntry>,
    now: Timestamp,
) -> Result<Vec<AuditEntry>, Failure> {
    let mut tip = tip(held.first().ok_or(Failure::Conflict)?)?;
    let mut chained = Vec::with_capacity(entries.len());
    for entry in entries {
        let entry = AuditEntry::chained(tenant.clone(), tip, now, entry);
        tip = entry.tip();
        chained.push(entry);
    }
    let all =
        |column: fn(&AuditEntry) -> &str| chained.iter().map(|entry| column(entry).to_owned()).collect::<Vec<_>>();
    let by = |column: fn(&By) -> &Option<String>| -> Vec<Option<String>> {
        chained.iter().map(|entry| column(&entry.entry.by).clone()).collect()
    };
    let hashes = |column: fn(&AuditEntry) -> EntryHash| -> Vec<Vec<u8>> {
        chained.iter().map(|entry| column(entry).0.to_vec()).collect()
    };
    tx.later(
        ADD,
        params![
            number,
            chained.iter().map(|entry| entry.seq).collect::<Vec<_>>(),
            now,
            all(|entry| &entry.entry.by.actor),
            by(|by| &by.request_id),
            by(|by| &by.reason),
            all(|entry| &entry.entry.action),
            all(|entry| &entry.entry.object),
            all(|entry| &entry.entry.detail),
            hashes(|entry| entry.previous),
            hashes(|entry| entry.hash),
            tip.seq,
            tip.hash.0.to_vec(),
        ],
    );
    Ok(chained)
}

fn tip(row: &Row) -> Result<Tip, StoreError> {
    let mut columns = Columns::new(row);
    Ok(Tip { seq: columns.take()?, hash: hash(columns.take()?)? })
}

fn hash(bytes: &[u8]) -> Result<EntryHash, StoreError> {
    bytes.try_into().map(EntryHash).map_err(|_| corrupt("a hash of length", bytes.len()))
}

fn entry(row: &Row, tenant: &Tenant) -> Result<AuditEntry, StoreError> {
    let mut columns = Columns::new(row);
    let (seq, at) = (columns.take()?, columns.take()?);
    let by = By { actor: columns.take()?, request_id: columns.take()?, reason: columns.take()? };
    let entry = NewEntry { by, action: columns.take()?, object: columns.take()?, detail: columns.take()? };
    Ok(AuditEntry {
        tenant: tenant.clone(),
        seq,
        at,
        entry,
        previous: hash(columns.take()?)?,
        hash: hash(columns.take()?)?,
    })
}

/// Returns the stored tip of a chain, and the sequence number of the last existing entry.
async fn end(tx: &Tx, number: i32) -> Result<(Tip, i64), Failure> {
    let rows = tx.read(END, &[&number]).await?;
    let Some(row) = rows.first() else { return Ok((Tip::START, 0)) };
    Ok((tip(row)?, row.get::<_, Option<i64>>(2).unwrap_or(0)))
}

#[async_trait]
impl Audit for Postgres {
    async fn append(
        &self,
        tenant: &Tenant,
        entries: Vec<NewEntry>,
        now: Timestamp,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        check::entries(&entries)?;
        let entries = &entries;
        self.call(|tx| async move {
            let number = self.tenants.number(&tx, tenant).await?;
            append(&tx, number, tenant, entries.clone(), now).await
        })
        .await
    }

    async fn entries(&self, tenant: &Tenant, page: &Page) -> Result<ListPage<AuditEntry>, StoreError> {
        let before = page.number()?.unwrap_or(i64::MAX);
        let found = self.call(|tx| async move {
            let Some(number) = self.tenants.known(&tx, tenant).await? else { return Ok(Vec::new()) };
            let rows = tx.read(LIST, &[&number, &before, &limit(page)]).await?;
            Ok(rows.iter().map(|row| entry(row, tenant)).collect::<Result<_, _>>()?)
        });
        Ok(ListPage::cut(found.await?, page.rows(), |entry: &AuditEntry| entry.seq.to_string()))
    }

    async fn verify(&self, tenant: &Tenant) -> Result<VerifyResult, StoreError> {
        let known = self.call(|tx| async move { self.tenants.known(&tx, tenant).await });
        let Some(number) = known.await? else { return Ok(VerifyResult::Whole(Tip::START)) };
        // The chain is verified up to its tip at the start of the verification; a long one takes many calls.
        let (end, last) = self.call(|tx| async move { end(&tx, number).await }).await?;
        let mut reached = Tip::START;
        while reached.seq < end.seq {
            let after = reached.seq;
            let walk = self.call(|tx| async move { tx.read(WALK, &[&number, &after, &end.seq, &WALK_ROWS]).await });
            let rows = walk.await?;
            if rows.is_empty() {
                break;
            }
            for row in &rows {
                let entry = entry(row, tenant)?;
                if !entry.follows(reached) {
                    return Ok(VerifyResult::BrokenAt(reached.seq + 1));
                }
                reached = entry.tip();
            }
        }
        // Entries missing at the end were removed; entries after the tip were not written by the store.
        if reached.seq < end.seq {
            Ok(VerifyResult::BrokenAt(reached.seq + 1))
        } else if reached.hash != end.hash {
            Ok(VerifyResult::BrokenAt(reached.seq))
        } else if last > end.seq {
            Ok(VerifyResult::BrokenAt(end.seq + 1))
        } else {
            Ok(VerifyResult::Whole(reached))
        }
    }
}
