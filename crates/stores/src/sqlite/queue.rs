//! Implements [`Queue`] for SQLite: work items.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::Value;

use super::audit::append_one;
use super::error::{Result, StoreResult, damaged};
use super::row::{
    self, at, code, get, micros, optional_at, optional_micros, optional_text_as, priority_from_turn, text,
};
use super::tenants::{self, TenantNumber};
use super::{Sqlite, ids};
use refrain_ledger::ledger::{check, work};
use refrain_ledger::model::{
    By, Fence, NewWorkItem, NodeId, OccurrenceId, Priority, QueueName, Tenant, WorkItem, WorkItemId, WorkState,
};
use refrain_ledger::store::{
    ClaimWork, DeadItemChange, EnqueueResult, ListPage, Page, Queue, WorkEnding, WorkFilter, WorkLease,
};

/// Enqueues one item in the caller's transaction.
pub(super) fn enqueue_one(conn: &Connection, item: &NewWorkItem, now: Timestamp) -> Result<EnqueueResult> {
    let tenant = tenants::number(conn, &item.tenant)?;
    let mut find = conn.prepare_cached(include_str!("sql/queue_by_key.sql"))?;
    let key = params![tenant, item.queue.as_str(), item.key];
    if let Some(id) = find.query_row(key, |row| row.get(0)).optional()? {
        return Ok(EnqueueResult::Existing(WorkItemId(id)));
    }
    let id = ids::reserve(conn, 1)?;
    let mut insert = conn.prepare_cached(include_str!("sql/queue_add.sql"))?;
    insert.execute(params![
        id,
        tenant,
        item.queue.as_str(),
        item.key,
        item.priority.rank(),
        micros(item.ready_at),
        item.max_attempts,
        micros(now),
        item.occurrence.map(|id| id.0),
        item.payload.to_string(),
    ])?;
    Ok(EnqueueResult::New(WorkItemId(id)))
}

fn claim(conn: &Connection, claim: &ClaimWork, now: Timestamp) -> Result<Vec<WorkItem>> {
    let Some(tenant) = tenants::find(conn, &claim.tenant)? else { return Ok(Vec::new()) };
    let until = now.saturating_add(claim.lease_for).unwrap_or(now);
    let mut ids: Vec<i64> = Vec::new();
    let mut list = conn.prepare_cached(include_str!("sql/queue_claim.sql"))?;
    for priority in [Priority::High, Priority::Normal, Priority::Low] {
        let left = claim.limit - ids.len();
        let given = params![tenant, claim.queue.as_str(), priority.rank(), micros(now), row::rows(left)];
        for id in list.query_map(given, |row| row.get(0))? {
            ids.push(id?);
        }
    }
    let mut claimed = Vec::with_capacity(ids.len());
    for id in ids {
        let Some(mut item) = owned(conn, tenant, &claim.tenant, WorkItemId(id))? else { continue };
        let has_started = item.start(&claim.owner, until, Fence::floor_at(now), now);
        write(conn, &item)?;
        if has_started {
            claimed.push(item);
        }
    }
    Ok(claimed)
}

/// Changes work items of a tenant one after the other. Returns for each whether the change was made.
fn change_each<T>(
    conn: &Connection,
    tenant: &Tenant,
    changes: &[T],
    change: impl Fn(&T) -> WorkItemId,
    apply: impl Fn(&T, &mut WorkItem) -> bool,
) -> Result<Vec<bool>> {
    let Some(number) = tenants::find(conn, tenant)? else { return Ok(vec![false; changes.len()]) };
    let change_one = |given: &T| {
        let Some(mut item) = owned(conn, number, tenant, change(given))? else { return Ok(false) };
        let is_made = apply(given, &mut item);
        if is_made {
            write(conn, &item)?;
        }
        Ok(is_made)
    };
    changes.iter().map(change_one).collect()
}

/// Replays or deletes the dead items among these. Returns which of them were dead.
fn change_dead(
    conn: &Connection,
    tenant: &Tenant,
    ids: &[WorkItemId],
    change: DeadItemChange,
    now: Timestamp,
) -> Result<Vec<bool>> {
    let Some(number) = tenants::find(conn, tenant)? else { return Ok(vec![false; ids.len()]) };
    let change_one = |id: &WorkItemId| {
        let dead = owned(conn, number, tenant, *id)?.filter(|item| item.state == WorkState::Dead);
        let Some(mut item) = dead else { return Ok(false) };
        match change {
            DeadItemChange::Replay => {
                item.replay(now);
                write(conn, &item)?;
            }
            DeadItemChange::Discard => {
                conn.prepare_cached(include_str!("sql/queue_delete.sql"))?.execute([id.0])?;
            }
        }
        Ok(true)
    };
    ids.iter().map(change_one).collect()
}

fn list(conn: &Connection, tenant: &Tenant, filter: &WorkFilter, page: &Page) -> Result<ListPage<WorkItem>> {
    let before = page.number()?.unwrap_or(i64::MAX);
    let Some(number) = tenants::find(conn, tenant)? else { return Ok(ListPage { rows: Vec::new(), next: None }) };
    let states = filter.states.iter().fold(0, |mask, state| mask | 1_i64 << state.code());
    let mut list = conn.prepare_cached(include_str!("sql/queue_page.sql"))?;
    let given =
        params![number, before, filter.queue.as_ref().map(QueueName::as_str), states, row::rows(page.rows() + 1)];
    let ids: Vec<i64> = list.query_map(given, |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let items = ids.into_iter().map(|id| owned(conn, number, tenant, WorkItemId(id)).transpose());
    let found = items.flatten().collect::<Result<_>>()?;
    Ok(ListPage::cut(found, page.rows(), |item: &WorkItem| item.id.to_string()))
}

/// Returns the work item with this ID if it belongs to the tenant.
fn owned(conn: &Connection, number: TenantNumber, tenant: &Tenant, id: WorkItemId) -> Result<Option<WorkItem>> {
    let mut read = conn.prepare_cached(include_str!("sql/queue_item.sql"))?;
    let mut rows = read.query(params![id.0, number])?;
    rows.next()?.map(|row| from_row(row, tenant)).transpose()
}

fn write(conn: &Connection, item: &WorkItem) -> Result<()> {
    let mut write = conn.prepare_cached(include_str!("sql/queue_write.sql"))?;
    write.execute(params![
        item.state.code(),
        micros(item.work.ready_at),
        item.attempt,
        item.fence.0,
        item.lease_owner.as_ref().map(NodeId::as_str),
        optional_micros(item.lease_until),
        optional_micros(item.ended_at),
        item.error,
        item.result.as_ref().map(Value::to_string),
        item.id.0,
    ])?;
    Ok(())
}

fn from_row(row: &Row<'_>, tenant: &Tenant) -> Result<WorkItem> {
    let json = |text: &str| serde_json::from_str(text).map_err(|error| damaged("a work item", error));
    Ok(WorkItem {
        id: WorkItemId(get(row, 0)?),
        work: NewWorkItem {
            tenant: tenant.clone(),
            queue: QueueName::new(text(row, 1)?)?,
            key: get(row, 2)?,
            payload: json(text(row, 3)?)?,
            priority: code(row, 4, "a priority", priority_from_turn)?,
            ready_at: at(row, 5)?,
            max_attempts: get(row, 6)?,
            occurrence: get::<Option<i64>>(row, 7)?.map(OccurrenceId),
        },
        state: code(row, 8, "a work item's state", WorkState::from_code)?,
        attempt: get(row, 9)?,
        fence: Fence(get(row, 10)?),
        lease_owner: optional_text_as(row, 11, |owner| Ok(NodeId::new(owner)?))?,
        lease_until: optional_at(row, 12)?,
        created_at: at(row, 13)?,
        ended_at: optional_at(row, 14)?,
        result: optional_text_as(row, 15, json)?,
        error: get(row, 16)?,
    })
}

#[async_trait]
impl Queue for Sqlite {
    async fn enqueue(&self, items: Vec<NewWorkItem>, now: Timestamp) -> StoreResult<Vec<EnqueueResult>> {
        check::batch(items.len())?;
        check::work(&items)?;
        self.write_and_wake(move |conn| items.iter().map(|item| enqueue_one(conn, item, now)).collect()).await
    }

    async fn claim_work(&self, asked: &ClaimWork, now: Timestamp) -> StoreResult<Vec<WorkItem>> {
        check::batch(asked.limit)?;
        let asked = asked.clone();
        self.write(move |conn| claim(conn, &asked, now)).await
    }

    async fn extend(
        &self,
        tenant: &Tenant,
        leases: &[WorkLease],
        lease_for: SignedDuration,
        now: Timestamp,
    ) -> StoreResult<Vec<bool>> {
        check::batch(leases.len())?;
        let until = now.saturating_add(lease_for).unwrap_or(now);
        let (tenant, leases) = (tenant.clone(), leases.to_vec());
        let extend = move |lease: &WorkLease, item: &mut WorkItem| item.extend(*lease, until);
        self.write(move |conn| change_each(conn, &tenant, &leases, |lease| lease.id, extend)).await
    }

    async fn finish(
        &self,
        tenant: &Tenant,
        endings: Vec<(WorkLease, WorkEnding)>,
        now: Timestamp,
    ) -> StoreResult<Vec<bool>> {
        check::batch(endings.len())?;
        check::work_endings(&endings)?;
        let tenant = tenant.clone();
        let finish =
            move |(lease, ending): &(WorkLease, WorkEnding), item: &mut WorkItem| item.finish(*lease, ending, now);
        self.write(move |conn| change_each(conn, &tenant, &endings, |(lease, _)| lease.id, finish)).await
    }

    async fn work_item(&self, tenant: &Tenant, id: WorkItemId) -> StoreResult<Option<WorkItem>> {
        let tenant = tenant.clone();
        self.read(move |conn| {
            let number = tenants::find(conn, &tenant)?;
            number.map_or(Ok(None), |number| owned(conn, number, &tenant, id))
        })
        .await
    }

    async fn work_items(&self, tenant: &Tenant, filter: &WorkFilter, page: &Page) -> StoreResult<ListPage<WorkItem>> {
        let (tenant, filter, page) = (tenant.clone(), filter.clone(), page.clone());
        self.read(move |conn| list(conn, &tenant, &filter, &page)).await
    }

    async fn change_dead(
        &self,
        tenant: &Tenant,
        ids: &[WorkItemId],
        change: DeadItemChange,
        by: &By,
        now: Timestamp,
    ) -> StoreResult<Vec<bool>> {
        check::by(by)?;
        check::batch(ids.len())?;
        let (tenant, ids, by) = (tenant.clone(), ids.to_vec(), by.clone());
        self.write_and_wake(move |conn| {
            let were_dead = change_dead(conn, &tenant, &ids, change, now)?;
            append_one(conn, &tenant, work::dead_entry(change, &ids, &were_dead, &by), now)?;
            Ok(were_dead)
        })
        .await
    }
}
