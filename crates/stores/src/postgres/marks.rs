//! Implements [`Marks`] for PostgreSQL: marks, counters and nodes. Each check-and-set is one statement.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::Postgres;
use super::error::{Failure, bad_name};
use super::row::Columns;
use super::transaction::Tx;
use refrain_ledger::ledger::check;
use refrain_ledger::model::{Node, NodeId};
use refrain_ledger::store::{Mark, MarkName, Marks, StoreError};

const SET: &str = include_str!("sql/marks_set.sql");
const READ: &str = include_str!("sql/marks_find.sql");
const REPLACE: &str = include_str!("sql/marks_replace.sql");
const REMOVE: &str = include_str!("sql/marks_remove.sql");
const COUNT: &str = include_str!("sql/marks_count.sql");
const BEAT: &str = include_str!("sql/marks_beat.sql");
const LEAVE: &str = include_str!("sql/marks_leave.sql");
const NODES: &str = include_str!("sql/marks_nodes.sql");
const SWEEPS: [&str; 3] = [
    include_str!("sql/marks_sweep.sql"),
    include_str!("sql/marks_sweep_counts.sql"),
    include_str!("sql/marks_sweep_nodes.sql"),
];

async fn find_unexpired(tx: &Tx, tenant: i32, name: &str, now: Timestamp) -> Result<Option<Mark>, Failure> {
    let rows = tx.read(READ, &[&tenant, &name, &now]).await?;
    Ok(rows.first().map(|row| Mark { value: row.get(0), until: row.get(1) }))
}

#[async_trait]
impl Marks for Postgres {
    async fn mark_if_absent(
        &self,
        name: &MarkName,
        value: &str,
        ttl: SignedDuration,
        now: Timestamp,
    ) -> Result<Option<Mark>, StoreError> {
        check::mark(name, value)?;
        let until = now.saturating_add(ttl).unwrap_or(now);
        self.call(|tx| async move {
            let tenant = self.tenants.number(&tx, &name.tenant).await?;
            if !tx.change(SET, &[&tenant, &name.name, &value, &until, &now]).await?.is_empty() {
                return Ok(None);
            }
            // If the other mark has expired or was removed since, the operation is repeated.
            find_unexpired(&tx, tenant, &name.name, now).await?.map(Some).ok_or(Failure::Conflict)
        })
        .await
    }

    async fn replace_mark(
        &self,
        name: &MarkName,
        expected: Option<&str>,
        mark: Option<&Mark>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        check::mark(name, expected.unwrap_or_default())?;
        check::mark(name, mark.map_or("", |mark| mark.value.as_str()))?;
        self.call(|tx| async move {
            let tenant = self.tenants.number(&tx, &name.tenant).await?;
            let name = name.name.as_str();
            let changed = match (expected, mark) {
                (None, None) => return Ok(find_unexpired(&tx, tenant, name, now).await?.is_none()),
                (None, Some(mark)) => tx.change(SET, &[&tenant, &name, &mark.value, &mark.until, &now]).await?,
                (Some(expected), Some(mark)) => {
                    tx.change(REPLACE, &[&tenant, &name, &expected, &mark.value, &mark.until, &now]).await?
                }
                (Some(expected), None) => tx.change(REMOVE, &[&tenant, &name, &expected, &now]).await?,
            };
            Ok(!changed.is_empty())
        })
        .await
    }

    async fn mark(&self, name: &MarkName, now: Timestamp) -> Result<Option<Mark>, StoreError> {
        check::mark(name, "")?;
        self.call(|tx| async move {
            let Some(tenant) = self.tenants.known(&tx, &name.tenant).await? else { return Ok(None) };
            find_unexpired(&tx, tenant, &name.name, now).await
        })
        .await
    }

    async fn count(
        &self,
        name: &MarkName,
        add: u32,
        window: SignedDuration,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        check::mark(name, "")?;
        let until = now.saturating_add(window).unwrap_or(now);
        self.call(|tx| async move {
            let tenant = self.tenants.number(&tx, &name.tenant).await?;
            let rows = tx.change(COUNT, &[&tenant, &name.name, &i64::from(add), &until, &now]).await?;
            let row = rows.first().ok_or(Failure::Conflict)?;
            Ok(Columns::new(row).count::<i64, _>()?)
        })
        .await
    }

    async fn beat(&self, node: &Node, lease_for: SignedDuration, now: Timestamp) -> Result<(), StoreError> {
        check::node(node)?;
        let until = now.saturating_add(lease_for).unwrap_or(now);
        self.call(|tx| async move {
            let params = (node.id.as_str(), &node.version, &node.tzdb, &node.started_at);
            tx.change(BEAT, &[&params.0, params.1, params.2, params.3, &until]).await.map(drop)
        })
        .await
    }

    async fn leave(&self, node: &NodeId) -> Result<(), StoreError> {
        self.call(|tx| async move { tx.change(LEAVE, &[&node.as_str()]).await.map(drop) }).await
    }

    async fn nodes(&self, now: Timestamp) -> Result<Vec<Node>, StoreError> {
        self.call(|tx| async move {
            let rows = tx.read(NODES, &[&now]).await?;
            let nodes = rows.iter().map(|row| {
                let id = NodeId::new(row.get(0)).map_err(|error| bad_name(&error))?;
                Ok(Node { id, version: row.get(1), tzdb: row.get(2), started_at: row.get(3) })
            });
            nodes.collect()
        })
        .await
    }

    async fn sweep(&self, limit: usize, now: Timestamp) -> Result<usize, StoreError> {
        self.call(|tx| async move {
            let mut left = limit;
            for sql in SWEEPS {
                let most = i64::try_from(left).unwrap_or(i64::MAX);
                left -= tx.query(sql, &[&now, &most]).await?.len().min(left);
            }
            Ok(limit - left)
        })
        .await
    }
}
