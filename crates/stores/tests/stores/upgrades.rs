//! A store in an older layout, opened by this program: its contents are converted correctly.

use refrain_ledger::store::Store;
use refrain_ledger::testing::fixture::{at, claim, definition, done, due, key, plan, save, settlement};

/// Runs one occurrence and leaves two planned. The fourth layout counted all three as runs.
async fn one_run_of_three(store: &dyn Store) {
    let schedule = store.save(save(key("a"), definition()), at(0)).await.unwrap();
    store.plan(vec![plan(&schedule, [1, 60, 120].map(due).to_vec())], at(0)).await.unwrap();
    let claimed = store.claim(&claim("node", 1), at(10)).await.unwrap().started;
    store.settle(claimed.iter().map(|row| settlement(row, done())).collect(), at(11)).await.unwrap();
}

async fn runs(store: &dyn Store) -> u64 {
    store.schedule(&key("a")).await.unwrap().unwrap().counters.runs
}

#[cfg(feature = "sqlite")]
#[tokio::test]
async fn sqlite_counts_only_runs_that_have_ended() {
    use refrain_stores::sqlite::Sqlite;

    let folder = crate::sqlite::Folder::new();
    let path = folder.file("ledger.db");
    let store = Sqlite::open(&path).await.unwrap();
    one_run_of_three(&store).await;
    assert_eq!(runs(&store).await, 1);
    drop(store);
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.execute("UPDATE progress SET runs = 3", []).unwrap();
    raw.execute("UPDATE meta SET value = 1 WHERE name = 'oldest_reader'", []).unwrap();
    raw.pragma_update(None, "user_version", 4).unwrap();
    drop(raw);
    assert_eq!(runs(&Sqlite::open(&path).await.unwrap()).await, 1);
}

#[cfg(feature = "postgres")]
#[tokio::test]
async fn postgres_counts_only_runs_that_have_ended() {
    use refrain_stores::postgres::Postgres;

    use crate::postgres::{connect, new_schema, options};

    let schema = new_schema();
    let store = Postgres::open(options(&schema)).await.unwrap();
    one_run_of_three(&store).await;
    assert_eq!(runs(&store).await, 1);
    drop(store);
    let raw = connect(&schema).await;
    let fourth_layout = "ALTER TABLE schedules DROP COLUMN runs;
        ALTER TABLE planning ADD COLUMN runs bigint NOT NULL DEFAULT 0 CHECK (runs >= 0);
        UPDATE planning SET runs = 3;
        DELETE FROM meta WHERE version = 5";
    raw.batch_execute(fourth_layout).await.unwrap();
    assert_eq!(runs(&Postgres::open(options(&schema)).await.unwrap()).await, 1);
    raw.batch_execute(&format!("DROP SCHEMA \"{schema}\" CASCADE")).await.unwrap();
}
