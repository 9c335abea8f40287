//! Implements [`Queue`] for PostgreSQL: work items.

use std::collections::{BTreeMap, HashMap, HashSet};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use tokio_postgres::Row;

use super::Postgres;
use super::claim::fence_floor;
use super::error::{Failure, bad_name};
use super::row::{Columns, limit};
use super::transaction::{Param, Tx, params};
use refrain_ledger::ledger::{check, work};
use refrain_ledger::model::{
    By, Fence, NewWorkItem, OccurrenceId, Priority, QueueName, Tenant, WorkItem, WorkItemId, WorkState,
};
use refrain_ledger::store::{
    ClaimWork, DeadItemChange, EnqueueResult, ListPage, Page, Queue, StoreError, WorkEnding, WorkFilter, WorkLease,
};

const ADD: &str = include_str!("sql/queue_add.sql");
const ADDED: &str = include_str!("sql/queue_by_key.sql");
const CLAIM: &str = include_str!("sql/queue_claim.sql");
const LOCK: &str = include_str!("sql/queue_lock.sql");
const DELETE: &str = include_str!("sql/queue_delete.sql");
const WRITE: &str = include_str!("sql/queue_write.sql");
const ONE: &str = include_str!("sql/queue_item.sql");
const LIST: &str = include_str!("sql/queue_page.sql");

/// Position of the timeline, after the columns of a work item.
const TIMELINE_COLUMN: usize = 18;

/// Enqueues work items together with the commit.
pub(super) fn add_later(tx: &Tx, tenants: &HashMap<Tenant, i32>, items: &[&NewWorkItem], now: Timestamp) {
    if !items.is_empty() {
        tx.later(ADD, columns(tenants, items, now));
    }
}

fn columns(tenants: &HashMap<Tenant, i32>, items: &[&NewWorkItem], now: Timestamp) -> Vec<Param> {
    let number = |tenant: &Tenant| tenants.get(tenant).copied().expect("the numbers of all tenants were read before");
    params![
        items.iter().map(|item| number(&item.tenant)).collect::<Vec<_>>(),
        items.iter().map(|item| item.queue.as_str().to_owned()).collect::<Vec<_>>(),
        items.iter().map(|item| item.key.clone()).collect::<Vec<_>>(),
        items.iter().map(|item| item.payload.to_string()).collect::<Vec<_>>(),
        items.iter().map(|item| item.priority.rank()).collect::<Vec<_>>(),
        items.iter().map(|item| item.ready_at).collect::<Vec<_>>(),
        items.iter().map(|item| i64::from(item.max_attempts)).collect::<Vec<_>>(),
        items.iter().map(|item| item.occurrence.map(|id| id.0)).collect::<Vec<_>>(),
        now,
    ]
}

fn write(tx: &Tx, items: Vec<WorkItem>) {
    if items.is_empty() {
        return;
    }
    tx.later(
        WRITE,
        params![
            items.iter().map(|item| item.id.0).collect::<Vec<_>>(),
            items.iter().map(|item| item.work.ready_at).collect::<Vec<_>>(),
            items.iter().map(|item| item.state.code()).collect::<Vec<_>>(),
            items.iter().map(|item| i32::try_from(item.attempt).unwrap_or(i32::MAX)).collect::<Vec<_>>(),
            items.iter().map(|item| item.fence.0).collect::<Vec<_>>(),
            items.iter().map(|item| item.lease_owner.as_ref().map(ToString::to_string)).collect::<Vec<_>>(),
            items.iter().map(|item| item.lease_until).collect::<Vec<_>>(),
            items.iter().map(|item| item.ended_at).collect::<Vec<_>>(),
            items.iter().map(|item| item.result.as_ref().map(ToString::to_string)).collect::<Vec<_>>(),
            items.into_iter().map(|item| item.error).collect::<Vec<_>>(),
        ],
    );
}

fn item(row: &Row, tenant: &Tenant) -> Result<WorkItem, StoreError> {
    let mut columns = Columns::new(row);
    let json = |text: &str| {
        serde_json::from_str(text).map_err(|error| StoreError::Corrupt(format!("a work item's JSON: {error}")))
    };
    let id = WorkItemId(columns.take()?);
    let _: i32 = columns.take()?;
    let work = NewWorkItem {
        tenant: tenant.clone(),
        queue: QueueName::new(columns.take()?).map_err(|error| bad_name(&error))?,
        key: columns.take()?,
        payload: json(columns.take()?)?,
        priority: columns.code("priority", Priority::from_rank)?,
        ready_at: columns.take()?,
        max_attempts: columns.count::<i64, _>()?,
        occurrence: columns.take::<Option<i64>>()?.map(OccurrenceId),
    };
    Ok(WorkItem {
        id,
        work,
        state: columns.code("work state", WorkState::from_code)?,
        attempt: columns.count::<i32, _>()?,
        fence: Fence(columns.take()?),
        lease_owner: columns.node()?,
        lease_until: columns.take()?,
        created_at: columns.take()?,
        ended_at: columns.take()?,
        result: columns.take::<Option<&str>>()?.map(json).transpose()?,
        error: columns.take()?,
    })
}

impl Postgres {
    async fn add_work(&self, tx: &Tx, items: &[NewWorkItem], now: Timestamp) -> Result<Vec<EnqueueResult>, Failure> {
        let tenants = self.tenants.numbers(tx, items.iter().map(|item| &item.tenant)).await?;
        let asked: Vec<&NewWorkItem> = items.iter().collect();
        let params = columns(&tenants, &asked, now);
        let params: Vec<&(dyn tokio_postgres::types::ToSql + Sync)> =
            params.iter().map(|param| &**param as _).collect();
        let mut new: HashSet<i64> = tx.query(ADD, &params).await?.iter().map(|row| row.get(0)).collect();
        if !new.is_empty() {
            tx.wake();
        }
        let mut results = Vec::with_capacity(items.len());
        for row in tx.query(ADDED, &params[..3]).await? {
            let id: i64 = row.get(1);
            // A repeated key finds the item that its first mention inserted.
            let is_new = new.remove(&id);
            results.push(if is_new {
                EnqueueResult::New(WorkItemId(id))
            } else {
                EnqueueResult::Existing(WorkItemId(id))
            });
        }
        // An item with the same key may have been pruned between the two statements.
        if results.len() == items.len() { Ok(results) } else { Err(Failure::Conflict) }
    }

    async fn lease_work(&self, tx: &Tx, claim: &ClaimWork, now: Timestamp) -> Result<Vec<WorkItem>, Failure> {
        let Some(tenant) = self.tenants.known(tx, &claim.tenant).await? else { return Ok(Vec::new()) };
        let limit = i64::try_from(claim.limit).unwrap_or(i64::MAX);
        let until = now.saturating_add(claim.lease_for).unwrap_or(now);
        let rows = tx.query(CLAIM, &[&tenant, &claim.queue.as_str(), &now, &limit]).await?;
        let mut claimed = Vec::with_capacity(rows.len());
        let mut moved = Vec::with_capacity(rows.len());
        for row in &rows {
            let mut item = item(row, &claim.tenant)?;
            if item.start(&claim.owner, until, fence_floor(row.get(TIMELINE_COLUMN), now)?, now) {
                claimed.push(item.clone());
            }
            moved.push(item);
        }
        write(tx, moved);
        Ok(claimed)
    }

    /// Changes a tenant's work items one after the other. Returns for each whether the change was made.
    async fn change_work(
        &self,
        tx: &Tx,
        tenant: &Tenant,
        moves: &[(WorkItemId, impl Fn(&mut WorkItem) -> bool + Sync)],
    ) -> Result<Vec<bool>, Failure> {
        let mut items = self.lock_items(tx, tenant, moves.iter().map(|(id, _)| id.0).collect()).await?;
        let mut moved: HashSet<WorkItemId> = HashSet::new();
        let mut results = Vec::with_capacity(moves.len());
        for (id, act) in moves {
            let is_made = items.get_mut(id).is_some_and(act);
            if is_made {
                moved.insert(*id);
            }
            results.push(is_made);
        }
        write(tx, items.into_values().filter(|item| moved.contains(&item.id)).collect());
        Ok(results)
    }

    /// Replays or deletes the dead items among these. Returns which of them were dead.
    async fn change_dead_items(
        &self,
        tx: &Tx,
        tenant: &Tenant,
        (ids, change): (&[WorkItemId], DeadItemChange),
        now: Timestamp,
    ) -> Result<Vec<bool>, Failure> {
        let mut items = self.lock_items(tx, tenant, ids.iter().map(|id| id.0).collect()).await?;
        items.retain(|_, item| item.state == WorkState::Dead);
        // An item that is named twice is dead only once.
        let dead: Vec<Option<WorkItem>> = ids.iter().map(|id| items.remove(id)).collect();
        let were_dead = dead.iter().map(Option::is_some).collect();
        let mut dead: Vec<WorkItem> = dead.into_iter().flatten().collect();
        match change {
            DeadItemChange::Replay => {
                dead.iter_mut().for_each(|item| item.replay(now));
                write(tx, dead);
            }
            DeadItemChange::Discard => {
                tx.later(DELETE, params![dead.iter().map(|item| item.id.0).collect::<Vec<_>>()]);
            }
        }
        Ok(were_dead)
    }

    /// Returns a tenant's work items with these IDs, locked until the end of the transaction.
    async fn lock_items(
        &self,
        tx: &Tx,
        tenant: &Tenant,
        mut ids: Vec<i64>,
    ) -> Result<BTreeMap<WorkItemId, WorkItem>, Failure> {
        let Some(number) = self.tenants.known(tx, tenant).await? else { return Ok(BTreeMap::new()) };
        ids.sort_unstable();
        ids.dedup();
        let mut items = BTreeMap::new();
        for row in tx.query(LOCK, &[&ids, &number]).await? {
            let item = item(&row, tenant)?;
            items.insert(item.id, item);
        }
        Ok(items)
    }
}

#[async_trait]
impl Queue for Postgres {
    async fn enqueue(&self, items: Vec<NewWorkItem>, now: Timestamp) -> Result<Vec<EnqueueResult>, StoreError> {
        check::batch(items.len())?;
        check::work(&items)?;
        let items = &items;
        self.call(|tx| async move { self.add_work(&tx, items, now).await }).await
    }

    async fn claim_work(&self, claim: &ClaimWork, now: Timestamp) -> Result<Vec<WorkItem>, StoreError> {
        check::batch(claim.limit)?;
        self.call(|tx| async move { self.lease_work(&tx, claim, now).await }).await
    }

    async fn extend(
        &self,
        tenant: &Tenant,
        leases: &[WorkLease],
        lease_for: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError> {
        check::batch(leases.len())?;
        let until = now.saturating_add(lease_for).unwrap_or(now);
        let extend = |lease: WorkLease| (lease.id, move |item: &mut WorkItem| item.extend(lease, until));
        let moves: Vec<_> = leases.iter().copied().map(extend).collect();
        let moves = &moves;
        self.call(|tx| async move { self.change_work(&tx, tenant, moves).await }).await
    }

    async fn finish(
        &self,
        tenant: &Tenant,
        endings: Vec<(WorkLease, WorkEnding)>,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError> {
        check::batch(endings.len())?;
        check::work_endings(&endings)?;
        let finish = |(lease, ending)| {
            let lease: WorkLease = lease;
            (lease.id, move |item: &mut WorkItem| item.finish(lease, &ending, now))
        };
        let moves: Vec<_> = endings.into_iter().map(finish).collect();
        let moves = &moves;
        self.call(|tx| async move { self.change_work(&tx, tenant, moves).await }).await
    }

    async fn work_item(&self, tenant: &Tenant, id: WorkItemId) -> Result<Option<WorkItem>, StoreError> {
        self.call(|tx| async move {
            let Some(number) = self.tenants.known(&tx, tenant).await? else { return Ok(None) };
            let rows = tx.read(ONE, &[&id.0, &number]).await?;
            Ok(rows.first().map(|row| item(row, tenant)).transpose()?)
        })
        .await
    }

    async fn work_items(
        &self,
        tenant: &Tenant,
        filter: &WorkFilter,
        page: &Page,
    ) -> Result<ListPage<WorkItem>, StoreError> {
        let before = page.number()?.unwrap_or(i64::MAX);
        let queue = filter.queue.as_ref().map(QueueName::as_str);
        let states: Option<Vec<i16>> =
            (!filter.states.is_empty()).then(|| filter.states.iter().map(|state| state.code()).collect());
        let states = &states;
        let found = self.call(|tx| async move {
            let Some(number) = self.tenants.known(&tx, tenant).await? else { return Ok(Vec::new()) };
            let rows = tx.read(LIST, &[&number, &before, &queue, states, &limit(page)]).await?;
            Ok(rows.iter().map(|row| item(row, tenant)).collect::<Result<_, _>>()?)
        });
        Ok(ListPage::cut(found.await?, page.rows(), |item: &WorkItem| item.id.to_string()))
    }

    async fn change_dead(
        &self,
        tenant: &Tenant,
        ids: &[WorkItemId],
        change: DeadItemChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError> {
        check::by(by)?;
        check::batch(ids.len())?;
        self.call(|tx| async move {
            let number = self.tenants.number(&tx, tenant).await?;
            let were_dead = self.change_dead_items(&tx, tenant, (ids, change), now).await?;
            let entry = work::dead_entry(change, ids, &were_dead, by);
            self.append_entry(&tx, number, tenant, entry, now).await?;
            tx.wake();
            Ok(were_dead)
        })
        .await
    }
}
