//! The store vacuums dead entries in the index of open rows itself: the server's autovacuum comes too late for
//! claims.

use std::time::Duration;

use refrain_ledger::store::Ledger;
use refrain_ledger::testing::fixture::{at, claim, definition, done, due, key, plan, save, settlement};
use refrain_stores::postgres::Postgres;

use crate::postgres::{connect, new_schema, options};

const ROUND: i64 = 2_000;
const ROUNDS: i64 = 11;
const PATIENCE: Duration = Duration::from_secs(300);

#[tokio::test]
async fn open_rows_are_vacuumed_after_many_settlements() {
    let schema = new_schema();
    let store = Postgres::open(options(&schema)).await.unwrap();
    let client = connect(&schema).await;
    // The server's autovacuum must not be mistaken for that of the store.
    client.batch_execute("ALTER TABLE open_occurrences SET (autovacuum_enabled = false)").await.unwrap();
    store.save(save(key("digest"), definition()), at(0)).await.unwrap();
    for round in 0..ROUNDS {
        let schedule = store.schedule(&key("digest")).await.unwrap().unwrap();
        let rows = (round * ROUND..(round + 1) * ROUND).map(due).collect();
        store.plan(vec![plan(&schedule, rows)], at(0)).await.unwrap();
        let now = at((round + 1) * ROUND);
        let claimed = store.claim(&claim("n1", ROUND as usize), now).await.unwrap();
        assert_eq!(claimed.started.len(), ROUND as usize);
        let ended = claimed.started.iter().map(|row| settlement(row, done())).collect();
        store.settle(ended, now).await.unwrap();
    }
    let sql = "SELECT vacuum_count FROM pg_stat_user_tables WHERE schemaname = $1 AND relname = 'open_occurrences'";
    let vacuumed = async { while client.query_one(sql, &[&schema]).await.unwrap().get::<_, i64>(0) == 0 {} };
    tokio::time::timeout(PATIENCE, vacuumed).await.expect("the table is vacuumed in time");
    client.batch_execute(&format!("DROP SCHEMA \"{schema}\" CASCADE")).await.unwrap();
    store.close().await;
}
