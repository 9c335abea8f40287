//! The cost of a tick depends on the number of due occurrences, not on the number of schedules. PostgreSQL
//! counts the rows that were read.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::clock::{ManualClock, wall};
use refrain::store::Ledger;
use refrain::store::postgres::tokio_postgres::{self, Client, NoTls};
use refrain::store::postgres::{Postgres, PostgresOptions};
use refrain::{Failure, Refrain, RunContext};
use tokio::runtime::Runtime;

use crate::alone::alone;
use crate::postgres_server::{Home, Server};

const DUE: usize = 150;
const FEW: i64 = 1_000;
const MANY: i64 = 100_000;
/// Maximum number of rows and index entries read per occurrence, from planning to settling.
const READS_PER_RUN_MAX: i64 = 60;
/// A tick takes a few hundred milliseconds on a quiet machine. A tick that reads all schedules takes minutes.
const TICK_MAX: SignedDuration = SignedDuration::from_mins(5);

#[test]
fn the_reads_of_a_tick_depend_on_due_occurrences_only() {
    let _alone = alone();
    let runtime = Runtime::new().unwrap();
    let home = Home::make();
    home.init("counted");
    let server = home.start("counted", &["fsync=off", "autovacuum=off"]);
    let few = runtime.block_on(reads_of_a_tick(&server, "few", FEW));
    let many = runtime.block_on(reads_of_a_tick(&server, "many", MANY));
    let due = i64::try_from(DUE).unwrap();
    assert!(few >= due, "{few} reads for {DUE} runs: nothing was counted");
    assert!(many <= due * READS_PER_RUN_MAX, "{many} reads for {DUE} runs");
    assert!(many <= few + few / 10, "{many} reads among {MANY} schedules, {few} among {FEW}");
}

/// Returns the number of rows and index entries read by a tick with [`DUE`] due schedules and `others` that are
/// not due.
async fn reads_of_a_tick(server: &Server<'_>, schema: &str, others: i64) -> i64 {
    let (client, connection) = tokio_postgres::connect(&server.url(), NoTls).await.unwrap();
    tokio::spawn(connection);
    let options = PostgresOptions::new(server.url()).with(|it| it.schema = schema.to_owned());
    let now: Timestamp = "2026-01-05T08:00:00Z".parse().unwrap();
    let clock = Arc::new(ManualClock::new(now));
    let store = Arc::new(Postgres::open(options.clone()).await.unwrap());
    let node = async |store| {
        let refrain = Refrain::builder().clock(clock.clone()).over(store).await.unwrap();
        let run = refrain.handler("run", |_: RunContext, (): ()| async { Ok::<_, Failure>(()) });
        (refrain, run)
    };
    let (refrain, run) = node(store.clone()).await;
    refrain.schedule("other").cron("0 0 1 6 *").run(&run, ()).save().await.unwrap();
    for number in 0..DUE {
        refrain.schedule(format!("due-{number}")).every(1).hours().run(&run, ()).save().await.unwrap();
    }
    copy_schedule(&client, schema, others).await;
    drop(refrain);
    let before = reads(&client, schema, store).await;

    let store = Arc::new(Postgres::open(options).await.unwrap());
    let (refrain, _) = node(store.clone()).await;
    clock.set(now + SignedDuration::from_hours(1));
    let began_at = wall();
    let tick = refrain.tick().await.unwrap();
    let took = wall().duration_since(began_at);
    assert_eq!((tick.planned, tick.ran), (DUE, DUE));
    assert!(took < TICK_MAX, "the tick took {took:?} among {others} schedules");
    // A node makes this query each time before it sleeps.
    assert!(store.next_wakeup().await.unwrap().plan_at.is_some());
    drop(refrain);
    reads(&client, schema, store).await - before
}

/// Copies a schedule directly in the database. Saving the copies through the store would take minutes.
async fn copy_schedule(client: &Client, schema: &str, copies: i64) {
    client.batch_execute(&format!("SET search_path TO {schema}")).await.unwrap();
    let columns = |table: &'static str| async move {
        let sql = "SELECT string_agg(quote_ident(column_name), ', ') FROM information_schema.columns
                   WHERE table_schema = $1 AND table_name = $2 AND column_name NOT IN ('uid', 'id', 'schedule_uid')";
        client.query_one(sql, &[&schema, &table]).await.unwrap().get::<_, String>(0)
    };
    let (schedules, planning, revisions) =
        (columns("schedules").await, columns("planning").await, columns("revisions").await);
    let original = "(SELECT uid FROM schedules WHERE id = 'other')";
    let copied = "(SELECT uid AS copy FROM schedules WHERE id LIKE 'other-%')";
    let sql = format!(
        "INSERT INTO schedules (id, {schedules})
         SELECT 'other-' || number, {schedules} FROM schedules, generate_series(1, {copies}) number WHERE id = 'other';
         INSERT INTO planning (uid, {planning}) SELECT copy, {planning} FROM planning, {copied} c WHERE uid = {original};
         INSERT INTO revisions (schedule_uid, {revisions})
         SELECT copy, {revisions} FROM revisions, {copied} c WHERE schedule_uid = {original};
         ANALYZE"
    );
    client.batch_execute(&sql).await.unwrap();
}

/// Closes the store, and returns the reads so far. Each connection flushes its counts when it ends.
async fn reads(client: &Client, schema: &str, store: Arc<Postgres>) -> i64 {
    Arc::into_inner(store).expect("this is the last handle on the store").close().await;
    let others = "SELECT count(*) FROM pg_stat_activity
                  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
    while client.query_one(others, &[]).await.unwrap().get::<_, i64>(0) > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    client.batch_execute("SELECT pg_stat_force_next_flush()").await.unwrap();
    let sql = "SELECT (SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables WHERE schemaname = $1)::bigint
                    + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE schemaname = $1)::bigint";
    client.query_one(sql, &[&schema]).await.unwrap().get(0)
}
