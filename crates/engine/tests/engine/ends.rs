//! Schedules that have nothing left to do: they are finished, say so, and stay so.

use jiff::SignedDuration;
use refrain::audit::By;
use refrain::control::ResumeFrom;
use refrain::event::Event;
use refrain::schedule::Status;
use refrain::store::Expect;

use crate::harness::{Harness, at, cron, key};

#[tokio::test]
async fn a_schedule_that_reached_its_end_is_finished_and_has_no_next() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    let mut definition = cron("*/10 * * * *", "UTC");
    definition.spec.ends_at = Some(at("2026-01-05T09:30:00Z"));
    harness.save("short", definition).await;
    let mut events = harness.engine.events().subscribe();
    harness.run_until("2026-01-05T10:00:00Z", SignedDuration::from_secs(30)).await;
    assert_eq!(harness.sent_at(), ["2026-01-05T09:10:00Z", "2026-01-05T09:20:00Z"], "the end is exclusive");
    let schedule = harness.schedule("short").await;
    assert_eq!((schedule.status, schedule.next_due_at), (Status::Finished, None));
    let told = std::iter::from_fn(|| events.try_recv().ok());
    assert_eq!(told.filter(|event| *event == Event::Finished { schedule: key("short") }).count(), 1);
}

// A program that saves its schedules at every start would otherwise revive what is over.
#[tokio::test]
async fn saving_a_finished_schedule_again_does_not_revive_it() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    let mut definition = cron("*/10 * * * *", "UTC");
    definition.spec.max_runs = Some(1);
    harness.save("one", definition.clone()).await;
    harness.run_until("2026-01-05T10:00:00Z", SignedDuration::from_secs(30)).await;
    let finished = harness.schedule("one").await;
    assert_eq!(finished.status, Status::Finished);
    assert_eq!(harness.save("one", definition.clone()).await, finished);
    definition.spec.max_runs = Some(2);
    assert_eq!(harness.save("one", definition).await.status, Status::Active, "another definition does");
    harness.run_until("2026-01-05T11:00:00Z", SignedDuration::from_secs(30)).await;
    assert_eq!(harness.sent().len(), 2);
}

#[tokio::test]
async fn an_edit_that_leaves_nothing_finishes_the_schedule() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    let mut definition = cron("0 * * * *", "UTC");
    harness.save("hourly", definition.clone()).await;
    definition.spec.ends_at = Some(at("2026-01-05T09:30:00Z"));
    harness.save("hourly", definition).await;
    harness.tick().await;
    let schedule = harness.schedule("hourly").await;
    assert_eq!((schedule.status, schedule.next_due_at), (Status::Finished, None));
}

#[tokio::test]
async fn a_schedule_resumed_after_its_end_is_finished_and_not_active() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    let mut definition = cron("0 * * * *", "UTC");
    definition.spec.ends_at = Some(at("2026-01-05T11:30:00Z"));
    harness.save("hourly", definition).await;
    harness.control.pause(&key("hourly"), Expect::Any, None, By::new("ann")).await.unwrap();
    harness.tick_at("2026-01-05T12:00:00Z").await;
    harness.control.resume(&key("hourly"), Expect::Any, ResumeFrom::Now, By::new("ann")).await.unwrap();
    harness.tick().await;
    let schedule = harness.schedule("hourly").await;
    assert_eq!((schedule.status, schedule.next_due_at), (Status::Finished, None));
    assert!(harness.sent().is_empty());
}

/// Its runs are used up, and no pause has kept anything from it.
#[tokio::test]
async fn resuming_what_is_finished_folds_nothing() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    let mut definition = cron("0 * * * *", "UTC");
    definition.spec.max_runs = Some(1);
    harness.save("hourly", definition).await;
    harness.run_until("2026-01-05T09:30:00Z", SignedDuration::from_secs(30)).await;
    assert_eq!(harness.schedule("hourly").await.status, Status::Finished);
    harness.clock.set(at("2026-01-05T12:30:00Z"));
    harness.control.resume(&key("hourly"), Expect::Any, ResumeFrom::Now, By::new("ann")).await.unwrap();
    harness.run_until("2026-01-05T13:30:00Z", SignedDuration::from_secs(30)).await;
    assert_eq!(harness.schedule("hourly").await.status, Status::Finished);
    assert_eq!((harness.sent().len(), harness.gaps("hourly").await), (1, Vec::new()));
}
