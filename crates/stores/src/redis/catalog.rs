//! Implements [`Catalog`] for Redis: a hash of documents per tenant and kind, with the sorted names beside it.

use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::Value;

use super::audit::{StoredTip, chain};
use super::change::Change;
use super::{Redis, Retries, link, row};
use refrain_ledger::ledger::document::{self, version_after};
use refrain_ledger::model::{By, DocumentName, Tenant};
use refrain_ledger::store::{
    Catalog, Document, DocumentKey, DocumentKind, ExpectedVersion, ListPage, Page, StoreError,
};

impl Redis {
    /// Returns the tip of the audit chain, and then the document with the last version of its name.
    async fn tip_and_document(
        &self,
        key: &DocumentKey,
    ) -> Result<(StoredTip, Option<Document>, Option<i64>), StoreError> {
        let mut pipeline = redis::Pipeline::new();
        pipeline.cmd("GET").arg(self.keys.tip(&key.tenant));
        pipeline.cmd("HGET").arg(self.keys.documents(&key.tenant, key.kind)).arg(key.name.as_str());
        pipeline.cmd("HGET").arg(self.keys.document_versions(&key.tenant, key.kind)).arg(key.name.as_str());
        let mut answers = self.link.calls(&pipeline).await?.into_iter();
        let mut next = || answers.next().unwrap_or(redis::Value::Nil);
        let tip = StoredTip::read(link::bytes(next())?)?;
        let document = link::bytes(next())?.map(|bytes| read(key.clone(), &bytes)).transpose()?;
        Ok((tip, document, link::read(next())?))
    }
}

#[async_trait]
impl Catalog for Redis {
    async fn put(
        &self,
        key: &DocumentKey,
        body: &Value,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<Document, StoreError> {
        let text = document::check(body, by)?;
        let _turn = self.turns.wait(&key.tenant).await;
        let mut retries = Retries::new("the document");
        loop {
            let (tip, found, last) = self.tip_and_document(key).await?;
            let version = version_after(key, expect, found.map(|document| document.version), last)?;
            let mut change = Change::new(self.keys.shard_of(&key.tenant));
            let entry = document::entry(key, "put", version, by);
            chain(&mut change, &self.keys, &key.tenant, &tip, vec![entry], now);
            let mut pack = row::begin(text.len() + 24);
            pack.number(version).at(now).text(&text);
            let name = key.name.as_str().as_bytes();
            let documents = self.keys.documents(&key.tenant, key.kind);
            change.command(&[b"HSET", documents.as_bytes(), name, &pack.done()]);
            let versions = self.keys.document_versions(&key.tenant, key.kind);
            change.command(&[b"HSET", versions.as_bytes(), name, version.to_string().as_bytes()]);
            change.add(self.keys.document_names(&key.tenant, key.kind), 0, key.name.to_string());
            if self.commit_one(change).await? {
                return Ok(Document { key: key.clone(), version, body: body.clone(), updated_at: now });
            }
            retries.again(false).await?;
        }
    }

    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        let mut command = redis::cmd("HGET");
        command.arg(self.keys.documents(&key.tenant, key.kind)).arg(key.name.as_str());
        link::bytes(self.link.call(command).await?)?.map(|bytes| read(key.clone(), &bytes)).transpose()
    }

    async fn documents(
        &self,
        tenant: &Tenant,
        kind: DocumentKind,
        page: &Page,
    ) -> Result<ListPage<Document>, StoreError> {
        let from = page.name()?.map_or_else(|| "-".to_owned(), |after| format!("({after}"));
        let mut command = redis::cmd("ZRANGEBYLEX");
        command.arg(self.keys.document_names(tenant, kind)).arg(from).arg("+");
        command.arg("LIMIT").arg(0).arg(page.rows() + 1);
        let names = link::texts(self.link.call(command).await?)?;
        let mut found = Vec::with_capacity(names.len());
        if !names.is_empty() {
            let mut command = redis::cmd("HMGET");
            command.arg(self.keys.documents(tenant, kind)).arg(&names);
            for (name, value) in names.iter().zip(link::list(self.link.call(command).await?)?) {
                let key = DocumentKey { tenant: tenant.clone(), kind, name: DocumentName::new(name)? };
                found.extend(link::bytes(value)?.map(|bytes| read(key, &bytes)).transpose()?);
            }
        }
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
        let _turn = self.turns.wait(&key.tenant).await;
        let mut retries = Retries::new("the document");
        loop {
            let (tip, found, _) = self.tip_and_document(key).await?;
            let version = document::removed_version(key, expect, found.map(|document| document.version))?;
            let mut change = Change::new(self.keys.shard_of(&key.tenant));
            let entry = document::entry(key, "remove", version, by);
            chain(&mut change, &self.keys, &key.tenant, &tip, vec![entry], now);
            let documents = self.keys.documents(&key.tenant, key.kind);
            change.command(&[b"HDEL", documents.as_bytes(), key.name.as_str().as_bytes()]);
            change.remove(self.keys.document_names(&key.tenant, key.kind), key.name.to_string());
            if self.commit_one(change).await? {
                return Ok(());
            }
            retries.again(false).await?;
        }
    }
}

fn read(key: DocumentKey, bytes: &[u8]) -> Result<Document, StoreError> {
    let mut read = row::open(bytes, "a document")?;
    let (version, updated_at) = (read.number()?, read.at()?);
    let body = serde_json::from_str(read.str()?).map_err(|_| read.damaged())?;
    Ok(Document { key, version, body, updated_at })
}
