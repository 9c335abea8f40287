//! Implements [`Catalog`] for PostgreSQL: versioned documents.

use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::Value;
use tokio_postgres::Row;

use super::Postgres;
use super::error::{Failure, bad_name};
use super::row::{Columns, limit};
use super::transaction::{Tx, params};
use refrain_ledger::ledger::document::{self, version_after};
use refrain_ledger::model::{By, DocumentName, Tenant};
use refrain_ledger::store::{
    Catalog, Document, DocumentKey, DocumentKind, ExpectedVersion, ListPage, Page, StoreError,
};

const LOCK: &str = include_str!("sql/catalog_lock.sql");
const ADD: &str = include_str!("sql/catalog_add.sql");
const WRITE: &str = include_str!("sql/catalog_write.sql");
const READ: &str = include_str!("sql/catalog_document.sql");
const LIST: &str = include_str!("sql/catalog_page.sql");

/// The highest version a name ever had, and whether the document exists now.
type Last = Option<(i64, bool)>;

fn found(last: Last) -> Option<i64> {
    last.filter(|(_, has_body)| *has_body).map(|(version, _)| version)
}

async fn locked(tx: &Tx, tenant: i32, key: &DocumentKey) -> Result<Last, Failure> {
    let rows = tx.query(LOCK, &[&tenant, &key.kind.as_str(), &key.name.as_str()]).await?;
    Ok(rows.first().map(|row| (row.get(0), row.get(1))))
}

fn read(row: &Row, tenant: &Tenant, kind: DocumentKind) -> Result<Document, StoreError> {
    let mut columns = Columns::new(row);
    let name = DocumentName::new(columns.take()?).map_err(|error| bad_name(&error))?;
    let version = columns.take()?;
    let body: &str = columns.take()?;
    let body = serde_json::from_str(body).map_err(|error| StoreError::Corrupt(format!("document {name}: {error}")))?;
    let key = DocumentKey { tenant: tenant.clone(), kind, name };
    Ok(Document { key, version, body, updated_at: columns.take()? })
}

#[async_trait]
impl Catalog for Postgres {
    async fn put(
        &self,
        key: &DocumentKey,
        body: &Value,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<Document, StoreError> {
        let text = &document::check(body, by)?;
        self.call(|tx| async move {
            let tenant = self.tenants.number(&tx, &key.tenant).await?;
            let last = locked(&tx, tenant, key).await?;
            let version = version_after(key, expect, found(last), last.map(|(version, _)| version))?;
            let sql = if last.is_some() { WRITE } else { ADD };
            let (kind, name) = (key.kind.as_str(), key.name.as_str().to_owned());
            tx.later(sql, params![tenant, kind, name, version, Some(text.clone()), now]);
            self.append_entry(&tx, tenant, &key.tenant, document::entry(key, "put", version, by), now).await?;
            Ok(Document { key: key.clone(), version, body: body.clone(), updated_at: now })
        })
        .await
    }

    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        self.call(|tx| async move {
            let Some(tenant) = self.tenants.known(&tx, &key.tenant).await? else { return Ok(None) };
            let rows = tx.read(READ, &[&tenant, &key.kind.as_str(), &key.name.as_str()]).await?;
            Ok(rows.first().map(|row| read(row, &key.tenant, key.kind)).transpose()?)
        })
        .await
    }

    async fn documents(
        &self,
        tenant: &Tenant,
        kind: DocumentKind,
        page: &Page,
    ) -> Result<ListPage<Document>, StoreError> {
        let after = page.name()?.unwrap_or_default();
        let found = self.call(|tx| async move {
            let Some(number) = self.tenants.known(&tx, tenant).await? else { return Ok(Vec::new()) };
            let rows = tx.read(LIST, &[&number, &kind.as_str(), &after, &limit(page)]).await?;
            Ok(rows.iter().map(|row| read(row, tenant, kind)).collect::<Result<_, _>>()?)
        });
        Ok(ListPage::cut(found.await?, page.rows(), |document: &Document| document.key.name.to_string()))
    }

    async fn remove(
        &self,
        key: &DocumentKey,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        document::check(&Value::Null, by)?;
        self.call(|tx| async move {
            let tenant = self.tenants.number(&tx, &key.tenant).await?;
            let last = locked(&tx, tenant, key).await?;
            let version = document::removed_version(key, expect, found(last))?;
            let (kind, name) = (key.kind.as_str(), key.name.as_str().to_owned());
            tx.later(WRITE, params![tenant, kind, name, version, None::<String>, now]);
            self.append_entry(&tx, tenant, &key.tenant, document::entry(key, "remove", version, by), now).await
        })
        .await
    }
}
