//! The databases that a ledger can share with a program. Each has a table of the program for the effects of its
//! handlers.

use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use refrain::Failure;
use refrain::Handler;
use refrain::Refrain;
use refrain::RunContext;
use refrain::delivery::Outcome;
use refrain::store::Store;
use refrain::store::postgres::tokio_postgres::{self, Client, NoTls};
use refrain::store::postgres::{Postgres, PostgresOptions, PostgresTransaction};
use refrain::store::sqlite::Sqlite;
use refrain::store::sqlite::rusqlite::Connection;
use serde_json::Value;

/// Function that a handler calls after its effect; it determines the handler's result.
pub(crate) type AfterEffect = Arc<dyn Fn(&RunContext) -> Result<Outcome, Failure> + Send + Sync>;

/// A database used by one test only.
#[async_trait]
pub(crate) trait Database: Send + Sync + 'static {
    async fn new() -> Self;

    /// Opens the ledger in this database again, as another process would.
    async fn ledger(&self) -> Arc<dyn Store>;

    /// Adds the handler `effect`, which inserts its period and discriminator, then calls `then`.
    fn handle(&self, refrain: &Refrain, then: AfterEffect) -> Handler<Value>;

    /// Returns all effects, sorted.
    async fn effects(&self) -> Vec<String>;

    async fn close(self);
}

fn unique(kind: &str) -> String {
    format!("{kind}_{:016x}", RandomState::new().hash_one(std::process::id()))
}

/// Returns the line that a handler inserts: period key and discriminator.
pub(crate) fn line(context: &RunContext) -> String {
    format!("{}{}", context.period_key(), context.discriminator())
}

pub(crate) struct SqliteDatabase {
    folder: PathBuf,
}

impl SqliteDatabase {
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.join("ledger.db")
    }

    pub(crate) fn connect(&self) -> Connection {
        Connection::open(self.path()).unwrap()
    }
}

#[async_trait]
impl Database for SqliteDatabase {
    async fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(unique("embed"));
        std::fs::create_dir_all(&folder).unwrap();
        let database = Self { folder };
        let create = |conn: &Connection| conn.execute_batch("CREATE TABLE effects (line TEXT NOT NULL)");
        Sqlite::open(database.path()).await.unwrap().transact(create).await.unwrap();
        database
    }

    async fn ledger(&self) -> Arc<dyn Store> {
        Arc::new(Sqlite::open(self.path()).await.unwrap())
    }

    fn handle(&self, refrain: &Refrain, then: AfterEffect) -> Handler<Value> {
        let handler = move |context: &RunContext, _: Value, conn: &Connection| {
            conn.execute("INSERT INTO effects VALUES (?1)", [line(context)])?;
            then(context)
        };
        refrain.sqlite_handler("effect", handler).unwrap()
    }

    async fn effects(&self) -> Vec<String> {
        let conn = self.connect();
        let mut select = conn.prepare("SELECT line FROM effects ORDER BY line").unwrap();
        select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    async fn close(self) {
        std::fs::remove_dir_all(&self.folder).unwrap();
    }
}

pub(crate) struct PostgresDatabase {
    pub(crate) schema: String,
}

impl PostgresDatabase {
    pub(crate) fn options(&self) -> PostgresOptions {
        let url = std::env::var("REFRAIN_TEST_POSTGRES")
            .expect("REFRAIN_TEST_POSTGRES must name a server; `make test` starts one");
        // A disk that all tests use at once may stall.
        let deadline = Duration::from_secs(60);
        PostgresOptions::new(url).with(|it| {
            it.schema = self.schema.clone();
            it.deadline = deadline;
        })
    }

    /// Returns the program's table. It is on the server's default search path, not in the ledger's schema.
    pub(crate) fn table(&self) -> String {
        format!("{}_effects", self.schema)
    }

    pub(crate) fn insert(&self) -> String {
        format!("INSERT INTO {} VALUES ($1)", self.table())
    }

    pub(crate) async fn connect(&self) -> Client {
        let (client, connection) = tokio_postgres::connect(&self.options().url, NoTls).await.unwrap();
        tokio::spawn(connection);
        client
    }
}

#[async_trait]
impl Database for PostgresDatabase {
    async fn new() -> Self {
        let database = Self { schema: unique("embed") };
        let create = format!("CREATE TABLE {} (line TEXT NOT NULL)", database.table());
        database.connect().await.batch_execute(&create).await.unwrap();
        database
    }

    async fn ledger(&self) -> Arc<dyn Store> {
        Arc::new(Postgres::open(self.options()).await.unwrap())
    }

    fn handle(&self, refrain: &Refrain, then: AfterEffect) -> Handler<Value> {
        let insert = self.insert();
        let handler = move |context: RunContext, _: Value, transaction: PostgresTransaction| {
            let (insert, then) = (insert.clone(), then.clone());
            async move {
                transaction.execute(&insert, &[&line(&context)]).await?;
                then(&context)
            }
        };
        refrain.postgres_handler("effect", handler).unwrap()
    }

    async fn effects(&self) -> Vec<String> {
        let select = format!("SELECT line FROM {} ORDER BY line", self.table());
        let rows = self.connect().await.query(&select, &[]).await.unwrap();
        rows.iter().map(|row| row.get(0)).collect()
    }

    async fn close(self) {
        let (schema, table) = (&self.schema, self.table());
        let drop = format!("DROP TABLE {table}; DROP SCHEMA \"{schema}\" CASCADE");
        self.connect().await.batch_execute(&drop).await.unwrap();
    }
}
