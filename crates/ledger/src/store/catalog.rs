//! Named, versioned documents: dispatch rules, holds, quotas, calendars, secrets, API keys and alerts. All kinds
//! share one set of methods.

use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::Value;

use crate::ledger::{ExpectedVersion, ListPage, Page, StoreError};
use crate::model::{By, Document, DocumentKey, DocumentKind, Tenant};

/// Documents. Every change writes its audit entry in the same transaction. The entry never contains the body.
#[async_trait]
pub trait Catalog: Send + Sync {
    /// Writes a document.
    async fn put(
        &self,
        key: &DocumentKey,
        body: &Value,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<Document, StoreError>;

    /// Returns a document.
    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError>;

    /// Returns a tenant's documents of one kind, ordered by name.
    async fn documents(
        &self,
        tenant: &Tenant,
        kind: DocumentKind,
        page: &Page,
    ) -> Result<ListPage<Document>, StoreError>;

    /// Removes a document. Fails with [`StoreError::NotFound`] if the document does not exist.
    async fn remove(
        &self,
        key: &DocumentKey,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<(), StoreError>;
}
