//! Failover of the PostgreSQL ledger: the primary fails and a standby takes over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use refrain_ledger::model::{Fence, Occurrence};
use refrain_ledger::store::{Lease, Ledger, OccurrenceFilter, Page, PlanResult, SettleResult, StoreError};
use refrain_ledger::testing::fixture::{acme, at, claim, definition, done, due, key, period, plan, save, settlement};
use refrain_stores::postgres::{Postgres, PostgresOptions};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::postgres_server::Home;

/// Long enough for a disk that all tests use at once.
const PATIENCE: Duration = Duration::from_secs(300);
/// Number of rows planned before the failover, and again after it.
const ROWS: usize = 20;

fn options(url: String) -> PostgresOptions {
    PostgresOptions::new(url).with(|it| {
        it.deadline = Duration::from_secs(60);
        it.pool_size = 2;
    })
}

#[tokio::test]
async fn a_standby_is_refused_until_it_takes_over() {
    let home = Home::make();
    home.init("primary");
    let primary = home.start("primary", &[]);
    let store = Postgres::open(options(primary.url())).await.unwrap();
    let schedule = store.save(save(key("a"), definition()), at(0)).await.unwrap();
    store.close().await;
    primary.copy("standby");
    let standby = home.start("standby", &[]);
    let error = Postgres::open(options(standby.url())).await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable(_)) && error.to_string().contains("is a standby"), "{error}");
    primary.cut();
    standby.promote();
    let store = Postgres::open(options(standby.url())).await.unwrap();
    assert_eq!(store.schedule(&key("a")).await.unwrap(), Some(schedule));
    store.close().await;
}

/// Plans row after row until it is stopped, and reports those that were acknowledged.
async fn keep_planning(store: Arc<Postgres>, stop: Arc<AtomicBool>, acknowledged: UnboundedSender<String>) {
    while !stop.load(Ordering::SeqCst) {
        let Ok(Some(schedule)) = store.schedule(&key("a")).await else { continue };
        let second = schedule.watermark.duration_since(at(0)).as_secs() + 1;
        let planned = store.plan(vec![plan(&schedule, vec![due(second)])], at(second)).await;
        if planned.is_ok_and(|planned| planned == [PlanResult::Done { inserted: 1 }]) {
            acknowledged.send(period(second)).unwrap();
        }
    }
}

async fn receive(acknowledged: &mut UnboundedReceiver<String>, known: &mut Vec<String>) {
    let rows = async {
        for _ in 0..ROWS {
            known.push(acknowledged.recv().await.unwrap());
        }
    };
    tokio::time::timeout(PATIENCE, rows).await.expect("planning continues in time");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_store_continues_on_the_standby_without_losing_acknowledged_rows() {
    let home = Home::make();
    home.init("primary");
    let empty = home.start("primary", &[]);
    empty.copy("standby");
    empty.end();
    // From here on, an acknowledgment means that both servers have the row.
    let primary = home.start("primary", &["synchronous_standby_names=*"]);
    let standby = home.start("standby", &[]);
    let hosts = format!("host={},{}", primary.sockets.display(), standby.sockets.display());
    let url = format!("{hosts} user=postgres dbname=postgres target_session_attrs=read-write");
    let store = Arc::new(Postgres::open(options(url)).await.unwrap());
    for name in ["a", "b"] {
        store.save(save(key(name), definition()), at(0)).await.unwrap();
    }
    let other = store.schedule(&key("b")).await.unwrap().unwrap();
    store.plan(vec![plan(&other, vec![due(1)])], at(1)).await.unwrap();
    let begun = store.claim(&claim("n1", 1), at(1)).await.unwrap().started.remove(0);

    let stop = Arc::new(AtomicBool::new(false));
    let (sender, mut acknowledged) = unbounded_channel();
    let planning = tokio::spawn(keep_planning(Arc::clone(&store), Arc::clone(&stop), sender));
    let mut known = Vec::new();
    receive(&mut acknowledged, &mut known).await;
    primary.cut();
    standby.promote();
    // Rows acknowledged before the failure may still be in the channel; rows acknowledged later follow them.
    while let Ok(row) = acknowledged.try_recv() {
        known.push(row);
    }
    receive(&mut acknowledged, &mut known).await;
    stop.store(true, Ordering::SeqCst);
    planning.await.unwrap();
    while let Ok(row) = acknowledged.try_recv() {
        known.push(row);
    }

    let rows = store.occurrences(&acme(), &OccurrenceFilter::default(), &Page::first(1_000)).await.unwrap();
    assert_eq!(rows.next, None);
    let mut planned: Vec<String> = rows.rows.into_iter().map(|row| row.planned.period_key).collect();
    planned.sort_unstable();
    for row in &known {
        assert!(planned.binary_search(row).is_ok(), "{row} was acknowledged but is missing");
    }
    // The earlier lease is still valid, and every new fence is above all earlier ones.
    assert_eq!(store.settle(vec![settlement(&begun, done())], at(2)).await.unwrap(), [SettleResult::Done]);
    let after = store.claim(&claim("n1", 1), at(2)).await.unwrap().started.remove(0);
    let timeline = |row: &Occurrence, second| (row.fence.0 - Fence::floor_at(at(second)).0) >> 40;
    assert_eq!((timeline(&begun, 1), timeline(&after, 2)), (1, 2));
    let old = Lease { id: after.id, fence: begun.fence };
    let late =
        store.settle(vec![refrain_ledger::store::Settlement { lease: old, ..settlement(&after, done()) }], at(3)).await;
    assert_eq!(late.unwrap(), [SettleResult::LeaseLost]);
}
