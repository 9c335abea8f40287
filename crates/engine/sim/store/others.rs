//! Queues, documents, marks, the audit log and the clock of the faulty store.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain::control::read_calendar;
use refrain::dispatch::Hold;
use refrain::model::{AuditEntry, By, NewEntry, NewWorkItem, Node, NodeId, Tenant, WorkItem, WorkItemId};
use refrain::store::{
    Audit, Catalog, ClaimWork, Document, DocumentKey, DocumentKind, EnqueueResult, ExpectedVersion, Health, ListPage,
    Mark, MarkName, Marks, Page, Queue, Store, StoreError, VerifyResult, WorkEnding, WorkFilter, WorkLease,
};
use serde_json::Value;
use tokio::sync::watch;

use super::{FaultyStore, ready};
use crate::coverage::Point;

#[async_trait]
impl Queue for FaultyStore {
    async fn enqueue(&self, items: Vec<NewWorkItem>, now: Timestamp) -> Result<Vec<EnqueueResult>, StoreError> {
        self.call(Point::Change, true, self.world.model.enqueue(items, now)).await
    }

    async fn claim_work(&self, claim: &ClaimWork, now: Timestamp) -> Result<Vec<WorkItem>, StoreError> {
        self.call(Point::Change, true, self.world.model.claim_work(claim, now)).await
    }

    async fn extend(
        &self,
        tenant: &Tenant,
        leases: &[WorkLease],
        lease_for: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError> {
        self.call(Point::Change, true, self.world.model.extend(tenant, leases, lease_for, now)).await
    }

    async fn finish(
        &self,
        tenant: &Tenant,
        endings: Vec<(WorkLease, WorkEnding)>,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError> {
        self.call(Point::Change, true, self.world.model.finish(tenant, endings, now)).await
    }

    async fn work_item(&self, tenant: &Tenant, id: WorkItemId) -> Result<Option<WorkItem>, StoreError> {
        self.call(Point::Read, false, self.world.model.work_item(tenant, id)).await
    }

    async fn work_items(
        &self,
        tenant: &Tenant,
        filter: &WorkFilter,
        page: &Page,
    ) -> Result<ListPage<WorkItem>, StoreError> {
        self.call(Point::Read, false, self.world.model.work_items(tenant, filter, page)).await
    }

    async fn replay(
        &self,
        tenant: &Tenant,
        ids: &[WorkItemId],
        by: &By,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError> {
        self.call(Point::Change, true, self.world.model.replay(tenant, ids, by, now)).await
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
        let arrived = self.arrive(Point::Change, true).await?;
        let answer = ready(self.world.model.put(key, body, expect, by, now));
        if answer.is_ok() {
            let mut watch = self.world.watch();
            watch.changed(&key.tenant);
            if key.kind == DocumentKind::Hold {
                watch.hold_saved(
                    &key.tenant,
                    &key.name,
                    Hold::read(body.clone()).expect("people save valid documents"),
                );
            }
            if key.kind == DocumentKind::Calendar {
                let calendar = read_calendar(body.clone()).expect("people save valid documents");
                watch.calendar_saved(&key.tenant, &key.name, calendar);
            }
        }
        self.answer(arrived, answer).await
    }

    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        self.call(Point::Read, false, self.world.model.document(key)).await
    }

    async fn documents(
        &self,
        tenant: &Tenant,
        kind: DocumentKind,
        page: &Page,
    ) -> Result<ListPage<Document>, StoreError> {
        self.call(Point::Read, false, self.world.model.documents(tenant, kind, page)).await
    }

    async fn remove(
        &self,
        key: &DocumentKey,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let arrived = self.arrive(Point::Change, true).await?;
        let answer = ready(self.world.model.remove(key, expect, by, now));
        if answer.is_ok() {
            let mut watch = self.world.watch();
            watch.changed(&key.tenant);
            if key.kind == DocumentKind::Hold {
                watch.hold_removed(&key.tenant, &key.name);
            }
        }
        self.answer(arrived, answer).await
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
        self.call(Point::Change, true, self.world.model.mark_if_absent(name, value, ttl, now)).await
    }

    async fn replace_mark(
        &self,
        name: &MarkName,
        expected: Option<&str>,
        mark: Option<&Mark>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.call(Point::Change, true, self.world.model.replace_mark(name, expected, mark, now)).await
    }

    async fn mark(&self, name: &MarkName, now: Timestamp) -> Result<Option<Mark>, StoreError> {
        let found = self.call(Point::Read, false, self.world.model.mark(name, now)).await?;
        if let Some(mark) = found.as_ref().filter(|_| name.name == "tzdb") {
            self.world.watch().tzdb_record_read(self.node(), &mark.value);
        }
        Ok(found)
    }

    async fn count(
        &self,
        name: &MarkName,
        add: u32,
        window: SignedDuration,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        self.call(Point::Change, true, self.world.model.count(name, add, window, now)).await
    }

    async fn beat(&self, node: &Node, lease_for: SignedDuration, now: Timestamp) -> Result<(), StoreError> {
        self.call(Point::Housekeeping, true, self.world.model.beat(node, lease_for, now)).await
    }

    async fn leave(&self, node: &NodeId) -> Result<(), StoreError> {
        self.call(Point::Housekeeping, true, self.world.model.leave(node)).await
    }

    async fn nodes(&self, now: Timestamp) -> Result<Vec<Node>, StoreError> {
        self.call(Point::Housekeeping, false, self.world.model.nodes(now)).await
    }

    async fn sweep(&self, limit: usize, now: Timestamp) -> Result<usize, StoreError> {
        self.call(Point::Housekeeping, true, self.world.model.sweep(limit, now)).await
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
        let arrived = self.arrive(Point::Change, true).await?;
        let answer = ready(self.world.model.append(tenant, entries, now));
        for _ in answer.iter().flatten() {
            self.world.watch().changed(tenant);
        }
        self.answer(arrived, answer).await
    }

    async fn entries(&self, tenant: &Tenant, page: &Page) -> Result<ListPage<AuditEntry>, StoreError> {
        self.call(Point::Read, false, self.world.model.entries(tenant, page)).await
    }

    async fn verify(&self, tenant: &Tenant) -> Result<VerifyResult, StoreError> {
        self.call(Point::Read, false, self.world.model.verify(tenant)).await
    }
}

#[async_trait]
impl Store for FaultyStore {
    async fn now(&self) -> Result<Timestamp, StoreError> {
        let arrived = self.arrive(Point::Tick, false).await?;
        let now = self.world.time.now();
        self.answer(arrived, Ok(now)).await
    }

    async fn health(&self) -> Result<Health, StoreError> {
        self.call(Point::Read, false, self.world.model.health()).await
    }

    fn wakes(&self) -> watch::Receiver<u64> {
        self.world.wakes(self.receives_wakes)
    }
}
