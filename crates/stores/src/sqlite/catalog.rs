//! Implements [`Catalog`] for SQLite: versioned documents.

use async_trait::async_trait;
use jiff::Timestamp;
use rusqlite::{Connection, Row, params};
use serde_json::Value;

use super::audit::append_one;
use super::error::{Result, StoreResult, damaged};
use super::row::{self, at, get, micros, optional_text_as, text};
use super::{Sqlite, tenants};
use refrain_ledger::ledger::document::{self, version_after};
use refrain_ledger::model::{By, DocumentName, Tenant};
use refrain_ledger::store::{Catalog, Document, DocumentKey, DocumentKind, ExpectedVersion, ListPage, Page};

fn put(
    conn: &Connection,
    key: &DocumentKey,
    (body, text): (Value, &str),
    expect: ExpectedVersion,
    by: &By,
    now: Timestamp,
) -> Result<Document> {
    let last = last(conn, key)?;
    let found = last.as_ref().filter(|(_, document)| document.is_some()).map(|(version, _)| *version);
    let version = version_after(key, expect, found, last.map(|(version, _)| version))?;
    write(conn, key, version, Some(text), now)?;
    append_one(conn, &key.tenant, document::entry(key, "put", version, by), now)?;
    Ok(Document { key: key.clone(), version, body, updated_at: now })
}

fn remove(conn: &Connection, key: &DocumentKey, expect: ExpectedVersion, by: &By, now: Timestamp) -> Result<()> {
    let found = last(conn, key)?.and_then(|(_, document)| document).map(|document| document.version);
    let version = document::removed_version(key, expect, found)?;
    write(conn, key, version, None, now)?;
    append_one(conn, &key.tenant, document::entry(key, "remove", version, by), now)
}

fn list(conn: &Connection, tenant: &Tenant, kind: DocumentKind, page: &Page) -> Result<ListPage<Document>> {
    let after = page.name()?.unwrap_or_default();
    let Some(number) = tenants::find(conn, tenant)? else { return Ok(ListPage { rows: Vec::new(), next: None }) };
    let mut list = conn.prepare_cached(include_str!("sql/catalog_page.sql"))?;
    let given = params![number, kind.as_str(), after, row::rows(page.rows() + 1)];
    let document = |row: &Row<'_>| {
        let name = DocumentName::new(text(row, 3)?)?;
        let (version, document) = from_row(row, &DocumentKey { tenant: tenant.clone(), kind, name })?;
        document.ok_or_else(|| damaged("a document without a body has version", version))
    };
    let found = list.query_and_then(given, document)?.collect::<Result<_>>()?;
    Ok(ListPage::cut(found, page.rows(), |document: &Document| document.key.name.to_string()))
}

/// Returns the last version of a name, with its document unless that was removed.
fn last(conn: &Connection, key: &DocumentKey) -> Result<Option<(i64, Option<Document>)>> {
    let Some(tenant) = tenants::find(conn, &key.tenant)? else { return Ok(None) };
    let mut read = conn.prepare_cached(include_str!("sql/catalog_document.sql"))?;
    let mut rows = read.query(params![tenant, key.kind.as_str(), key.name.as_str()])?;
    rows.next()?.map(|row| from_row(row, key)).transpose()
}

fn write(conn: &Connection, key: &DocumentKey, version: i64, body: Option<&str>, now: Timestamp) -> Result<()> {
    let tenant = tenants::number(conn, &key.tenant)?;
    let mut write = conn.prepare_cached(include_str!("sql/catalog_write.sql"))?;
    write.execute(params![tenant, key.kind.as_str(), key.name.as_str(), version, body, micros(now)])?;
    Ok(())
}

fn from_row(row: &Row<'_>, key: &DocumentKey) -> Result<(i64, Option<Document>)> {
    let version = get(row, 0)?;
    let updated_at = at(row, 2)?;
    let body =
        optional_text_as(row, 1, |text| serde_json::from_str(text).map_err(|error| damaged("a document", error)))?;
    Ok((version, body.map(|body| Document { key: key.clone(), version, body, updated_at })))
}

#[async_trait]
impl Catalog for Sqlite {
    async fn put(
        &self,
        key: &DocumentKey,
        body: &Value,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> StoreResult<Document> {
        let text = document::check(body, by)?;
        let (key, body, by) = (key.clone(), body.clone(), by.clone());
        self.write(move |conn| put(conn, &key, (body, &text), expect, &by, now)).await
    }

    async fn document(&self, key: &DocumentKey) -> StoreResult<Option<Document>> {
        let key = key.clone();
        self.read(move |conn| Ok(last(conn, &key)?.and_then(|(_, document)| document))).await
    }

    async fn documents(&self, tenant: &Tenant, kind: DocumentKind, page: &Page) -> StoreResult<ListPage<Document>> {
        let (tenant, page) = (tenant.clone(), page.clone());
        self.read(move |conn| list(conn, &tenant, kind, &page)).await
    }

    async fn remove(&self, key: &DocumentKey, expect: ExpectedVersion, by: &By, now: Timestamp) -> StoreResult<()> {
        document::check(&Value::Null, by)?;
        let (key, by) = (key.clone(), by.clone());
        self.write(move |conn| remove(conn, &key, expect, &by, now)).await
    }
}
