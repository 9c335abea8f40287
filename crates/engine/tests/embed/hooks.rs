//! Hooks: functions that are called for the events of a run.

use std::sync::{Arc, Mutex};

use refrain::Failure;
use refrain::Reject;
use refrain::RunContext;
use refrain::model::{Retry, Status};
use refrain::observe::{Alarm, Event};
use refrain::recurrence::builder::seconds;

use crate::world::World;

/// The calls of all hooks, as text.
type HookCalls = Arc<Mutex<Vec<String>>>;

fn listen(world: &World) -> HookCalls {
    let reported = HookCalls::default();
    let add = |reported: &HookCalls| {
        let reported = reported.clone();
        move |text: String| reported.lock().unwrap().push(text)
    };
    let (started, completed, error, retry, skipped) =
        (add(&reported), add(&reported), add(&reported), add(&reported), add(&reported));
    world.refrain.on_started(move |run| started(format!("{} started {}", run.schedule.id, run.attempt)));
    world.refrain.on_completed(move |run| completed(format!("{} completed", run.schedule.id)));
    world.refrain.on_error(move |run| {
        error(format!("{} error: {}", run.schedule.id, run.message.as_deref().unwrap_or_default()));
    });
    world.refrain.on_retry(move |run, _at, message| {
        retry(format!("{} retry: {}", run.schedule.id, message.unwrap_or_default()));
    });
    world.refrain.on_skipped(move |run| {
        skipped(format!("{} skipped: {}", run.schedule.id, run.reason.map_or("", |reason| reason.as_str())));
    });
    reported
}

#[tokio::test]
async fn each_step_of_a_run_calls_its_hook() {
    let world = World::at("2026-01-05T08:59:50Z").await;
    let reported = listen(&world);
    world.refrain.handler("flaky", |context: RunContext, (): ()| async move {
        if context.attempt() == 1 { Err(Failure::from("busy")) } else { Ok(()) }
    });
    world.refrain.handler("never", |_: RunContext, (): ()| async { Err::<(), _>(Reject::new("no")) });
    let retry = Retry { initial: seconds(1), ..Retry::default() };
    world.refrain.schedule("flaky").cron("0 9 * * *").retry(retry).handler("flaky", ()).save().await.unwrap();
    world.run_until("2026-01-05T09:00:05Z", 1).await;
    assert_eq!(
        *reported.lock().unwrap(),
        ["flaky started 1", "flaky retry: busy", "flaky started 2", "flaky completed"]
    );
    reported.lock().unwrap().clear();
    world.refrain.schedule("never").cron("0 10 * * *").handler("never", ()).save().await.unwrap();
    world.run_until("2026-01-05T10:00:00Z", 60).await;
    assert_eq!(*reported.lock().unwrap(), ["never started 1", "never error: no"]);
    reported.lock().unwrap().clear();
    world.save(world.refrain.schedule("late").cron("0 11 * * *").start_deadline(seconds(10))).await;
    world.tick_at("2026-01-05T10:59:50Z").await;
    world.tick_at("2026-01-05T11:00:30Z").await;
    assert_eq!(*reported.lock().unwrap(), ["late skipped: deadline"]);
}

#[tokio::test]
async fn a_hook_that_panics_stops_no_run_and_no_other_hook() {
    let world = World::at("2026-01-05T08:59:50Z").await;
    world.refrain.on_started(|_| panic!("a panic in a hook"));
    let reported = listen(&world);
    world.save(world.refrain.schedule("a").cron("0 9 * * *")).await;
    world.run_until("2026-01-05T09:00:00Z", 1).await;
    assert_eq!(world.ended("a").await, ["succeeded"]);
    assert_eq!(*reported.lock().unwrap(), ["a started 1", "a completed"]);
}

#[tokio::test]
async fn run_log_lines_carry_the_attempt_and_are_bounded() {
    let world = World::at("2026-01-05T08:59:50Z").await;
    let lines: Arc<Mutex<Vec<(String, u32, String)>>> = Arc::default();
    let reported = lines.clone();
    world.refrain.on_event(move |event| {
        if let Event::Logged { schedule, attempt, line, .. } = event {
            reported.lock().unwrap().push((schedule.id.to_string(), *attempt, line.clone()));
        }
    });
    world.refrain.handler("talk", |context: RunContext, (): ()| async move {
        context.log("begun");
        context.log("x".repeat(10_000));
        for number in 0..5_000 {
            context.log(number.to_string());
        }
        Ok::<_, Failure>(())
    });
    world.refrain.schedule("a").cron("0 9 * * *").handler("talk", ()).save().await.unwrap();
    world.run_until("2026-01-05T09:00:00Z", 1).await;
    let lines = lines.lock().unwrap();
    assert_eq!(lines[0], ("a".to_owned(), 1, "begun".to_owned()));
    assert_eq!(lines[1].2.len(), refrain::delivery::LOG_LINE_BYTES_MAX);
    assert_eq!(lines.len(), refrain::delivery::LOG_LINES_MAX);
}

#[tokio::test]
async fn pause_on_failure_pauses_and_raises_an_alarm() {
    let world = World::at("2026-01-05T08:59:50Z").await;
    let alarms: Arc<Mutex<Vec<Alarm>>> = Arc::default();
    let reported = alarms.clone();
    world.refrain.on_alarm(move |alarm| reported.lock().unwrap().push(alarm.clone()));
    world.refrain.handler("never", |_: RunContext, (): ()| async { Err::<(), _>(Reject::new("no")) });
    let never = world.refrain.schedule("never").cron("* * * * *").pause_on_failure(2);
    never.handler("never", ()).save().await.unwrap();
    world.run_until("2026-01-05T09:05:00Z", 10).await;
    assert_eq!(world.schedule("never").await.status, Status::Paused);
    let schedule = world.schedule("never").await.key;
    assert!(alarms.lock().unwrap().contains(&Alarm::PausedOnFailure { schedule }));
}
