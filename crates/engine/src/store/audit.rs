//! Reading and verifying what people did. Changes write their own entries; this is for entries that stand alone.

use async_trait::async_trait;
use jiff::Timestamp;

use crate::audit::{AuditEntry, NewEntry, Tip};
use crate::id::Tenant;
use crate::store::error::StoreError;
use crate::store::page::{Page, Paged};

/// What a look at a chain found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verified {
    /// Every entry follows its predecessor.
    Whole(Tip),
    /// This is the first that does not, or the first that is missing.
    BrokenAt(i64),
}

/// The audit of each tenant.
#[async_trait]
pub trait Audit: Send + Sync {
    /// Adds entries to a tenant's chain.
    async fn append(
        &self,
        tenant: &Tenant,
        entries: Vec<NewEntry>,
        now: Timestamp,
    ) -> Result<Vec<AuditEntry>, StoreError>;

    /// A tenant's entries, the latest first.
    async fn entries(&self, tenant: &Tenant, page: &Page) -> Result<Paged<AuditEntry>, StoreError>;

    /// Walks a tenant's chain from its beginning and compares its end with the tip that the store keeps apart.
    async fn verify(&self, tenant: &Tenant) -> Result<Verified, StoreError>;
}
