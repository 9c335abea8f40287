//! The audit log.

use async_trait::async_trait;
use jiff::Timestamp;

use super::Model;
use crate::ledger::check;
use crate::model::{AuditEntry, NewEntry, Tenant, Tip};
use crate::store::{Audit, ListPage, Page, StoreError, VerifyResult};

#[async_trait]
impl Audit for Model {
    async fn append(
        &self,
        tenant: &Tenant,
        entries: Vec<NewEntry>,
        now: Timestamp,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        check::entries(&entries)?;
        Ok(self.with(|state| entries.into_iter().map(|entry| state.append(tenant, entry, now)).collect()))
    }

    async fn entries(&self, tenant: &Tenant, page: &Page) -> Result<ListPage<AuditEntry>, StoreError> {
        let before = page.number()?.unwrap_or(i64::MAX);
        let found = self.with(|state| {
            let chain = state.audit.get(tenant).into_iter().flatten().rev();
            chain.filter(|entry| entry.seq < before).take(page.rows() + 1).cloned().collect()
        });
        Ok(ListPage::cut(found, page.rows(), |entry: &AuditEntry| entry.seq.to_string()))
    }

    async fn verify(&self, tenant: &Tenant) -> Result<VerifyResult, StoreError> {
        Ok(self.with(|state| {
            let mut tip = Tip::START;
            for entry in state.audit.get(tenant).into_iter().flatten() {
                if !entry.follows(tip) {
                    return VerifyResult::BrokenAt(tip.seq + 1);
                }
                tip = entry.tip();
            }
            let end = state.tips.get(tenant).copied().unwrap_or(Tip::START);
            if tip == end { VerifyResult::Whole(tip) } else { VerifyResult::BrokenAt(tip.seq + 1) }
        }))
    }
}

impl Model {
    /// Changes a tenant's entries without updating the chain, as someone with write access to the storage could.
    /// For tests that need a broken audit log.
    pub fn tamper(&self, tenant: &Tenant, change: impl FnOnce(&mut Vec<AuditEntry>)) {
        self.with(|state| change(state.audit.entry(tenant.clone()).or_default()));
    }
}
