//! Bringing a schema to the layout this program knows. Forward only, under a lock, so that many may try at once.

use std::time::Duration;

use deadpool_postgres::Pool;
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

use super::error::{Failure, describe};
use crate::store::StoreError;

/// Every step, the first one first.
const MIGRATIONS: &[&str] = &[include_str!("migrations/0001_ledger.sql")];

/// The newest layout this program knows.
pub(super) const VERSION: i64 = MIGRATIONS.len() as i64;

/// No migration of a store of any size takes longer; waiting for others to finish theirs is part of it.
const MIGRATE_FOR: Duration = Duration::from_secs(600);

/// Makes the schema what this program needs.
pub(super) async fn migrate(pool: &Pool, schema: &str) -> Result<(), StoreError> {
    let connection = pool.get().await.map_err(|error| Failure::from_pool(error).into_store(false))?;
    let done = tokio::time::timeout(MIGRATE_FOR, async {
        // As a rule there is nothing to do, and a role that may not change the layout need not.
        if version(&connection).await? != VERSION {
            advance(&connection, schema).await?;
        }
        Ok::<(), Failure>(())
    });
    let result = match done.await {
        Ok(result) => result.map_err(|failure| failure.into_store(false)),
        Err(_) => Err(StoreError::Unavailable("the schema could not be brought up to date in time".to_owned())),
    };
    if result.is_err() {
        // It may be in the middle of a transaction.
        drop(deadpool_postgres::Object::take(connection));
    }
    result
}

/// The version of the layout, 0 before the first migration.
///
/// A version this program does not know is an error.
pub(super) async fn version(client: &Client) -> Result<i64, Failure> {
    let found: i64 = match client.query_one(include_str!("sql/version.sql"), &[]).await {
        Ok(row) => row.get(0),
        Err(error) if error.code() == Some(&SqlState::UNDEFINED_TABLE) => 0,
        Err(error) => return Err(error.into()),
    };
    if found > VERSION { Err(StoreError::Newer { found, known: VERSION }.into()) } else { Ok(found) }
}

async fn advance(client: &Client, schema: &str) -> Result<(), Failure> {
    // Building an index on a large ledger takes as long as it takes.
    client.batch_execute("BEGIN; SET LOCAL statement_timeout TO 0").await?;
    client.query_one(include_str!("sql/migrate_lock.sql"), &[&schema]).await?;
    let exists: bool = client.query_one(include_str!("sql/schema_exists.sql"), &[&schema]).await?.get(0);
    if !exists {
        client.batch_execute(&format!("CREATE SCHEMA \"{schema}\"")).await?;
    }
    client.batch_execute(include_str!("sql/meta.sql")).await?;
    // Whoever had the lock before us may have done it all.
    let found = version(client).await?;
    for (index, migration) in (1_i64..).zip(MIGRATIONS).skip(usize::try_from(found).unwrap_or(0)) {
        client.batch_execute(migration).await.map_err(|error| {
            let text = format!("migration {index}: {}", describe(&error));
            if error.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE) {
                StoreError::ReadOnly(text)
            } else {
                StoreError::Unavailable(text)
            }
        })?;
        client.execute(include_str!("sql/migrated.sql"), &[&index]).await?;
    }
    client.batch_execute("COMMIT").await?;
    Ok(())
}
