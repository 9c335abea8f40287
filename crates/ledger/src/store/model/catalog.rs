//! Documents.

use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::Value;

use super::Model;
use crate::ledger::document::{self, version_after};
use crate::model::{By, Tenant};
use crate::store::{Catalog, Document, DocumentKey, DocumentKind, ExpectedVersion, ListPage, Page, StoreError};

#[async_trait]
impl Catalog for Model {
    async fn put(
        &self,
        key: &DocumentKey,
        body: &Value,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<Document, StoreError> {
        document::check(body, by)?;
        self.with(|state| {
            let found = state.documents.get(key).map(|document| document.version);
            let version = version_after(key, expect, found, state.versions.get(key).copied())?;
            let document = Document { key: key.clone(), version, body: body.clone(), updated_at: now };
            state.documents.insert(key.clone(), document.clone());
            state.versions.insert(key.clone(), version);
            state.append(&key.tenant, document::entry(key, "put", version, by), now);
            Ok(document)
        })
    }

    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        Ok(self.with(|state| state.documents.get(key).cloned()))
    }

    async fn documents(
        &self,
        tenant: &Tenant,
        kind: DocumentKind,
        page: &Page,
    ) -> Result<ListPage<Document>, StoreError> {
        let after = page.name()?;
        let is_wanted = |document: &&Document| {
            let key = &document.key;
            key.tenant == *tenant && key.kind == kind && after.is_none_or(|after| key.name.as_str() > after)
        };
        let found =
            self.with(|state| state.documents.values().filter(is_wanted).take(page.rows() + 1).cloned().collect());
        Ok(ListPage::cut(found, page.rows(), |document: &Document| document.key.name.to_string()))
    }

    async fn remove(
        &self,
        key: &DocumentKey,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        document::check(&Value::Null, by)?;
        self.with(|state| {
            let found = state.documents.get(key).map(|document| document.version);
            let version = document::removed_version(key, expect, found)?;
            state.documents.remove(key);
            state.append(&key.tenant, document::entry(key, "remove", version, by), now);
            Ok(())
        })
    }
}
