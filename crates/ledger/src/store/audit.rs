//! Reading and verifying the audit log. Changes write their own entries; [`Audit::append`] adds entries that
//! belong to no other change.

use async_trait::async_trait;
use jiff::Timestamp;

use crate::ledger::{ListPage, Page, StoreError};
use crate::model::{AuditEntry, NewEntry, Tenant, Tip};

/// Result of verifying an audit chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerifyResult {
    /// Every entry follows its predecessor.
    Whole(Tip),
    /// Sequence number of the first entry that is missing or does not follow its predecessor.
    BrokenAt(i64),
}

/// The audit log of each tenant.
#[async_trait]
pub trait Audit: Send + Sync {
    /// Appends entries to a tenant's chain.
    async fn append(
        &self,
        tenant: &Tenant,
        entries: Vec<NewEntry>,
        now: Timestamp,
    ) -> Result<Vec<AuditEntry>, StoreError>;

    /// Returns a tenant's entries, the latest first.
    async fn entries(&self, tenant: &Tenant, page: &Page) -> Result<ListPage<AuditEntry>, StoreError>;

    /// Verifies a tenant's chain from its start, and compares its end with the tip that the store keeps
    /// separately.
    async fn verify(&self, tenant: &Tenant) -> Result<VerifyResult, StoreError>;
}
