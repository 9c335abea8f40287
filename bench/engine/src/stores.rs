//! The stores for the nodes. Each is empty at first and removed afterwards.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::sync::Arc;

use refrain::store::Store;
use refrain::store::postgres::{Postgres, PostgresOptions};
use refrain::store::redis::{Redis, RedisOptions};
use refrain::store::sqlite::Sqlite;
use tempfile::TempDir;

/// Location of a store. Every location is used once, so that no run sees the rows of another.
pub enum Place {
    File(TempDir),
    Postgres { url: String, schema: String },
    Redis { url: String, prefix: String },
}

/// All kinds of stores.
pub const KINDS: [&str; 3] = ["sqlite", "postgres", "redis"];

impl Place {
    /// Creates a location for a store of this kind.
    pub fn new(kind: &str, number: usize) -> Result<Self, Box<dyn Error>> {
        let variable = |name: &str| {
            std::env::var(name).map_err(|_| format!("{name} is not set; run `make bench-engine`, which sets it"))
        };
        let name = format!("refrain_bench_{}_{number}", std::process::id());
        match kind {
            "sqlite" => Ok(Self::File(tempfile::tempdir()?)),
            "postgres" => Ok(Self::Postgres { url: variable("REFRAIN_TEST_POSTGRES")?, schema: name }),
            "redis" => Ok(Self::Redis { url: variable("REFRAIN_TEST_REDIS")?, prefix: name }),
            other => Err(format!("unknown store {other:?}; expected one of {}", KINDS.join(", ")).into()),
        }
    }

    /// Returns the number of occurrences in the store. For Redis, the number of keys, which is proportional to it.
    pub async fn rows(&self) -> Result<i64, Box<dyn Error>> {
        use refrain::store::postgres::tokio_postgres::{NoTls, connect};
        use refrain::store::sqlite::rusqlite::Connection;

        match self {
            Self::File(folder) => {
                let file = Connection::open(folder.path().join("ledger.db"))?;
                Ok(file.query_row("SELECT count(*) FROM occurrences", [], |row| row.get(0))?)
            }
            Self::Postgres { url, schema } => {
                let (client, connection) = connect(url, NoTls).await?;
                let connection = tokio::spawn(connection);
                let row = client.query_one(&format!("SELECT count(*) FROM {schema}.occurrences"), &[]).await?;
                drop(client);
                connection.await??;
                Ok(row.get(0))
            }
            Self::Redis { url, .. } => {
                keys_in(url.strip_prefix("redis+unix://").ok_or("expected a redis+unix:// URL")?)
            }
        }
    }

    /// Opens the store. Every node opens its own.
    pub async fn open(&self) -> Result<Arc<dyn Store>, Box<dyn Error>> {
        Ok(match self {
            Self::File(folder) => Arc::new(Sqlite::open(folder.path().join("ledger.db")).await?),
            Self::Postgres { url, schema } => {
                Arc::new(Postgres::open(PostgresOptions::new(url).with(|it| it.schema = schema.clone())).await?)
            }
            Self::Redis { url, prefix } => {
                Arc::new(Redis::open(RedisOptions::new(url).with(|it| it.prefix = prefix.clone())).await?)
            }
        })
    }
}

/// Returns the number of keys of a Redis server.
fn keys_in(socket: &str) -> Result<i64, Box<dyn Error>> {
    let mut server = UnixStream::connect(socket)?;
    server.write_all(b"DBSIZE\r\n")?;
    let mut answer = String::new();
    BufReader::new(server).read_line(&mut answer)?;
    Ok(answer.trim_start_matches(':').trim_end().parse()?)
}
