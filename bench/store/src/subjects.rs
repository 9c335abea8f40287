//! The stores that are timed, each with a place of its own that is gone afterwards.

use std::error::Error;
use std::time::Duration;

use async_trait::async_trait;
use refrain::store::Store;
use refrain::store::postgres::{Postgres, PostgresOptions};
use refrain::store::redis::{Redis, RedisOptions};
use refrain::store::sqlite::Sqlite;
use tempfile::TempDir;

use crate::raw;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// A store and the database under it.
#[async_trait(?Send)]
pub trait Subject {
    fn name(&self) -> &'static str;
    /// An empty store.
    async fn open(&self) -> Outcome<Box<dyn Store>>;
    /// What the database does when it only inserts rows of the same size.
    async fn raw(&self, size: usize, run_for: Duration) -> Outcome<f64>;
    /// Removes what was written.
    async fn clear(&self) -> Outcome<()>;
}

/// All stores, or what is missing to time them.
pub fn all() -> Outcome<Vec<Box<dyn Subject>>> {
    let variable = |name: &str| {
        std::env::var(name).map_err(|_| format!("{name} is not set: run this with `make bench-store`, which sets it"))
    };
    Ok(vec![
        Box::new(InFile(tempfile::tempdir()?)),
        Box::new(InPostgres(variable("REFRAIN_TEST_POSTGRES")?)),
        Box::new(InRedis(variable("REFRAIN_TEST_REDIS")?)),
    ])
}

struct InFile(TempDir);

#[async_trait(?Send)]
impl Subject for InFile {
    fn name(&self) -> &'static str {
        "sqlite"
    }

    async fn open(&self) -> Outcome<Box<dyn Store>> {
        Ok(Box::new(Sqlite::open(self.0.path().join("ledger.db")).await?))
    }

    async fn raw(&self, size: usize, run_for: Duration) -> Outcome<f64> {
        Ok(raw::sqlite::inserts_per_second(self.0.path(), size, run_for)?)
    }

    async fn clear(&self) -> Outcome<()> {
        Ok(())
    }
}

const SCHEMA: &str = "refrain_bench";

struct InPostgres(String);

impl InPostgres {
    async fn client(&self) -> Outcome<tokio_postgres::Client> {
        let (client, connection) = tokio_postgres::connect(&self.0, tokio_postgres::NoTls).await?;
        // It ends with the client; what goes wrong shows in the client's own calls.
        tokio::spawn(connection);
        Ok(client)
    }
}

#[async_trait(?Send)]
impl Subject for InPostgres {
    fn name(&self) -> &'static str {
        "postgres"
    }

    async fn open(&self) -> Outcome<Box<dyn Store>> {
        self.clear().await?;
        let options = PostgresOptions { schema: SCHEMA.to_owned(), ..PostgresOptions::new(&self.0) };
        Ok(Box::new(Postgres::open(options).await?))
    }

    async fn raw(&self, size: usize, run_for: Duration) -> Outcome<f64> {
        Ok(raw::postgres::inserts_per_second(&self.client().await?, size, run_for).await?)
    }

    async fn clear(&self) -> Outcome<()> {
        Ok(self.client().await?.batch_execute(&format!("DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")).await?)
    }
}

const PREFIX: &str = "refrain-bench";

struct InRedis(String);

#[async_trait(?Send)]
impl Subject for InRedis {
    fn name(&self) -> &'static str {
        "redis"
    }

    async fn open(&self) -> Outcome<Box<dyn Store>> {
        self.clear().await?;
        let options = RedisOptions { prefix: PREFIX.to_owned(), ..RedisOptions::new(&self.0) };
        Ok(Box::new(Redis::open(options).await?))
    }

    async fn raw(&self, size: usize, run_for: Duration) -> Outcome<f64> {
        let client = redis::Client::open(self.0.as_str())?;
        let mut connection = client.get_multiplexed_async_connection().await?;
        Ok(raw::redis::sets_per_second(&mut connection, size, run_for).await?)
    }

    async fn clear(&self) -> Outcome<()> {
        let client = redis::Client::open(self.0.as_str())?;
        let mut connection = client.get_multiplexed_async_connection().await?;
        let mut cursor = 0_u64;
        loop {
            let mut scan = redis::cmd("SCAN");
            let page = scan.arg(cursor).arg("MATCH").arg(format!("{{{PREFIX}*")).arg("COUNT").arg(10_000);
            let (next, keys): (u64, Vec<String>) = page.query_async(&mut connection).await?;
            if !keys.is_empty() {
                redis::cmd("UNLINK").arg(keys).exec_async(&mut connection).await?;
            }
            if next == 0 {
                return Ok(());
            }
            cursor = next;
        }
    }
}
