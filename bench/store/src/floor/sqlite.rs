//! Writes a batch in one transaction with prepared statements, one row after the other, with `synchronous=FULL`. A
//! file has one writer at a time, so callers take turns on one connection. Two connections would only sleep while
//! they wait for each other's locks.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use rusqlite::{CachedStatement, Connection, params};

use super::{Floor, Row, Writer};
use crate::Outcome;

const TABLE: &str = "CREATE TABLE floor (
    id INTEGER PRIMARY KEY, schedule INTEGER, tenant INTEGER, period_key TEXT, discriminator TEXT,
    nominal_at INTEGER, due_at INTEGER, ready_at INTEGER, created_at INTEGER, started_at INTEGER, ended_at INTEGER,
    state INTEGER, priority INTEGER, trigger INTEGER, attempt INTEGER, fence INTEGER, revision INTEGER,
    owner TEXT, tzdb TEXT)";
/// The period comes first, so that new rows are close together.
const KEY: &str = "CREATE UNIQUE INDEX floor_key ON floor (period_key, schedule, discriminator)";
/// Only open rows have to be found.
const FOUND: &str = "CREATE INDEX floor_found ON floor (tenant, priority, ready_at) WHERE state < 2";
const INSERT: &str = "INSERT INTO floor VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19)
    ON CONFLICT DO NOTHING";
const LEASE: &str =
    "UPDATE floor SET state = 1, attempt = 1, fence = 1, ready_at = ?2, started_at = ?2, owner = 'bench' WHERE id = ?1";
const END: &str = "UPDATE floor SET state = 2, ended_at = ?2 WHERE id = ?1";

struct SqliteWriter(Arc<Mutex<Connection>>);

/// Creates callers of an empty table.
pub fn writers(folder: &Path, floor: Floor, callers: usize) -> Outcome<Vec<Box<dyn Writer>>> {
    let connection = Connection::open(folder.join("floor.db"))?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.execute_batch("DROP TABLE IF EXISTS floor")?;
    connection.execute_batch(TABLE)?;
    if floor != Floor::Bare {
        connection.execute_batch(KEY)?;
    }
    if floor == Floor::Found {
        connection.execute_batch(FOUND)?;
    }
    let shared = Arc::new(Mutex::new(connection));
    Ok((0..callers).map(|_| Box::new(SqliteWriter(Arc::clone(&shared))) as Box<dyn Writer>).collect())
}

impl SqliteWriter {
    /// Executes a statement for all rows in one transaction.
    fn each(
        &self,
        sql: &str,
        rows: &[Row],
        write: impl Fn(&mut CachedStatement<'_>, &Row) -> rusqlite::Result<usize>,
    ) -> Outcome<()> {
        let mut connection = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction = connection.transaction()?;
        let mut statement = transaction.prepare_cached(sql)?;
        for row in rows {
            assert_eq!(write(&mut statement, row)?, 1, "every row must be written");
        }
        drop(statement);
        Ok(transaction.commit()?)
    }
}

#[async_trait]
impl Writer for SqliteWriter {
    async fn insert(&mut self, rows: &[Row]) -> Outcome<()> {
        self.each(INSERT, rows, insert)
    }

    async fn lease(&mut self, rows: &[Row]) -> Outcome<()> {
        self.each(LEASE, rows, |statement, row| statement.execute([row.id, row.instants[0]]))
    }

    async fn end(&mut self, rows: &[Row]) -> Outcome<()> {
        self.each(END, rows, |statement, row| statement.execute([row.id, row.instants[0]]))
    }
}

fn insert(statement: &mut CachedStatement<'_>, row: &Row) -> rusqlite::Result<usize> {
    let [nominal, due, ready, created, started, ended] = row.instants;
    let [state, priority, trigger, attempt, fence, revision] = row.numbers;
    statement.execute(params![
        row.id,
        row.schedule,
        row.tenant,
        row.period_key,
        row.discriminator,
        nominal,
        due,
        ready,
        created,
        started,
        ended,
        state,
        priority,
        trigger,
        attempt,
        fence,
        revision,
        row.owner,
        row.tzdb
    ])
}
