//! A store with a fault: queues, documents, marks and the audit log. Methods without a fault delegate to the model.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use tokio::sync::watch;

use super::Fault;
use crate::model::{AuditEntry, By, NewEntry, NewWorkItem, Node, NodeId, Tenant, Tip, WorkItem, WorkItemId};
use crate::store::model::Model;
use crate::store::{
    Audit, Catalog, ClaimWork, Document, DocumentKey, DocumentKind, EnqueueResult, ExpectedVersion, Health, ListPage,
    Mark, MarkName, Marks, Page, Queue, Store, StoreError, VerifyResult, WorkEnding, WorkFilter, WorkLease,
};

pub(crate) struct FaultyStore {
    pub(super) model: Model,
    pub(super) fault: Fault,
}

impl FaultyStore {
    /// Yields, so that other tasks run between two steps that should have been one.
    pub(super) async fn pause(&self) {
        for _ in 0..3 {
            tokio::task::yield_now().await;
        }
    }
}

#[async_trait]
impl Queue for FaultyStore {
    async fn enqueue(&self, items: Vec<NewWorkItem>, now: Timestamp) -> Result<Vec<EnqueueResult>, StoreError> {
        self.model.enqueue(items, now).await
    }

    async fn claim_work(&self, claim: &ClaimWork, now: Timestamp) -> Result<Vec<WorkItem>, StoreError> {
        self.model.claim_work(claim, now).await
    }

    async fn extend(
        &self,
        tenant: &Tenant,
        leases: &[WorkLease],
        lease_for: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError> {
        self.model.extend(tenant, leases, lease_for, now).await
    }

    async fn finish(
        &self,
        tenant: &Tenant,
        endings: Vec<(WorkLease, WorkEnding)>,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError> {
        self.model.finish(tenant, endings, now).await
    }

    async fn work_item(&self, tenant: &Tenant, id: WorkItemId) -> Result<Option<WorkItem>, StoreError> {
        self.model.work_item(tenant, id).await
    }

    async fn work_items(
        &self,
        tenant: &Tenant,
        filter: &WorkFilter,
        page: &Page,
    ) -> Result<ListPage<WorkItem>, StoreError> {
        self.model.work_items(tenant, filter, page).await
    }

    async fn replay(
        &self,
        tenant: &Tenant,
        ids: &[WorkItemId],
        by: &By,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError> {
        self.model.replay(tenant, ids, by, now).await
    }
}

#[async_trait]
impl Catalog for FaultyStore {
    async fn put(
        &self,
        key: &DocumentKey,
        body: &Value,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<Document, StoreError> {
        self.model.put(key, body, expect, by, now).await
    }

    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        self.model.document(key).await
    }

    async fn documents(
        &self,
        tenant: &Tenant,
        kind: DocumentKind,
        page: &Page,
    ) -> Result<ListPage<Document>, StoreError> {
        self.model.documents(tenant, kind, page).await
    }

    async fn remove(
        &self,
        key: &DocumentKey,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.model.remove(key, expect, by, now).await
    }
}

#[async_trait]
impl Marks for FaultyStore {
    async fn mark_if_absent(
        &self,
        name: &MarkName,
        value: &str,
        ttl: SignedDuration,
        now: Timestamp,
    ) -> Result<Option<Mark>, StoreError> {
        if self.fault != Fault::MarkReadThenWritten {
            return self.model.mark_if_absent(name, value, ttl, now).await;
        }
        let held = self.model.mark(name, now).await?;
        self.pause().await;
        if held.is_none() {
            let current = self.model.mark(name, now).await?.map(|mark| mark.value);
            let mark = Mark { value: value.to_owned(), until: now + ttl };
            self.model.replace_mark(name, current.as_deref(), Some(&mark), now).await?;
        }
        Ok(held)
    }

    async fn replace_mark(
        &self,
        name: &MarkName,
        expected: Option<&str>,
        mark: Option<&Mark>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.model.replace_mark(name, expected, mark, now).await
    }

    async fn mark(&self, name: &MarkName, now: Timestamp) -> Result<Option<Mark>, StoreError> {
        let late = if self.fault == Fault::MarkTooLong { SignedDuration::from_micros(1) } else { SignedDuration::ZERO };
        self.model.mark(name, now - late).await
    }

    async fn count(
        &self,
        name: &MarkName,
        add: u32,
        window: SignedDuration,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        self.model.count(name, add, window, now).await
    }

    async fn beat(&self, node: &Node, lease_for: SignedDuration, now: Timestamp) -> Result<(), StoreError> {
        self.model.beat(node, lease_for, now).await
    }

    async fn leave(&self, node: &NodeId) -> Result<(), StoreError> {
        self.model.leave(node).await
    }

    async fn nodes(&self, now: Timestamp) -> Result<Vec<Node>, StoreError> {
        self.model.nodes(now).await
    }

    async fn sweep(&self, limit: usize, now: Timestamp) -> Result<usize, StoreError> {
        self.model.sweep(limit, now).await
    }
}

#[async_trait]
impl Audit for FaultyStore {
    async fn append(
        &self,
        tenant: &Tenant,
        entries: Vec<NewEntry>,
        now: Timestamp,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        self.model.append(tenant, entries, now).await
    }

    async fn entries(&self, tenant: &Tenant, page: &Page) -> Result<ListPage<AuditEntry>, StoreError> {
        let mut found = self.model.entries(tenant, page).await?;
        if self.fault == Fault::AuditForgotten {
            found.rows.retain(|entry| !entry.entry.action.starts_with("occurrence."));
        }
        Ok(found)
    }

    async fn verify(&self, tenant: &Tenant) -> Result<VerifyResult, StoreError> {
        if self.fault == Fault::VerifyBlind {
            let last = self.model.entries(tenant, &Page::first(1)).await?.rows.pop();
            return Ok(VerifyResult::Whole(last.map_or(Tip::START, |last| last.tip())));
        }
        self.model.verify(tenant).await
    }
}

#[async_trait]
impl Store for FaultyStore {
    async fn now(&self) -> Result<Timestamp, StoreError> {
        self.model.now().await
    }

    async fn health(&self) -> Result<Health, StoreError> {
        self.model.health().await
    }

    fn wakes(&self) -> watch::Receiver<u64> {
        self.model.wakes()
    }
}
