//! Failures that only a file has: the handler runs on the writer thread, among the writes of others.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::SignedDuration;
use refrain::Failure;
use refrain::Refrain;
use refrain::RunContext;
use refrain::clock::ManualClock;
use refrain::model::{Overlap, Retry};
use refrain::recurrence::builder::seconds;
use refrain::store::sqlite::rusqlite::Connection;
use refrain::store::sqlite::{Sqlite, SqliteOptions};
use refrain::store::{EffectError, Store};
use serde::{Deserialize, Deserializer};

use super::{NINE, PERIOD, delivered, listen, once, world_of};
use crate::database::{Database, SqliteDatabase, line};
use crate::world::World;

/// A payload that steals leases while it is deserialized: after its run was leased and before the writer starts
/// the run. While thefts are left, another owner takes over a part of the running occurrences, and its lease
/// expires immediately.
struct StolenLease;

/// Number of payloads deserialized from one theft to the next.
const PAYLOADS_PER_THEFT: i64 = 5;

/// The payload contains the path of the ledger and the number `one_in`: a theft takes one in `one_in` running
/// occurrences.
impl<'de> Deserialize<'de> for StolenLease {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (path, one_in) = <(PathBuf, i64)>::deserialize(deserializer)?;
        let conn = Connection::open(path).unwrap();
        conn.busy_timeout(Duration::from_secs(60)).unwrap();
        let left = conn.query_row("UPDATE thefts SET left = left - 1 RETURNING left", [], |row| row.get::<_, i64>(0));
        let left = left.unwrap();
        if left >= 0 && left % PAYLOADS_PER_THEFT == 0 {
            let steal = "UPDATE occurrences SET fence = fence + 1, attempt = attempt + 1, lease_owner = 'thief',
                         at = nominal_at WHERE state = 1 AND id % ?1 = ?2 % ?1";
            conn.execute(steal, [one_in, left / PAYLOADS_PER_THEFT]).unwrap();
        }
        Ok(Self)
    }
}

/// Adds the handler `stolen`, and returns its call counter.
fn stolen(database: &SqliteDatabase, refrain: &Refrain, thefts: i64) -> Arc<AtomicU64> {
    let create = "CREATE TABLE IF NOT EXISTS thefts (left INTEGER); DELETE FROM thefts";
    let conn = database.connect();
    conn.execute_batch(create).unwrap();
    conn.execute("INSERT INTO thefts VALUES (?1)", [thefts * PAYLOADS_PER_THEFT - PAYLOADS_PER_THEFT + 1]).unwrap();
    let calls = Arc::new(AtomicU64::new(0));
    let count = calls.clone();
    let handler = move |context: &RunContext, _: StolenLease, conn: &Connection| {
        count.fetch_add(1, Ordering::SeqCst);
        conn.execute("INSERT INTO effects VALUES (?1)", [line(context)]).map(|_| ())
    };
    refrain.sqlite_handler("stolen", handler).unwrap();
    calls
}

#[tokio::test]
async fn a_lost_lease_leaves_no_effect() {
    let database = SqliteDatabase::new().await;
    let world = world_of(&database, delivered()).await;
    let calls = stolen(&database, &world.refrain, 1);
    let schedule = world.refrain.schedule("a").cron("0 9 * * *");
    schedule.handler("stolen", (database.path(), 1)).save().await.unwrap();
    world.tick().await;
    assert_eq!(world.tick_at(NINE).await, 2, "the second attempt keeps its lease");
    assert_eq!((calls.load(Ordering::SeqCst), database.effects().await), (2, vec![PERIOD.to_owned()]));
    assert_eq!(world.ended("a").await, ["succeeded"]);
    assert_eq!((world.rows("a").await[0].attempt, world.refrain.stats().read().lease_lost), (3, 1));
    drop(world);
    database.close().await;
}

#[tokio::test]
async fn lost_leases_never_duplicate_or_lose_effects() {
    let database = SqliteDatabase::new().await;
    let first = world_of(&database, delivered()).await;
    let few = || Refrain::builder().clock(first.clock.clone()).engine(|options| options.worker.batch_max = 20);
    let nodes =
        [few().over(database.ledger().await).await.unwrap(), few().over(database.ledger().await).await.unwrap()];
    for node in &nodes {
        stolen(&database, node, 40);
    }
    let retry = Retry { max_attempts: 1_000, initial: seconds(1), ..Retry::default() };
    let many = nodes[0].schedule("a").cron("0 9 * * *").retry(retry).overlap(Overlap::AllowAll);
    let many = many.discriminators((0..200).map(|number| format!("#{number:03}")));
    many.handler("stolen", (database.path(), 3)).save().await.unwrap();
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
    assert!(lost >= 20 && reported == 200, "lost {lost}, succeeded {reported}");
    drop((first, nodes));
    database.close().await;
}

#[tokio::test]
async fn a_handler_that_ends_its_transaction_fails_alone_without_retry() {
    for end in
        ["COMMIT", "ROLLBACK", "COMMIT; BEGIN", "ROLLBACK; BEGIN", "ROLLBACK TO refrain_effect; RELEASE refrain_effect"]
    {
        let database = SqliteDatabase::new().await;
        let world = world_of(&database, delivered()).await;
        let handler = move |_: &RunContext, (): (), conn: &Connection| conn.execute_batch(end);
        world.refrain.sqlite_handler("end", handler).unwrap();
        for (id, handler) in [("a", "effect"), ("bad", "end"), ("b", "effect")] {
            world.refrain.schedule(id).cron("0 9 * * *").handler(handler, ()).save().await.unwrap();
        }
        world.tick().await;
        world.clock.set(NINE.parse().unwrap());
        world.run_until("2026-01-05T09:05:00Z", 5).await;
        assert_eq!(database.effects().await, [PERIOD; 2], "{end}");
        for id in ["a", "b"] {
            assert_eq!(world.ended(id).await, ["succeeded"], "beside {end}");
        }
        assert_eq!(world.ended("bad").await, ["failed(rejected)"], "{end}");
        assert_eq!(world.refrain.stats().read().succeeded, 2, "{end}");
        drop(world);
        database.close().await;
    }
}

/// Two runs time out while the first of them occupies the writer.
#[tokio::test]
async fn a_timeout_stops_runs_waiting_for_the_writer_but_not_the_running_one() {
    let database = SqliteDatabase::new().await;
    let world = world_of(&database, delivered()).await;
    let reported = listen(&world.refrain);
    let (begun, mut is_begun) = tokio::sync::mpsc::unbounded_channel();
    let (go_on, wait) = std::sync::mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    let handler = move |context: &RunContext, (): (), conn: &Connection| {
        begun.send(context.cancellation().clone()).unwrap();
        wait.lock().unwrap().recv().unwrap();
        conn.execute("INSERT INTO effects VALUES (?1)", [line(context)]).map(|_| ())
    };
    world.refrain.sqlite_handler("slow", handler).unwrap();
    for id in ["a", "b"] {
        let schedule = world.refrain.schedule(id).cron("0 9 * * *").timeout(seconds(30)).retry(once());
        schedule.handler("slow", ()).save().await.unwrap();
    }
    world.tick().await;
    let time_passes = async {
        let is_over = is_begun.recv().await.unwrap();
        tokio::time::pause();
        tokio::time::advance(Duration::from_secs(31)).await;
        tokio::time::resume();
        is_over.cancelled().await;
        // The other run timed out at the same moment, so its task was woken together with this one.
        tokio::task::yield_now().await;
        go_on.send(()).unwrap();
    };
    let (ran, ()) = tokio::join!(world.tick_at(NINE), time_passes);
    assert_eq!((ran, database.effects().await), (2, vec![PERIOD.to_owned()]));
    let mut ended = [world.ended("a").await.remove(0), world.ended("b").await.remove(0)];
    ended.sort();
    assert_eq!(ended, ["failed(timeout)", "succeeded"]);
    let mut reported = reported.lock().unwrap().clone();
    reported.retain(|text| text.contains(" at "));
    reported.sort();
    assert_eq!(reported, ["failed at 2026-01-05T09:00:00Z", "succeeded at 2026-01-05T09:00:00Z"]);
    drop(world);
    database.close().await;
}

#[tokio::test]
async fn transact_runs_in_one_transaction_and_isolates_panics() {
    let database = SqliteDatabase::new().await;
    let store = Sqlite::open(database.path()).await.unwrap();
    let insert = |conn: &Connection| conn.execute("INSERT INTO effects VALUES ('a')", []);
    let gave_up = store.transact(move |conn| insert(conn).map_err(Failure::from).and(Err::<(), _>("no".into()))).await;
    assert!(matches!(gave_up, Err(EffectError::WorkFailed(error)) if error.to_string() == "no"));
    let panicked = store.transact(move |conn| insert(conn).map(|_| assert!(conn.is_autocommit(), "too bad"))).await;
    assert!(matches!(panicked, Err(EffectError::Panicked(_))));
    let ended = store.transact(|conn| conn.execute_batch("ROLLBACK")).await;
    assert!(matches!(ended, Err(EffectError::Ended)));
    assert!(database.effects().await.is_empty());
    assert_eq!(store.transact(insert).await.unwrap(), 1);
    assert_eq!(database.effects().await, ["a"]);
    store.health().await.unwrap();
    drop(store);
    database.close().await;
}

#[tokio::test]
async fn a_full_file_rolls_the_effect_back_and_keeps_the_others_once() {
    let database = SqliteDatabase::new().await;
    let options = SqliteOptions::new(database.path()).with(|it| it.pages_max = Some(1_000));
    let clock = Arc::new(ManualClock::new("2026-01-05T08:59:59Z".parse().unwrap()));
    let world = World::over(Arc::new(Sqlite::open_with(options).await.unwrap()), clock).await;
    database.handle(&world.refrain, delivered());
    let handler = |_: &RunContext, (): (), conn: &Connection| {
        conn.execute("INSERT INTO effects VALUES (hex(zeroblob(20000000)))", []).map(|_| ())
    };
    world.refrain.sqlite_handler("large", handler).unwrap();
    for (id, handler) in [("a", "effect"), ("large", "large"), ("b", "effect")] {
        world.refrain.schedule(id).cron("0 9 * * *").handler(handler, ()).save().await.unwrap();
    }
    world.tick().await;
    world.clock.set(NINE.parse().unwrap());
    world.run_until("2026-01-05T10:00:00Z", 60).await;
    assert_eq!(database.effects().await, [PERIOD; 2]);
    assert_eq!(
        (world.ended("a").await, world.ended("b").await),
        (vec!["succeeded".to_owned()], vec!["succeeded".to_owned()])
    );
    assert_eq!(world.ended("large").await, ["failed(attempts_exhausted)"]);
    let message = world.rows("large").await[0].message.clone().unwrap();
    assert!(message.contains("full"), "{message}");
    drop(world);
    database.close().await;
}
