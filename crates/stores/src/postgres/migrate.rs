//! Migrates a schema to the layout of this program. Forward only, under a lock, so that many processes may try
//! at once.

use std::time::Duration;

use deadpool_postgres::Pool;
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

use super::error::{Failure, describe};
use crate::layout::{Layout, LayoutProbe, Migration};
use refrain_ledger::store::StoreError;

/// All migrations, oldest first.
const MIGRATIONS: &[Migration] = &[
    Migration { sql: include_str!("migrations/0001_ledger.sql"), oldest_reader: 1 },
    Migration { sql: include_str!("migrations/0002_retention.sql"), oldest_reader: 1 },
    Migration { sql: include_str!("migrations/0003_due_index.sql"), oldest_reader: 1 },
    Migration { sql: include_str!("migrations/0004_lanes.sql"), oldest_reader: 1 },
    Migration { sql: include_str!("migrations/0005_runs.sql"), oldest_reader: 5 },
    Migration { sql: include_str!("migrations/0006_run_payload.sql"), oldest_reader: 6 },
];

/// Newest layout version that this program supports.
pub(super) const VERSION: i64 = MIGRATIONS.len() as i64;

/// Timeout of a migration, including the wait for other processes to finish theirs. It is longer than any
/// migration takes.
const MIGRATE_TIMEOUT: Duration = Duration::from_secs(600);

/// Timeout for reading the layout, which is only two numbers.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// Migrates the schema to the newest layout.
pub(super) async fn migrate(pool: &Pool, schema: &str) -> Result<(), StoreError> {
    let connection = pool.get().await.map_err(|error| Failure::from_pool(error).into_store(false))?;
    let done = tokio::time::timeout(MIGRATE_TIMEOUT, async {
        // Normally there is nothing to do. Then a role without the right to change the schema is sufficient.
        if version(&connection).await? < VERSION {
            advance(&connection, schema).await?;
        }
        Ok::<(), Failure>(())
    });
    let result = match done.await {
        Ok(result) => result.map_err(|failure| failure.into_store(false)),
        Err(_) => Err(StoreError::Unavailable("the migration of the schema timed out".to_owned())),
    };
    if result.is_err() {
        // The connection may be in the middle of a transaction.
        drop(deadpool_postgres::Object::take(connection));
    }
    result
}

/// Returns the layout of a schema before it is opened for work.
pub(super) async fn found(pool: &Pool) -> Result<LayoutProbe, StoreError> {
    let connection = pool.get().await.map_err(|error| Failure::from_pool(error).into_store(false))?;
    let layout = tokio::time::timeout(READ_TIMEOUT, layout(&connection)).await;
    match layout {
        Ok(layout) => Ok(LayoutProbe { layout: layout.map_err(|failure| failure.into_store(false))?, known: VERSION }),
        Err(_) => Err(StoreError::Unavailable("reading the layout of the schema timed out".to_owned())),
    }
}

/// Returns the layout version, 0 before the first migration. A layout that this program does not support is an error.
pub(super) async fn version(client: &Client) -> Result<i64, Failure> {
    let layout = layout(client).await?;
    layout.map_or(Ok(()), |layout| layout.check(VERSION))?;
    Ok(layout.map_or(0, |layout| layout.version))
}

async fn layout(client: &Client) -> Result<Option<Layout>, Failure> {
    match client.query_opt(include_str!("sql/migrate_version.sql"), &[]).await {
        Ok(row) => Ok(row.map(|row| Layout::of(row.get(0), row.get(1)))),
        Err(error) if error.code() == Some(&SqlState::UNDEFINED_TABLE) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

async fn advance(client: &Client, schema: &str) -> Result<(), Failure> {
    // Building an index on a large ledger may take long.
    client.batch_execute("BEGIN; SET LOCAL statement_timeout TO 0").await?;
    client.query_one(include_str!("sql/migrate_lock.sql"), &[&schema]).await?;
    let exists: bool = client.query_one(include_str!("sql/migrate_schema_exists.sql"), &[&schema]).await?.get(0);
    if !exists {
        client.batch_execute(&format!("CREATE SCHEMA \"{schema}\"")).await?;
    }
    client.batch_execute(include_str!("sql/migrate_meta.sql")).await?;
    // The process that held the lock before may already have migrated.
    let found = version(client).await?;
    for (index, migration) in (1_i64..).zip(MIGRATIONS).skip(usize::try_from(found).unwrap_or(0)) {
        client.batch_execute(migration.sql).await.map_err(|error| {
            let text = format!("migration {index}: {}", describe(&error));
            if error.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE) {
                StoreError::ReadOnly(text)
            } else {
                StoreError::Unavailable(text)
            }
        })?;
        client.execute(include_str!("sql/migrate_record.sql"), &[&index, &migration.oldest_reader]).await?;
    }
    client.batch_execute("COMMIT").await?;
    Ok(())
}
