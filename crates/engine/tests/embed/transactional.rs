//! Handlers whose effect and completion share one transaction: the guarantees in every database that a ledger
//! can share.

mod postgres;
mod sqlite;

use std::sync::{Arc, Mutex};

use refrain::Failure;
use refrain::Refrain;
use refrain::Reject;
use refrain::RunContext;
use refrain::clock::ManualClock;
use refrain::delivery::Outcome;
use refrain::model::{Retry, SkipReason, Status, Target};
use refrain::observe::{Alarm, Event};
use refrain::recurrence::builder::{minutes, seconds};
use refrain::store::sqlite::rusqlite::Connection;

use crate::database::{AfterEffect, Database, PostgresDatabase, SqliteDatabase};
use crate::world::{World, at};

/// Defines one test for each case and database.
macro_rules! in_every_database {
    ($($case:ident),* $(,)?) => {
        mod in_sqlite {
            use crate::database::Database;

            $(#[tokio::test]
            async fn $case() {
                super::$case(super::SqliteDatabase::new().await).await;
            })*
        }
        mod in_postgres {
            use crate::database::Database;

            $(#[tokio::test]
            async fn $case() {
                super::$case(super::PostgresDatabase::new().await).await;
            })*
        }
    };
}

in_every_database!(
    an_effect_and_its_completion_commit_together,
    an_error_rolls_the_effect_back_and_is_retried,
    a_panic_rolls_back_only_its_own_effect,
    only_a_delivered_outcome_keeps_its_effect,
    an_invalid_target_rolls_the_effect_back,
    a_schedule_fails_pauses_and_recovers_as_with_any_handler,
    an_after_completion_recurrence_continues,
    two_nodes_have_each_effect_once,
);

const NINE: &str = "2026-01-05T09:00:00Z";
const PERIOD: &str = "2026-01-05T09:00:00[UTC]";

/// Creates a node just before 09:00, with the handler `effect`.
async fn world_of(database: &impl Database, then: AfterEffect) -> World {
    let clock = Arc::new(ManualClock::new(at("2026-01-05T08:59:59Z")));
    let world = World::over(database.ledger().await, clock).await;
    database.handle(&world.refrain, then);
    world
}

fn delivered() -> AfterEffect {
    Arc::new(|_| Ok(Outcome::DELIVERED))
}

fn once() -> Retry {
    Retry { max_attempts: 1, ..Retry::default() }
}

/// Records the events of all hooks, as text.
fn listen(refrain: &Refrain) -> Arc<Mutex<Vec<String>>> {
    let reported: Arc<Mutex<Vec<String>>> = Arc::default();
    let list = reported.clone();
    refrain.on_event(move |event| {
        let text = match event {
            Event::Started(run) => format!("started {}", run.attempt),
            Event::Ended(run) => format!("{} at {}", run.state.as_str(), run.ended_at.unwrap()),
            Event::Retried { message, .. } => format!("retried: {}", message.as_deref().unwrap_or_default()),
            Event::Alarm(Alarm::Failing { consecutive_failures, .. }) => format!("failing {consecutive_failures}"),
            Event::Alarm(Alarm::Recovered { .. }) => "recovered".to_owned(),
            Event::Alarm(Alarm::PausedOnFailure { .. }) => "paused".to_owned(),
            _ => return,
        };
        list.lock().unwrap().push(text);
    });
    reported
}

async fn an_effect_and_its_completion_commit_together(database: impl Database) {
    let target = Target { kind: "bill".to_owned(), id: "7".to_owned() };
    let made = target.clone();
    let then = move |_: &RunContext| Ok(Outcome::made(made.clone()));
    let clock = Arc::new(ManualClock::new(at("2026-01-05T08:59:59Z")));
    let world = World::over(database.ledger().await, clock).await;
    let effect = database.handle(&world.refrain, Arc::new(then));
    let reported = listen(&world.refrain);
    let payload = serde_json::json!({"customer": 7});
    let saved = world.refrain.schedule("a").cron("0 9 * * *").run(&effect, &payload).save().await.unwrap();
    assert_eq!((saved.definition.action.target.as_str(), &saved.definition.action.payload), ("effect", &payload));
    world.tick().await;
    assert_eq!(world.tick_at(NINE).await, 1);
    assert_eq!(database.effects().await, [PERIOD]);
    let row = world.rows("a").await.remove(0);
    assert_eq!((row.state.as_str(), row.target, row.ended_at), ("succeeded", Some(target), Some(at(NINE))));
    assert_eq!(*reported.lock().unwrap(), ["started 1", "succeeded at 2026-01-05T09:00:00Z"]);
    let stats = world.refrain.stats().read();
    assert_eq!((stats.succeeded, stats.failed, stats.lease_lost), (1, 0, 0));
    assert_eq!(world.schedule("a").await.counters.succeeded, 1);
    assert_eq!(world.tick().await, 0, "nothing is left to run");
    drop(world);
    database.close().await;
}

async fn an_error_rolls_the_effect_back_and_is_retried(database: impl Database) {
    let then = |context: &RunContext| {
        if context.attempt() < 3 { Err(Failure::from("the line is busy")) } else { Ok(Outcome::DELIVERED) }
    };
    let world = world_of(&database, Arc::new(then)).await;
    let reported = listen(&world.refrain);
    let retry = Retry { initial: seconds(1), ..Retry::default() };
    world.refrain.schedule("a").cron("0 9 * * *").retry(retry).handler("effect", ()).save().await.unwrap();
    world.tick_at("2026-01-05T08:59:59Z").await;
    world.tick_at(NINE).await;
    assert!(database.effects().await.is_empty());
    world.run_until("2026-01-05T09:00:10Z", 1).await;
    assert_eq!(database.effects().await, [PERIOD]);
    assert_eq!(world.ended("a").await, ["succeeded"]);
    let (_, attempts) = world.refrain.run(world.rows("a").await[0].id).await.unwrap().unwrap();
    assert_eq!(attempts[0].message.as_deref(), Some("the line is busy"));
    assert_eq!(reported.lock().unwrap()[..2], ["started 1", "retried: the line is busy"]);
    drop(world);
    database.close().await;
}

async fn a_panic_rolls_back_only_its_own_effect(database: impl Database) {
    let then = |context: &RunContext| {
        assert!(context.schedule().id.as_str() != "bad", "too bad");
        Ok(Outcome::DELIVERED)
    };
    let world = world_of(&database, Arc::new(then)).await;
    for id in ["a", "bad", "b"] {
        world.refrain.schedule(id).cron("0 9 * * *").retry(once()).handler("effect", ()).save().await.unwrap();
    }
    world.tick().await;
    assert_eq!(world.tick_at(NINE).await, 3);
    assert_eq!(database.effects().await, [PERIOD; 2]);
    assert_eq!(world.ended("a").await, ["succeeded"]);
    assert_eq!(world.ended("b").await, ["succeeded"]);
    assert_eq!(world.ended("bad").await, ["failed(attempts_exhausted)"]);
    let message = world.rows("bad").await[0].message.clone().unwrap();
    assert!(message.contains("it panicked: too bad"), "{message}");
    drop(world);
    database.close().await;
}

async fn only_a_delivered_outcome_keeps_its_effect(database: impl Database) {
    let then = |context: &RunContext| match context.schedule().id.as_str() {
        "skip" => Ok(Outcome::Skipped { reason: SkipReason::Inactive, message: None }),
        "delay" => Ok(Outcome::Delayed { until: at("2026-01-05T10:00:00Z"), message: None }),
        _ => Err(Reject::new("no such customer").into()),
    };
    let world = world_of(&database, Arc::new(then)).await;
    for id in ["skip", "delay", "reject"] {
        world.refrain.schedule(id).cron("0 9 * * *").handler("effect", ()).save().await.unwrap();
    }
    world.tick().await;
    assert_eq!(world.tick_at(NINE).await, 3);
    assert!(database.effects().await.is_empty());
    assert_eq!(world.ended("skip").await, ["skipped(inactive)"]);
    assert_eq!(world.ended("reject").await, ["failed(rejected)"]);
    assert_eq!(world.rows("delay").await[0].state.as_str(), "planned");
    drop(world);
    database.close().await;
}

async fn an_invalid_target_rolls_the_effect_back(database: impl Database) {
    let target = Target { kind: "bill".to_owned(), id: "a\0b".to_owned() };
    let then = move |_: &RunContext| Ok(Outcome::made(target.clone()));
    let world = world_of(&database, Arc::new(then)).await;
    world.refrain.schedule("a").cron("0 9 * * *").handler("effect", ()).save().await.unwrap();
    world.tick().await;
    world.tick_at(NINE).await;
    assert!(database.effects().await.is_empty());
    assert_eq!(world.ended("a").await, ["failed(rejected)"]);
    drop(world);
    database.close().await;
}

async fn a_schedule_fails_pauses_and_recovers_as_with_any_handler(database: impl Database) {
    let then = |context: &RunContext| {
        let is_good = context.schedule().id.as_str() == "a" && context.nominal_at() > at(NINE);
        if is_good { Ok(Outcome::DELIVERED) } else { Err(Failure::from("busy")) }
    };
    let world = world_of(&database, Arc::new(then)).await;
    let reported = listen(&world.refrain);
    world
        .refrain
        .schedule("a")
        .every(1)
        .minutes()
        .on_second(0)
        .retry(once())
        .handler("effect", ())
        .save()
        .await
        .unwrap();
    world.tick().await;
    world.tick_at(NINE).await;
    world.tick_at("2026-01-05T09:01:00Z").await;
    let expected = [
        "started 1",
        "failed at 2026-01-05T09:00:00Z",
        "failing 1",
        "started 1",
        "succeeded at 2026-01-05T09:01:00Z",
        "recovered",
    ];
    assert_eq!(*reported.lock().unwrap(), expected);
    let never = world.refrain.schedule("never").every(1).minutes().on_second(0).retry(once()).pause_on_failure(1);
    never.handler("effect", ()).save().await.unwrap();
    world.tick_at("2026-01-05T09:02:00Z").await;
    assert_eq!(world.schedule("never").await.status, Status::Paused);
    assert_eq!(reported.lock().unwrap().iter().filter(|text| *text == "paused").count(), 1);
    drop(world);
    database.close().await;
}

async fn an_after_completion_recurrence_continues(database: impl Database) {
    let world = world_of(&database, delivered()).await;
    let after = world.refrain.schedule("a").run_now().then().after_completion(minutes(5));
    after.handler("effect", ()).save().await.unwrap();
    world.run_until("2026-01-05T09:12:00Z", 1).await;
    assert_eq!(database.effects().await.len(), 3, "one run at the start, then after five and ten minutes");
    assert_eq!(world.ended("a").await, ["succeeded"; 3]);
    drop(world);
    database.close().await;
}

async fn two_nodes_have_each_effect_once(database: impl Database) {
    let one = world_of(&database, delivered()).await;
    let two = World::over(database.ledger().await, one.clock.clone()).await;
    database.handle(&two.refrain, delivered());
    for number in 0..20 {
        let schedule = one.refrain.schedule(format!("s{number}")).every(1).seconds();
        schedule.handler("effect", ()).save().await.unwrap();
    }
    for _ in 0..3 {
        one.clock.advance(jiff::SignedDuration::from_secs(1));
        tokio::join!(one.tick(), two.tick());
    }
    one.tick().await;
    assert_eq!(database.effects().await.len(), 60);
    for number in 0..20 {
        assert_eq!(one.ended(&format!("s{number}")).await, ["succeeded"; 3]);
    }
    drop((one, two));
    database.close().await;
}

#[tokio::test]
async fn a_transactional_handler_for_another_store_is_rejected() {
    let refused = |refrain: &Refrain| {
        let sqlite = refrain.sqlite_handler("a", |_: &RunContext, (): (), _: &Connection| Ok::<_, Failure>(()));
        let postgres = refrain.postgres_handler("a", async |_: RunContext, (): (), _| Ok::<_, Failure>(()));
        [sqlite.err(), postgres.err()].map(|error| error.map(|error| (error.code(), error.to_string())))
    };
    let memory = refused(&Refrain::open("memory:").await.unwrap());
    for (error, wanted) in memory.into_iter().zip(["SQLite", "PostgreSQL"]) {
        let (code, text) = error.unwrap();
        let start = format!("the operation requires a ledger in {wanted}, but the ledger is in memory (hint: ");
        assert!(code == "wrong_store" && text.starts_with(&start), "{text}");
    }
    let (file, schema) = (SqliteDatabase::new().await, PostgresDatabase::new().await);
    let open = async |store| Refrain::builder().over(store).await.unwrap();
    let [none, some] = refused(&open(file.ledger().await).await);
    assert!(none.is_none() && some.unwrap().1.contains("the ledger is in SQLite"));
    let [some, none] = refused(&open(schema.ledger().await).await);
    assert!(none.is_none() && some.unwrap().1.contains("the ledger is in PostgreSQL"));
    #[cfg(feature = "redis")]
    {
        let address =
            std::env::var("REFRAIN_TEST_REDIS").expect("REFRAIN_TEST_REDIS must name a server; `make test` starts one");
        let [one, two] = refused(&Refrain::open(&address).await.unwrap());
        assert!(one.unwrap().1.contains("the ledger is in Redis") && two.unwrap().1.contains("the ledger is in Redis"));
    }
    file.close().await;
    schema.close().await;
}
