//! Failures that only a server has: connections break, answers are lost, and another node takes over during a run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use jiff::SignedDuration;
use refrain::Failure;
use refrain::Refrain;
use refrain::RunContext;
use refrain::model::{Delivery, Overlap, Retry};
use refrain::recurrence::builder::seconds;
use refrain::store::postgres::{Postgres, PostgresTransaction, TransactionError};
use tokio::sync::Mutex;

use super::{NINE, PERIOD, delivered, listen, once, world_of};
use crate::database::{Database, PostgresDatabase, line};
use crate::postgres_proxy::Proxy;
use crate::world::World;

/// Adds the handler `act`, which inserts its effect and then calls `then`.
fn act<F, Fut>(database: &PostgresDatabase, refrain: &Refrain, then: F)
where
    F: Fn(RunContext, PostgresTransaction) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = Result<(), Failure>> + Send,
{
    let insert = database.insert();
    let handler = move |context: RunContext, (): (), transaction: PostgresTransaction| {
        let (insert, then) = (insert.clone(), then.clone());
        async move {
            transaction.execute(&insert, &[&line(&context)]).await?;
            then(context, transaction).await
        }
    };
    refrain.postgres_handler("act", handler).unwrap();
}

#[tokio::test]
async fn a_run_taken_over_by_another_node_leaves_no_effect() {
    let database = PostgresDatabase::new().await;
    let slow = world_of(&database, delivered()).await;
    let other = World::over(database.ledger().await, slow.clock.clone()).await;
    act(&database, &other.refrain, async |_, _| Ok(()));
    let (reported, told_here) = (listen(&other.refrain), listen(&slow.refrain));
    let (clock, refrain) = (slow.clock.clone(), other.refrain.clone());
    act(&database, &slow.refrain, move |context, _| {
        let (clock, refrain) = (clock.clone(), refrain.clone());
        async move {
            assert_eq!(context.attempt(), 1);
            // Meanwhile the lease expires, and the other node runs the whole occurrence.
            clock.advance(SignedDuration::from_secs(31));
            assert_eq!(refrain.tick().await?.ran, 1);
            Ok(())
        }
    });
    slow.refrain.schedule("a").cron("0 9 * * *").handler("act", ()).save().await.unwrap();
    slow.tick().await;
    slow.tick_at(NINE).await;
    assert_eq!(database.effects().await, [PERIOD]);
    assert_eq!(slow.ended("a").await, ["succeeded"]);
    assert_eq!(slow.refrain.stats().read().lease_lost, 1);
    assert_eq!(*reported.lock().unwrap(), ["started 2", "succeeded at 2026-01-05T09:00:31Z"]);
    assert_eq!(*told_here.lock().unwrap(), ["started 1"]);
    drop((slow, other));
    database.close().await;
}

#[tokio::test]
async fn a_lost_commit_answer_does_not_repeat_the_effect() {
    for delivery in [Delivery::AtLeastOnce, Delivery::AtMostOnce] {
        let database = PostgresDatabase::new().await;
        let url = std::env::var("REFRAIN_TEST_POSTGRES_TCP")
            .expect("REFRAIN_TEST_POSTGRES_TCP must name a server; `make test` starts one");
        let (proxy, url) = Proxy::before(&url).await;
        let store = Postgres::open(database.options().with(|it| it.url = url)).await.unwrap();
        let clock = Arc::new(refrain::clock::ManualClock::new("2026-01-05T08:59:59Z".parse().unwrap()));
        let world = World::over(Arc::new(store), clock).await;
        let reported = listen(&world.refrain);
        let (proxy, calls) = (Arc::new(proxy), Arc::new(AtomicU64::new(0)));
        let count = calls.clone();
        act(&database, &world.refrain, move |_, _| {
            count.fetch_add(1, Ordering::SeqCst);
            proxy.lose_next_answer();
            async { Ok(()) }
        });
        let schedule = world.refrain.schedule("a").cron("0 9 * * *").delivery(delivery);
        schedule.handler("act", ()).save().await.unwrap();
        world.tick().await;
        world.tick_at(NINE).await;
        assert_eq!(*reported.lock().unwrap(), ["started 1", "succeeded at 2026-01-05T09:00:00Z"]);
        world.run_until("2026-01-05T09:02:00Z", 10).await;
        assert_eq!((calls.load(Ordering::SeqCst), database.effects().await), (1, vec![PERIOD.to_owned()]));
        assert_eq!((world.ended("a").await, world.refrain.stats().read().succeeded), (vec!["succeeded".to_owned()], 1));
        drop(world);
        database.close().await;
    }
}

#[tokio::test]
async fn a_connection_that_breaks_before_the_commit_leaves_no_effect() {
    let database = PostgresDatabase::new().await;
    let world = world_of(&database, delivered()).await;
    act(&database, &world.refrain, async |context: RunContext, transaction: PostgresTransaction| {
        if context.attempt() == 1 {
            // The statement ends its own connection, so its result is always an error.
            let _ = transaction.batch_execute("SELECT pg_terminate_backend(pg_backend_pid())").await;
        }
        Ok(())
    });
    let retry = Retry { initial: seconds(1), ..Retry::default() };
    world.refrain.schedule("a").cron("0 9 * * *").retry(retry).handler("act", ()).save().await.unwrap();
    world.tick().await;
    world.tick_at(NINE).await;
    assert!(database.effects().await.is_empty());
    world.run_until("2026-01-05T09:00:05Z", 1).await;
    assert_eq!(
        (database.effects().await, world.ended("a").await),
        (vec![PERIOD.to_owned()], vec!["succeeded".to_owned()])
    );
    drop(world);
    database.close().await;
}

#[tokio::test]
async fn an_ignored_failed_statement_rolls_the_transaction_back() {
    let database = PostgresDatabase::new().await;
    let world = world_of(&database, delivered()).await;
    act(&database, &world.refrain, async |_, transaction: PostgresTransaction| {
        assert!(transaction.execute("SELECT 1 / 0", &[]).await.is_err());
        Ok(())
    });
    world.refrain.schedule("a").cron("0 9 * * *").retry(once()).handler("act", ()).save().await.unwrap();
    world.tick().await;
    world.tick_at(NINE).await;
    assert_eq!(world.ended("a").await, ["failed(attempts_exhausted)"]);
    assert!(database.effects().await.is_empty());
    drop(world);
    database.close().await;
}

#[tokio::test]
async fn a_handler_that_ends_its_transaction_fails_without_retry() {
    for end in ["COMMIT", "ROLLBACK", "COMMIT; BEGIN", "ROLLBACK AND CHAIN"] {
        let database = PostgresDatabase::new().await;
        let world = world_of(&database, delivered()).await;
        act(&database, &world.refrain, move |_, transaction| async move { Ok(transaction.batch_execute(end).await?) });
        for (id, handler) in [("a", "effect"), ("bad", "act"), ("b", "effect")] {
            let schedule = world.refrain.schedule(id).cron("0 9 * * *");
            schedule.handler(handler, ()).save().await.unwrap();
        }
        world.tick().await;
        world.tick_at(NINE).await;
        assert_eq!(world.ended("bad").await, ["failed(rejected)"], "{end}");
        for id in ["a", "b"] {
            assert_eq!(world.ended(id).await, ["succeeded"], "beside {end}");
        }
        drop(world);
        database.close().await;
    }
}

/// Pauses the runtime clock, which then advances whenever all tasks are idle, until this value is dropped.
struct PausedRuntimeClock;

impl PausedRuntimeClock {
    fn new() -> Self {
        tokio::time::pause();
        Self
    }
}

impl Drop for PausedRuntimeClock {
    fn drop(&mut self) {
        tokio::time::resume();
    }
}

#[tokio::test]
async fn a_timeout_rolls_the_effect_back() {
    let database = PostgresDatabase::new().await;
    let world = world_of(&database, delivered()).await;
    act(&database, &world.refrain, async |_, _| {
        let _no_waiting = PausedRuntimeClock::new();
        std::future::pending().await
    });
    let schedule = world.refrain.schedule("a").cron("0 9 * * *").timeout(seconds(30)).retry(once());
    schedule.handler("act", ()).save().await.unwrap();
    world.tick().await;
    world.tick_at(NINE).await;
    assert_eq!(world.ended("a").await, ["failed(timeout)"]);
    assert!(database.effects().await.is_empty());
    drop(world);
    database.close().await;
}

#[tokio::test]
async fn a_canceled_run_leaves_no_effect() {
    let database = PostgresDatabase::new().await;
    let world = world_of(&database, delivered()).await;
    let begun = Arc::new(AtomicBool::new(false));
    let tell = begun.clone();
    act(&database, &world.refrain, move |context, _| {
        tell.store(true, Ordering::SeqCst);
        async move {
            context.cancellation().cancelled().await;
            Err("it stops".into())
        }
    });
    world.refrain.schedule("a").run_now().then().cron("0 0 * * *").handler("act", ()).save().await.unwrap();
    let node = world.refrain.start().await.unwrap();
    // The node looks for work and renews its leases by this clock. One minute is enough for both.
    let mut has_ended = false;
    for step in 0..1_200 {
        world.clock.advance(SignedDuration::from_millis(100));
        has_ended = !world.ended("a").await.is_empty();
        if has_ended {
            break;
        }
        if step == 600 {
            assert!(begun.load(Ordering::SeqCst));
            world.refrain.cancel("a").await.unwrap();
        }
    }
    assert!(has_ended);
    node.stop().await;
    assert_eq!(world.ended("a").await, ["failed(canceled)"]);
    assert!(database.effects().await.is_empty());
    drop(world);
    database.close().await;
}

#[tokio::test]
async fn a_transaction_ends_when_its_handler_returns() {
    let database = PostgresDatabase::new().await;
    let world = world_of(&database, delivered()).await;
    let kept: Arc<Mutex<Option<PostgresTransaction>>> = Arc::default();
    let keep = kept.clone();
    act(&database, &world.refrain, move |_, transaction| {
        let keep = keep.clone();
        async move {
            *keep.lock().await = Some(transaction);
            Ok(())
        }
    });
    world.refrain.schedule("a").cron("0 9 * * *").handler("act", ()).save().await.unwrap();
    world.tick().await;
    world.tick_at(NINE).await;
    assert_eq!(world.ended("a").await, ["succeeded"]);
    let transaction = kept.lock().await.take().unwrap();
    let late = transaction.execute(&database.insert(), &[&"late"]).await;
    assert!(matches!(late, Err(TransactionError::Over)), "{late:?}");
    assert_eq!(database.effects().await, [PERIOD]);
    drop(world);
    database.close().await;
}

#[tokio::test]
async fn open_handler_transactions_are_limited_and_never_block_the_store() {
    let database = PostgresDatabase::new().await;
    let options = database.options().with(|it| {
        it.pool_size = 1;
        it.transactions_max = 2;
    });
    let clock = Arc::new(refrain::clock::ManualClock::new("2026-01-05T08:59:59Z".parse().unwrap()));
    let world = World::over(Arc::new(Postgres::open(options).await.unwrap()), clock).await;
    let under_way = Arc::new(AtomicU64::new(0));
    let (count, refrain) = (under_way.clone(), world.refrain.clone());
    act(&database, &world.refrain, move |_, _| {
        let (count, refrain) = (count.clone(), refrain.clone());
        async move {
            assert!(count.fetch_add(1, Ordering::SeqCst) < 2);
            // A call to the store itself, in the middle of a transaction.
            refrain.get("a").await?;
            count.fetch_sub(1, Ordering::SeqCst);
            Ok(())
        }
    });
    let many = world.refrain.schedule("a").cron("0 9 * * *").overlap(Overlap::AllowAll).retry(once());
    many.discriminators((0..20).map(|number| format!("#{number}"))).handler("act", ()).save().await.unwrap();
    world.tick().await;
    assert_eq!(world.tick_at(NINE).await, 20);
    assert_eq!(world.ended("a").await, ["succeeded"; 20]);
    assert_eq!(database.effects().await.len(), 20);
    drop(world);
    database.close().await;
}

/// Odd-numbered attempts lose their lease during the run. For even occurrence IDs the fence is increased, as by
/// a takeover; for odd IDs the lease only expires, and either node may claim the occurrence.
#[tokio::test]
async fn lost_leases_never_duplicate_or_lose_effects() {
    let database = PostgresDatabase::new().await;
    let first = world_of(&database, delivered()).await;
    let few = || Refrain::builder().clock(first.clock.clone()).engine(|options| options.worker.batch_max = 20);
    let nodes =
        [few().over(database.ledger().await).await.unwrap(), few().over(database.ledger().await).await.unwrap()];
    let thief = Arc::new(database.connect().await);
    let open = format!("{}.open_occurrences", database.schema);
    let steal = format!("UPDATE {open} SET fence = fence + 1, ready_at = due_at WHERE id = $1 AND state = 1");
    let expire = format!("UPDATE {open} SET ready_at = due_at WHERE id = $1 AND state = 1");
    for node in &nodes {
        let (thief, steal, expire) = (thief.clone(), steal.clone(), expire.clone());
        act(&database, node, move |context, _| {
            let (thief, steal, expire) = (thief.clone(), steal.clone(), expire.clone());
            async move {
                let id = context.occurrence().0;
                if context.attempt() % 2 == 1 {
                    thief.execute(if id % 2 == 0 { &steal } else { &expire }, &[&id]).await?;
                }
                Ok(())
            }
        });
    }
    let retry = Retry { max_attempts: 1_000, initial: seconds(1), ..Retry::default() };
    let many = nodes[0].schedule("a").cron("0 9 * * *").retry(retry).overlap(Overlap::AllowAll);
    let many = many.discriminators((0..200).map(|number| format!("#{number:03}")));
    many.handler("act", ()).save().await.unwrap();
    first.tick().await;
    first.clock.set(NINE.parse().unwrap());
    while first.ended("a").await.len() < 200 {
        let (one, two) = tokio::join!(nodes[0].tick(), nodes[1].tick());
        assert!(one.is_ok() && two.is_ok());
        first.clock.advance(SignedDuration::from_secs(1));
    }
    assert_eq!(first.ended("a").await, ["succeeded"; 200]);
    let expected: Vec<String> = (0..200).map(|number| format!("{PERIOD}#{number:03}")).collect();
    assert_eq!(database.effects().await, expected);
    let lost: u64 = nodes.iter().map(|node| node.stats().read().lease_lost).sum();
    let reported: u64 = nodes.iter().map(|node| node.stats().read().succeeded).sum();
    assert!(lost >= 90 && reported == 200, "lost {lost}, succeeded {reported}");
    drop((first, nodes));
    database.close().await;
}
