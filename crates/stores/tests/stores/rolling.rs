//! A store that a newer program has migrated, opened by this one. This program works where the store allows it,
//! together with programs that had the store open before, and is rejected otherwise (Decision 0039).

use refrain_ledger::model::Overlap;
use refrain_ledger::store::{Store, StoreError};
use refrain_ledger::testing::fixture::{at, claim, done, due, key, overlapping, plan, save, settlement};
use refrain_stores::{Layout, LayoutProbe};

/// The newest layout of the SQL stores.
#[cfg(any(feature = "postgres", feature = "sqlite"))]
const SQL: i64 = 6;
/// The newest layout of Redis.
#[cfg(feature = "redis")]
const REDIS: i64 = 2;
/// The oldest programs that can work on the newest SQL layout.
#[cfg(any(feature = "postgres", feature = "sqlite"))]
const SQL_OLDEST: i64 = 6;

/// Returns the layout after a migration by a newer program that this one is compatible with.
const fn newer(known: i64, oldest_reader: i64) -> LayoutProbe {
    LayoutProbe { layout: Some(Layout { version: known + 1, oldest_reader }), known }
}

/// Checks that a handle opened before the migration and one opened after it share the work.
async fn check_shared_work(known: i64, before: &dyn Store, since: &dyn Store) {
    let health = since.health().await.unwrap();
    assert_eq!((health.schema_version, health.known_version), (known + 1, known));
    let schedule = before.save(save(key("a"), overlapping(Overlap::AllowAll)), at(0)).await.unwrap();
    since.plan(vec![plan(&schedule, (1..=6).map(due).collect())], at(0)).await.unwrap();
    for (node, store) in [("before", before), ("since", since), ("before", before)] {
        let claimed = store.claim(&claim(node, 2), at(10)).await.unwrap().started;
        assert_eq!(claimed.len(), 2);
        let settlements = claimed.iter().map(|row| settlement(row, done())).collect();
        store.settle(settlements, at(11)).await.unwrap();
    }
    for store in [before, since] {
        let counters = store.schedule(&key("a")).await.unwrap().unwrap().counters;
        assert_eq!((counters.runs, counters.succeeded), (6, 6));
    }
}

fn check_refused(by: i64, error: &StoreError) {
    let is_newer = matches!(error, StoreError::Newer { found, known } if (*found, *known) == (by + 1, by));
    assert!(is_newer, "{error}");
    assert!(error.to_string().contains("use a newer program"), "{error}");
}

#[cfg(feature = "sqlite")]
#[tokio::test]
async fn sqlite_is_shared_with_a_compatible_newer_program() {
    use refrain_stores::sqlite::{Sqlite, SqliteOptions};

    let folder = crate::sqlite::Folder::new();
    let path = folder.file("ledger.db");
    let before = Sqlite::open(&path).await.unwrap();
    let raw = rusqlite::Connection::open(&path).unwrap();
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('meta', 'sqlite_sequence')";
    let mut list = raw.prepare(tables).unwrap();
    let tables: Vec<String> = list.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert!(tables.len() > 10, "{tables:?}");
    for table in tables {
        raw.execute_batch(&format!("ALTER TABLE {table} ADD COLUMN added_later TEXT DEFAULT 'x'")).unwrap();
    }
    raw.pragma_update(None, "user_version", SQL + 1).unwrap();
    assert_eq!(Sqlite::layout(SqliteOptions::new(&path)).await.unwrap(), newer(SQL, SQL_OLDEST));
    let since = Sqlite::open(&path).await.unwrap();
    check_shared_work(SQL, &before, &since).await;

    raw.execute("UPDATE meta SET value = ?1 WHERE name = 'oldest_reader'", [SQL + 1]).unwrap();
    check_refused(SQL, &Sqlite::open(&path).await.unwrap_err());
    raw.execute("DELETE FROM meta WHERE name = 'oldest_reader'", []).unwrap();
    check_refused(SQL, &Sqlite::open(&path).await.unwrap_err());
}

#[cfg(feature = "postgres")]
#[tokio::test]
async fn postgres_is_shared_with_a_compatible_newer_program() {
    use refrain_stores::postgres::Postgres;

    use crate::postgres::{connect, new_schema, options};

    let schema = new_schema();
    assert_eq!(Postgres::layout(options(&schema)).await.unwrap(), LayoutProbe { layout: None, known: SQL });
    let before = Postgres::open(options(&schema)).await.unwrap();
    let raw = connect(&schema).await;
    let sql = "SELECT table_name::text FROM information_schema.tables
               WHERE table_schema = $1 AND table_name <> 'meta' AND table_type = 'BASE TABLE'";
    let tables = raw.query(sql, &[&schema]).await.unwrap();
    assert!(tables.len() > 10, "{}", tables.len());
    for table in tables {
        let table: &str = table.get(0);
        raw.batch_execute(&format!("ALTER TABLE {table} ADD COLUMN added_later text DEFAULT 'x'")).await.unwrap();
    }
    raw.execute("INSERT INTO meta (version, oldest_reader) VALUES ($1, $2)", &[&(SQL + 1), &SQL_OLDEST]).await.unwrap();
    assert_eq!(Postgres::layout(options(&schema)).await.unwrap(), newer(SQL, SQL_OLDEST));
    let since = Postgres::open(options(&schema)).await.unwrap();
    check_shared_work(SQL, &before, &since).await;

    raw.execute("UPDATE meta SET oldest_reader = $1 WHERE version = $1", &[&(SQL + 1)]).await.unwrap();
    check_refused(SQL, &Postgres::open(options(&schema)).await.unwrap_err());
    // A schema from before this feature does not have the column.
    raw.batch_execute("ALTER TABLE meta DROP COLUMN oldest_reader").await.unwrap();
    check_refused(SQL, &Postgres::open(options(&schema)).await.unwrap_err());
    raw.execute("DELETE FROM meta WHERE version = $1", &[&(SQL + 1)]).await.unwrap();
    drop(Postgres::open(options(&schema)).await.unwrap());
    raw.batch_execute(&format!("DROP SCHEMA \"{schema}\" CASCADE")).await.unwrap();
}

#[cfg(feature = "redis")]
#[tokio::test]
async fn redis_is_shared_with_a_compatible_newer_program() {
    use refrain_stores::redis::{Redis, RedisOptions};

    let server = crate::redis_server::Server::start(&[]);
    let options = || RedisOptions::new(server.url());
    assert_eq!(Redis::layout(options()).await.unwrap(), LayoutProbe { layout: None, known: REDIS });
    let before = server.open().await;
    server.tell(&["HSET", "{refrain:meta}", "version", "3", "added_later", "x"]).await;
    assert_eq!(Redis::layout(options()).await.unwrap(), newer(REDIS, REDIS));
    let since = server.open().await;
    check_shared_work(REDIS, &before, &since).await;

    server.tell(&["HSET", "{refrain:meta}", "oldest_reader", "3"]).await;
    check_refused(REDIS, &Redis::open(options()).await.unwrap_err());
    server.tell(&["HDEL", "{refrain:meta}", "oldest_reader"]).await;
    check_refused(REDIS, &Redis::open(options()).await.unwrap_err());
}
