//! Behavior of the PostgreSQL ledger when the server is down, refuses, is slow, or its answer is lost.

use std::time::Duration;

use refrain_ledger::model::{Fence, Status};
use refrain_ledger::store::{Ledger, OccurrenceFilter, Page, PlanResult, SettleResult, Store, StoreError};
use refrain_ledger::testing::fixture::{acme, at, change, claim, definition, done, due, key, plan, save, settlement};
use refrain_stores::postgres::{Postgres, PostgresOptions};
use tokio::net::TcpListener;

use crate::news;
use crate::postgres::{address, connect, new_schema, options};
use crate::postgres_proxy::Proxy;

/// Timeout that is never reached on a server that answers.
const PATIENCE: Duration = Duration::from_secs(300);

async fn drop_schema(schema: &str) {
    connect(schema).await.batch_execute(&format!("DROP SCHEMA IF EXISTS \"{schema}\" CASCADE")).await.unwrap();
}

fn with_url(schema: &str, url: String) -> PostgresOptions {
    options(schema).with(|it| it.url = url)
}

/// Returns the address with an additional parameter.
fn with_parameter(url: &str, parameter: &str) -> String {
    format!("{url}{}{parameter}", if url.contains('?') { '&' } else { '?' })
}

async fn refused(options: PostgresOptions) -> StoreError {
    tokio::time::timeout(PATIENCE, Postgres::open(options)).await.expect("the call ends by its deadline").unwrap_err()
}

fn is_unavailable(error: &StoreError) -> bool {
    matches!(error, StoreError::Unavailable(_))
}

#[tokio::test]
async fn an_absent_postgres_server_is_unavailable() {
    // No process listens on a port that was just closed.
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let error = refused(with_url("nowhere", format!("postgres://a@127.0.0.1:{port}/a"))).await;
    assert!(is_unavailable(&error), "{error}");
    let error = refused(with_url("nowhere", "postgres://a@%2Fno%2Fsuch%2Ffolder/a".to_owned())).await;
    assert!(is_unavailable(&error), "{error}");
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_database_are_named() {
    let tcp = address("REFRAIN_TEST_POSTGRES_TCP");
    let config: tokio_postgres::Config = tcp.parse().unwrap();
    let port = config.get_ports()[0];
    let error = refused(with_url("nowhere", format!("postgres://postgres:wr0ng@127.0.0.1:{port}/postgres"))).await;
    assert!(is_unavailable(&error) && error.to_string().contains("password"), "{error}");
    assert!(!error.to_string().contains("wr0ng"), "{error}");
    let unknown = format!("{}/no_such_database", tcp.rsplit_once('/').unwrap().0);
    let error = refused(with_url("nowhere", unknown)).await;
    assert!(is_unavailable(&error) && error.to_string().contains("no_such_database"), "{error}");
}

#[tokio::test]
async fn a_server_without_tls_is_refused_where_tls_is_required() {
    let url = with_parameter(&address("REFRAIN_TEST_POSTGRES_TCP"), "sslmode=require");
    let error = refused(with_url("nowhere", url)).await;
    assert!(is_unavailable(&error) && error.to_string().contains("TLS"), "{error}");
}

#[tokio::test]
async fn calls_succeed_after_the_server_closes_every_connection() {
    let schema = new_schema();
    let url = with_parameter(&address("REFRAIN_TEST_POSTGRES"), &format!("application_name={schema}"));
    let store = Postgres::open(with_url(&schema, url)).await.unwrap();
    let schedule = store.save(save(key("a"), definition()), at(0)).await.unwrap();
    let cut = connect(&schema).await;
    let cut_all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1";
    for round in 0..5 {
        assert!(!cut.query(cut_all, &[&schema]).await.unwrap().is_empty());
        let found = store.schedule(&key("a")).await.unwrap();
        assert_eq!(found.as_ref(), Some(&schedule), "round {round}");
    }
    // The listener reconnects by itself: hints about plans of another node arrive again.
    let other = Postgres::open(options(&schema)).await.unwrap();
    let mut wakes = store.wakes();
    let heard = async {
        for second in 0.. {
            let planned = other.schedule(&key("a")).await.unwrap().unwrap();
            other.plan(vec![plan(&planned, vec![due(second)])], at(second)).await.unwrap();
            if tokio::time::timeout(Duration::from_millis(200), wakes.changed()).await.is_ok() {
                return;
            }
        }
    };
    tokio::time::timeout(PATIENCE, heard).await.expect("the listener reconnects in time");
    drop_schema(&schema).await;
}

#[tokio::test]
async fn messages_of_a_node_reach_only_other_nodes() {
    let schema = new_schema();
    let (one, other) =
        (Postgres::open(options(&schema)).await.unwrap(), Postgres::open(options(&schema)).await.unwrap());
    news::check_messages_reach_only_others(&one, &other).await;
    drop_schema(&schema).await;
}

async fn behind_proxy(schema: &str) -> (Postgres, Proxy) {
    let (proxy, url) = Proxy::before(&address("REFRAIN_TEST_POSTGRES_TCP")).await;
    let store = Postgres::open(with_url(schema, url).with(|it| it.pool_size = 1)).await.unwrap();
    (store, proxy)
}

#[tokio::test]
async fn a_lost_commit_answer_is_unknown_and_a_retry_duplicates_nothing() {
    let schema = new_schema();
    let (store, proxy) = behind_proxy(&schema).await;
    let lose = || proxy.lose_next_answer();
    let schedule = store.save(save(key("a"), definition()), at(0)).await.unwrap();
    let plans = vec![plan(&schedule, vec![due(1), due(2)])];
    lose();
    let lost = store.plan(plans.clone(), at(3)).await.unwrap_err();
    assert!(matches!(lost, StoreError::Unknown(_)), "{lost}");
    // The plan was written: the watermark has moved, so the same plan is stale and adds nothing.
    assert_eq!(store.plan(plans, at(3)).await.unwrap(), [PlanResult::Stale]);
    let rows = store.occurrences(&acme(), &OccurrenceFilter::default(), &Page::first(10)).await.unwrap().rows;
    assert_eq!(rows.len(), 2);

    // Leases whose answer was lost belong to no worker until they expire. Nothing is dispatched without an answer.
    lose();
    let lost = store.claim(&claim("n1", 10), at(4)).await.unwrap_err();
    assert!(matches!(lost, StoreError::Unknown(_)), "{lost}");
    assert!(store.claim(&claim("n1", 10), at(5)).await.unwrap().started.is_empty());
    let taken = store.claim(&claim("n1", 10), at(60)).await.unwrap().started;
    assert_eq!(taken.iter().map(|row| row.attempt).collect::<Vec<_>>(), [2, 2]);

    let settlements: Vec<_> = taken.iter().map(|row| settlement(row, done())).collect();
    lose();
    let lost = store.settle(settlements.clone(), at(61)).await.unwrap_err();
    assert!(matches!(lost, StoreError::Unknown(_)), "{lost}");
    let again = store.settle(settlements, at(62)).await.unwrap();
    assert!(again.iter().all(|settled| matches!(settled, SettleResult::Already(_))), "{again:?}");
    let counters = store.schedule(&key("a")).await.unwrap().unwrap().counters;
    assert_eq!((counters.runs, counters.succeeded), (2, 2));
    drop_schema(&schema).await;
}

#[tokio::test]
async fn a_newer_layout_is_refused() {
    let schema = new_schema();
    drop(Postgres::open(options(&schema)).await.unwrap());
    connect(&schema).await.execute("INSERT INTO meta (version) VALUES (99)", &[]).await.unwrap();
    let error = refused(options(&schema)).await;
    assert!(matches!(error, StoreError::Newer { found: 99, .. }), "{error}");
    drop_schema(&schema).await;
}

#[tokio::test]
async fn a_read_only_server_is_reported_and_can_be_read() {
    let schema = new_schema();
    let store = Postgres::open(options(&schema)).await.unwrap();
    let schedule = store.save(save(key("a"), definition()), at(0)).await.unwrap();
    let url = address("REFRAIN_TEST_POSTGRES");
    let read_only = with_parameter(&url, "options=-c%20default_transaction_read_only%3Don");
    let client = connect(&schema).await;
    let role = format!("reader_{schema}");
    client
        .batch_execute(&format!(
            "CREATE ROLE {role} LOGIN; GRANT USAGE ON SCHEMA {schema} TO {role};
             GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {role}"
        ))
        .await
        .unwrap();
    let without_right = url.replacen("postgres@", &format!("{role}@"), 1);
    for url in [read_only, without_right] {
        let reader = Postgres::open(with_url(&schema, url)).await.unwrap();
        assert_eq!(reader.schedule(&key("a")).await.unwrap().as_ref(), Some(&schedule));
        let error = reader.change_status(change(&key("a"), Status::Paused), at(1)).await.unwrap_err();
        assert!(matches!(error, StoreError::ReadOnly(_)), "{error}");
        let error = reader.claim(&claim("n1", 1), at(1)).await.unwrap_err();
        assert!(matches!(error, StoreError::ReadOnly(_)), "{error}");
    }
    assert_eq!(store.schedule(&key("a")).await.unwrap().unwrap(), schedule);
    drop_schema(&schema).await;
    client.batch_execute(&format!("DROP ROLE {role}")).await.unwrap();
}

#[tokio::test]
async fn a_slow_statement_times_out_and_changes_nothing() {
    let schema = new_schema();
    let store = Postgres::open(options(&schema)).await.unwrap();
    // Long enough to open the store on a slow machine. Only the call that is expected to fail uses it.
    let hasty = options(&schema).with(|it| it.deadline = Duration::from_secs(10));
    let hasty = Postgres::open(hasty).await.unwrap();
    let schedule = store.save(save(key("a"), definition()), at(0)).await.unwrap();
    let holder = connect(&schema).await;
    holder.batch_execute("BEGIN; SELECT 1 FROM schedules FOR UPDATE").await.unwrap();
    let late = hasty.change_status(change(&key("a"), Status::Paused), at(1)).await.unwrap_err();
    assert!(is_unavailable(&late), "{late}");
    // A claim does not wait for locks.
    assert!(store.claim(&claim("n1", 1), at(1)).await.unwrap().started.is_empty());
    holder.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(store.schedule(&key("a")).await.unwrap().unwrap(), schedule);
    assert_eq!(store.change_status(change(&key("a"), Status::Paused), at(2)).await.unwrap().status, Status::Paused);
    drop_schema(&schema).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_processes_may_create_a_schema_at_once() {
    let schema = new_schema();
    let opening: Vec<_> = (0..8).map(|_| tokio::spawn(Postgres::open(options(&schema)))).collect();
    for store in opening {
        let store = store.await.unwrap().unwrap();
        let health = store.health().await.unwrap();
        assert_eq!(health.schema_version, health.known_version);
    }
    drop_schema(&schema).await;
}

#[tokio::test]
async fn fences_exceed_those_of_every_earlier_timeline() {
    let schema = new_schema();
    let store = Postgres::open(options(&schema)).await.unwrap();
    let schedule = store.save(save(key("a"), definition()), at(0)).await.unwrap();
    store.plan(vec![plan(&schedule, vec![due(1)])], at(1)).await.unwrap();
    let claimed = store.claim(&claim("n1", 1), at(2)).await.unwrap();
    // A new server is on timeline 1, and each timeline adds 2^40 to the time.
    assert_eq!((claimed.started[0].fence.0 - Fence::floor_at(at(2)).0) >> 40, 1);
    drop_schema(&schema).await;
}
