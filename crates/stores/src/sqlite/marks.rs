//! Implements [`Marks`] for SQLite: marks, counters and nodes.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, Row, params};

use super::error::{Result, StoreResult};
use super::row::{self, at, count, count_at, get, micros, text};
use super::{Sqlite, tenants};
use refrain_ledger::ledger::check;
use refrain_ledger::model::{Node, NodeId};
use refrain_ledger::store::{Mark, MarkName, Marks};

/// Kind of an entry. Marks and counters share one table; their names are separate.
#[derive(Clone, Copy)]
enum Kind {
    Mark = 0,
    Counter = 1,
}

/// An entry that has not expired.
struct Entry {
    mark: Mark,
    count: u64,
}

fn find(conn: &Connection, kind: Kind, name: &MarkName, now: Timestamp) -> Result<Option<Entry>> {
    let Some(tenant) = tenants::find(conn, &name.tenant)? else { return Ok(None) };
    let mut read = conn.prepare_cached(include_str!("sql/marks_find.sql"))?;
    let mut rows = read.query(params![tenant, kind as i64, name.name, micros(now)])?;
    let entry =
        |row: &Row<'_>| Ok(Entry { mark: Mark { value: get(row, 0)?, until: at(row, 2)? }, count: count_at(row, 1)? });
    rows.next()?.map(entry).transpose()
}

fn set(conn: &Connection, kind: Kind, name: &MarkName, entry: &Entry) -> Result<()> {
    let tenant = tenants::number(conn, &name.tenant)?;
    let mut set = conn.prepare_cached(include_str!("sql/marks_set.sql"))?;
    let Entry { mark, count: counted } = entry;
    set.execute(params![tenant, kind as i64, name.name, mark.value, count(*counted), micros(mark.until)])?;
    Ok(())
}

fn replace(
    conn: &Connection,
    name: &MarkName,
    expected: Option<&str>,
    mark: Option<Mark>,
    now: Timestamp,
) -> Result<bool> {
    let held = find(conn, Kind::Mark, name, now)?;
    if held.as_ref().map(|held| held.mark.value.as_str()) != expected {
        return Ok(false);
    }
    match mark {
        Some(mark) => set(conn, Kind::Mark, name, &Entry { mark, count: 0 })?,
        None => {
            let tenant = tenants::find(conn, &name.tenant)?;
            let mut remove = conn.prepare_cached(include_str!("sql/marks_remove.sql"))?;
            remove.execute(params![tenant, Kind::Mark as i64, name.name])?;
        }
    }
    Ok(true)
}

fn sweep(conn: &Connection, limit: usize, now: Timestamp) -> Result<usize> {
    let marks =
        conn.prepare_cached(include_str!("sql/marks_sweep.sql"))?.execute(params![micros(now), row::rows(limit)])?;
    let mut nodes = conn.prepare_cached(include_str!("sql/marks_sweep_nodes.sql"))?;
    Ok(marks + nodes.execute(params![micros(now), row::rows(limit - marks)])?)
}

#[async_trait]
impl Marks for Sqlite {
    async fn mark_if_absent(
        &self,
        name: &MarkName,
        value: &str,
        ttl: SignedDuration,
        now: Timestamp,
    ) -> StoreResult<Option<Mark>> {
        check::mark(name, value)?;
        let mark = Mark { value: value.to_owned(), until: now.saturating_add(ttl).unwrap_or(now) };
        let name = name.clone();
        self.write(move |conn| {
            let held = find(conn, Kind::Mark, &name, now)?;
            if held.is_none() {
                set(conn, Kind::Mark, &name, &Entry { mark, count: 0 })?;
            }
            Ok(held.map(|held| held.mark))
        })
        .await
    }

    async fn replace_mark(
        &self,
        name: &MarkName,
        expected: Option<&str>,
        mark: Option<&Mark>,
        now: Timestamp,
    ) -> StoreResult<bool> {
        check::mark(name, expected.unwrap_or_default())?;
        check::mark(name, mark.map_or("", |mark| mark.value.as_str()))?;
        let (name, expected, mark) = (name.clone(), expected.map(str::to_owned), mark.cloned());
        self.write(move |conn| replace(conn, &name, expected.as_deref(), mark, now)).await
    }

    async fn mark(&self, name: &MarkName, now: Timestamp) -> StoreResult<Option<Mark>> {
        check::mark(name, "")?;
        let name = name.clone();
        self.read(move |conn| Ok(find(conn, Kind::Mark, &name, now)?.map(|held| held.mark))).await
    }

    async fn count(&self, name: &MarkName, add: u32, window: SignedDuration, now: Timestamp) -> StoreResult<u64> {
        check::mark(name, "")?;
        let until = now.saturating_add(window).unwrap_or(now);
        let name = name.clone();
        self.write(move |conn| {
            let new = || Entry { mark: Mark { value: String::new(), until }, count: 0 };
            let mut entry = find(conn, Kind::Counter, &name, now)?.unwrap_or_else(new);
            entry.count += u64::from(add);
            set(conn, Kind::Counter, &name, &entry)?;
            Ok(entry.count)
        })
        .await
    }

    async fn beat(&self, node: &Node, lease_for: SignedDuration, now: Timestamp) -> StoreResult<()> {
        check::node(node)?;
        let until = now.saturating_add(lease_for).unwrap_or(now);
        let node = node.clone();
        self.write(move |conn| {
            let mut beat = conn.prepare_cached(include_str!("sql/marks_beat.sql"))?;
            let Node { id, version, tzdb, started_at } = &node;
            beat.execute(params![id.as_str(), version, tzdb, micros(*started_at), micros(until)])?;
            Ok(())
        })
        .await
    }

    async fn leave(&self, node: &NodeId) -> StoreResult<()> {
        let node = node.clone();
        self.write(move |conn| {
            conn.prepare_cached(include_str!("sql/marks_leave.sql"))?.execute([node.as_str()])?;
            Ok(())
        })
        .await
    }

    async fn nodes(&self, now: Timestamp) -> StoreResult<Vec<Node>> {
        self.read(move |conn| {
            let node = |row: &Row<'_>| {
                let id = NodeId::new(text(row, 0)?)?;
                Ok(Node { id, version: get(row, 1)?, tzdb: get(row, 2)?, started_at: at(row, 3)? })
            };
            let mut read = conn.prepare_cached(include_str!("sql/marks_nodes.sql"))?;
            read.query_and_then([micros(now)], node)?.collect()
        })
        .await
    }

    async fn sweep(&self, limit: usize, now: Timestamp) -> StoreResult<usize> {
        self.write(move |conn| sweep(conn, limit, now)).await
    }
}
