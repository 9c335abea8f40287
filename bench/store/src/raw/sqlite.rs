//! Prepared inserts, one after the other, a batch in one transaction, `synchronous=FULL`.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, params};

use super::{Row, rows};
use crate::clock::Stopwatch;

const TABLE: &str = "CREATE TABLE raw (
    id INTEGER PRIMARY KEY, schedule INTEGER, tenant INTEGER, period_key TEXT, discriminator TEXT,
    nominal_at INTEGER, due_at INTEGER, ready_at INTEGER, created_at INTEGER, started_at INTEGER, ended_at INTEGER,
    state INTEGER, priority INTEGER, trigger INTEGER, attempt INTEGER, fence INTEGER, revision INTEGER,
    owner TEXT, tzdb TEXT)";
const INSERT: &str = "INSERT INTO raw VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19)";

/// Rows per second.
pub fn inserts_per_second(folder: &Path, size: usize, run_for: Duration) -> rusqlite::Result<f64> {
    let mut connection = Connection::open(folder.join(format!("raw-{size}.db")))?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.execute_batch("DROP TABLE IF EXISTS raw")?;
    connection.execute_batch(TABLE)?;
    let mut inserted = 0;
    let watch = Stopwatch::start();
    while watch.elapsed() < run_for {
        let batch = rows(inserted, size);
        let transaction = connection.transaction()?;
        let mut statement = transaction.prepare_cached(INSERT)?;
        for row in &batch {
            insert(&mut statement, row)?;
        }
        drop(statement);
        transaction.commit()?;
        inserted += size as i64;
    }
    Ok(inserted as f64 / watch.elapsed().as_secs_f64())
}

fn insert(statement: &mut rusqlite::CachedStatement<'_>, row: &Row) -> rusqlite::Result<usize> {
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
