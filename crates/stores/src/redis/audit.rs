//! The audit log: a list of entries per tenant, with its tip stored separately.
//!
//! Entries are chained in this process. A commit is refused if the tip is no longer the one that was read. So
//! changes by people are serialized within a tenant, whichever node they come through.

use async_trait::async_trait;
use jiff::Timestamp;

use super::change::Change;
use super::keys::Keys;
use super::{Redis, Retries, link, row};
use refrain_ledger::ledger::check;
use refrain_ledger::model::{AuditEntry, NewEntry, Tenant, Tip};
use refrain_ledger::store::{Audit, ListPage, Page, StoreError, VerifyResult};

/// Number of entries read at once when a chain is verified.
const WALK: i64 = 1_000;

/// Tip of a chain as it was read.
#[derive(Debug)]
pub(super) struct StoredTip {
    stored: Option<Vec<u8>>,
    tip: Tip,
}

impl StoredTip {
    pub(super) fn read(stored: Option<Vec<u8>>) -> Result<Self, StoreError> {
        let tip = stored.as_deref().map(row::tip).transpose()?.unwrap_or(Tip::START);
        Ok(Self { stored, tip })
    }
}

/// Adds entries to a change. The change is then refused if another client has appended entries in the meantime.
pub(super) fn chain(
    change: &mut Change,
    keys: &Keys,
    tenant: &Tenant,
    read: &StoredTip,
    entries: Vec<NewEntry>,
    now: Timestamp,
) -> Vec<AuditEntry> {
    let key = keys.tip(tenant);
    change.expect_value(key.clone(), read.stored.as_deref());
    let list = keys.audit(tenant);
    let mut tip = read.tip;
    let mut chained = Vec::with_capacity(entries.len());
    for entry in entries {
        let entry = AuditEntry::chained(tenant.clone(), tip, now, entry);
        tip = entry.tip();
        change.command(&[b"RPUSH", list.as_bytes(), &row::pack_entry(&entry)]);
        chained.push(entry);
    }
    change.set(key, row::pack_tip(tip));
    chained
}

impl Redis {
    pub(super) async fn read_tip(&self, tenant: &Tenant) -> Result<StoredTip, StoreError> {
        let mut command = redis::cmd("GET");
        command.arg(self.keys.tip(tenant));
        StoredTip::read(link::bytes(self.link.call(command).await?)?)
    }

    async fn read_entries(&self, tenant: &Tenant, from: i64, to: i64) -> Result<Vec<Vec<u8>>, StoreError> {
        let mut command = redis::cmd("LRANGE");
        command.arg(self.keys.audit(tenant)).arg(from).arg(to);
        link::read(self.link.call(command).await?)
    }
}

#[async_trait]
impl Audit for Redis {
    async fn append(
        &self,
        tenant: &Tenant,
        entries: Vec<NewEntry>,
        now: Timestamp,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        check::entries(&entries)?;
        if entries.is_empty() {
            return Ok(Vec::new());
        }
        let _turn = self.turns.wait(tenant).await;
        let mut retries = Retries::new("the audit log");
        loop {
            let tip = self.read_tip(tenant).await?;
            let mut change = Change::new(self.keys.shard_of(tenant));
            let chained = chain(&mut change, &self.keys, tenant, &tip, entries.clone(), now);
            if self.commit_one(change).await? {
                return Ok(chained);
            }
            retries.again(false).await?;
        }
    }

    async fn entries(&self, tenant: &Tenant, page: &Page) -> Result<ListPage<AuditEntry>, StoreError> {
        // The entry with sequence number n is at index n - 1.
        let before = page.number()?.unwrap_or(i64::MAX);
        let mut length = redis::cmd("LLEN");
        length.arg(self.keys.audit(tenant));
        let length: i64 = link::read(self.link.call(length).await?)?;
        let to = length.min(before.saturating_sub(1));
        if to < 1 {
            return Ok(ListPage { rows: Vec::new(), next: None });
        }
        let from = (to - page.rows() as i64 - 1).max(0);
        let found = self.read_entries(tenant, from, to - 1).await?;
        let mut found = found.iter().rev().map(|bytes| row::entry(tenant, bytes)).collect::<Result<Vec<_>, _>>()?;
        found.truncate(page.rows() + 1);
        Ok(ListPage::cut(found, page.rows(), |entry: &AuditEntry| entry.seq.to_string()))
    }

    async fn verify(&self, tenant: &Tenant) -> Result<VerifyResult, StoreError> {
        // The tip is read first: entries that are appended during the verification are then not expected.
        let end = self.read_tip(tenant).await?.tip;
        let mut tip = Tip::START;
        while tip.seq < end.seq {
            let to = (tip.seq + WALK).min(end.seq) - 1;
            let found = self.read_entries(tenant, tip.seq, to).await?;
            if found.is_empty() {
                return Ok(VerifyResult::BrokenAt(tip.seq + 1));
            }
            for bytes in found {
                match row::entry(tenant, &bytes) {
                    Ok(entry) if entry.follows(tip) => tip = entry.tip(),
                    Ok(_) | Err(_) => return Ok(VerifyResult::BrokenAt(tip.seq + 1)),
                }
            }
        }
        Ok(if tip == end { VerifyResult::Whole(tip) } else { VerifyResult::BrokenAt(tip.seq) })
    }
}
