//! Schedules with nothing left to do are finished, report it, and stay finished.

use jiff::SignedDuration;
use refrain::clock::Clock;
use refrain::control::ResumeFrom;
use refrain::delivery::Outcome;
use refrain::model::{By, CatchUpPolicy, FailReason, Status};
use refrain::observe::{Event, Events};
use refrain::planner::{Planner, PlannerOptions};
use refrain::recurrence::{Length, OnceRecurrence, Recurrence};
use refrain::store::{ExpectedVersion, Ledger, OccurrenceChange};

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
    let reported = std::iter::from_fn(|| events.try_recv().ok());
    assert_eq!(reported.filter(|event| *event == Event::Finished { schedule: key("short") }).count(), 1);
}

// Otherwise a program that saves its schedules at every start would revive finished ones.
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
    assert_eq!(harness.save("one", definition).await.status, Status::Active, "another definition revives the schedule");
    harness.run_until("2026-01-05T11:00:00Z", SignedDuration::from_secs(30)).await;
    assert_eq!(harness.sent().len(), 2);
}

#[tokio::test]
async fn an_edit_that_leaves_no_occurrence_finishes_the_schedule() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    let mut definition = cron("0 * * * *", "UTC");
    harness.save("hourly", definition.clone()).await;
    definition.spec.ends_at = Some(at("2026-01-05T09:30:00Z"));
    let edited = harness.save("hourly", definition).await;
    assert_eq!((edited.status, edited.next_due_at), (Status::Finished, None), "the returned schedule is finished");
    harness.tick().await;
    assert_eq!(harness.schedule("hourly").await, edited);
}

#[tokio::test]
async fn a_schedule_resumed_after_its_end_is_finished_and_not_active() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    let mut definition = cron("0 * * * *", "UTC");
    definition.spec.ends_at = Some(at("2026-01-05T11:30:00Z"));
    harness.save("hourly", definition).await;
    harness.control.pause(&key("hourly"), ExpectedVersion::Any, None, By::new("ann")).await.unwrap();
    harness.tick_at("2026-01-05T12:00:00Z").await;
    let resumed =
        harness.control.resume(&key("hourly"), ExpectedVersion::Any, ResumeFrom::Now, By::new("ann")).await.unwrap();
    assert_eq!((resumed.status, resumed.next_due_at), (Status::Finished, None), "the returned schedule is finished");
    harness.tick().await;
    assert_eq!(harness.schedule("hourly").await, resumed);
    assert!(harness.sent().is_empty());
}

#[tokio::test]
async fn a_schedule_whose_pause_ends_after_its_own_end_is_finished() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    let mut definition = cron("0 * * * *", "UTC");
    definition.spec.ends_at = Some(at("2026-01-05T11:30:00Z"));
    harness.save("hourly", definition).await;
    let until = Some(at("2026-01-05T12:00:00Z"));
    harness.control.pause(&key("hourly"), ExpectedVersion::Any, until, By::new("ann")).await.unwrap();
    harness.run_until("2026-01-05T12:01:00Z", SignedDuration::from_secs(30)).await;
    let schedule = harness.schedule("hourly").await;
    assert_eq!((schedule.status, schedule.next_due_at), (Status::Finished, None));
}

/// All its runs are used up, and no pause has skipped anything.
#[tokio::test]
async fn resuming_a_finished_schedule_creates_no_gap() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    let mut definition = cron("0 * * * *", "UTC");
    definition.spec.max_runs = Some(1);
    harness.save("hourly", definition).await;
    harness.run_until("2026-01-05T09:30:00Z", SignedDuration::from_secs(30)).await;
    assert_eq!(harness.schedule("hourly").await.status, Status::Finished);
    harness.clock.set(at("2026-01-05T12:30:00Z"));
    let finished = harness.schedule("hourly").await;
    let resumed =
        harness.control.resume(&key("hourly"), ExpectedVersion::Any, ResumeFrom::Now, By::new("ann")).await.unwrap();
    assert_eq!(resumed, finished, "there is nothing to resume");
    harness.run_until("2026-01-05T13:30:00Z", SignedDuration::from_secs(30)).await;
    assert_eq!(harness.schedule("hourly").await.status, Status::Finished);
    assert_eq!((harness.sent().len(), harness.gaps("hourly").await), (1, Vec::new()));
}

/// Its runs were used up before the pause, so the pause has skipped nothing.
#[tokio::test]
async fn pause_of_a_finished_schedule_leaves_no_gap() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    let mut definition = cron("0 * * * *", "UTC");
    definition.spec.max_runs = Some(1);
    harness.save("hourly", definition).await;
    harness.run_until("2026-01-05T09:30:00Z", SignedDuration::from_secs(30)).await;
    assert_eq!(harness.schedule("hourly").await.status, Status::Finished);
    harness.clock.set(at("2026-01-05T12:30:00Z"));
    let until = Some(at("2026-01-05T13:30:00Z"));
    harness.control.pause(&key("hourly"), ExpectedVersion::Any, until, By::new("ann")).await.unwrap();
    harness.run_until("2026-01-05T13:31:00Z", SignedDuration::from_secs(30)).await;
    assert_eq!(harness.schedule("hourly").await.status, Status::Finished, "the pause ends by itself");
    harness.control.pause(&key("hourly"), ExpectedVersion::Any, None, By::new("ann")).await.unwrap();
    harness.tick_at("2026-01-05T14:30:00Z").await;
    let resumed =
        harness.control.resume(&key("hourly"), ExpectedVersion::Any, ResumeFrom::Now, By::new("ann")).await.unwrap();
    harness.tick().await;
    assert_eq!((resumed.status, harness.schedule("hourly").await.status), (Status::Finished, Status::Finished));
    assert_eq!((harness.sent().len(), harness.gaps("hourly").await), (1, Vec::new()));
}

/// Ticks every second until the given time, and returns status, number of runs and next time after each tick.
async fn watched(harness: &Harness, id: &str, until: &str) -> Vec<(Status, usize, Option<jiff::Timestamp>)> {
    let mut seen = Vec::new();
    while harness.clock.now() < at(until) {
        harness.clock.advance(SignedDuration::from_secs(1));
        harness.tick().await;
        let schedule = harness.schedule(id).await;
        let next = harness.control.next_of(&schedule, 1).await.unwrap().first().copied();
        seen.push((schedule.status, harness.sent().len(), next));
    }
    seen
}

#[tokio::test]
async fn a_schedule_is_finished_after_its_last_run_and_not_before() {
    let mut once = cron("0 9 5 1 *", "UTC");
    once.spec.recurrence = Recurrence::Once(OnceRecurrence { at: at("2026-01-05T09:00:00Z") });
    let mut until = cron("0 9 * * *", "UTC");
    until.spec.ends_at = Some(at("2026-01-05T10:00:00Z"));
    let mut counted = cron("0 9 * * *", "UTC");
    counted.spec.max_runs = Some(1);
    for definition in [once, until, counted] {
        let harness = Harness::at("2026-01-05T08:59:40Z");
        harness.save("last", definition).await;
        let seen = watched(&harness, "last", "2026-01-05T09:00:20Z").await;
        let before: Vec<_> = seen.iter().filter(|(_, sent, _)| *sent == 0).collect();
        assert_eq!(before.len(), 19, "{seen:?}");
        let nine = Some(at("2026-01-05T09:00:00Z"));
        assert!(before.iter().all(|(status, _, next)| (*status, *next) == (Status::Active, nine)), "{seen:?}");
        assert_eq!(seen.last().unwrap(), &(Status::Finished, 1, None));
    }
}

#[tokio::test]
async fn a_schedule_with_an_open_last_run_is_not_finished() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    let mut definition = cron("0 9 * * *", "UTC");
    definition.spec.ends_at = Some(at("2026-01-05T10:00:00Z"));
    harness.save("last", definition).await;
    // A run that is retried in ten minutes is open until then.
    let (reason, message) = (FailReason::AttemptsExhausted, "refused".to_owned());
    let retry_after = Some(SignedDuration::from_mins(10));
    harness.answer("last", [Outcome::Retryable { reason, message, retry_after }]);
    harness.run_until("2026-01-05T09:05:00Z", SignedDuration::from_secs(5)).await;
    assert_eq!((harness.sent().len(), harness.schedule("last").await.status), (1, Status::Active));
    let paused = harness.control.pause(&key("last"), ExpectedVersion::Any, None, By::new("ann")).await.unwrap();
    assert_eq!(paused.status, Status::Paused);
    let resumed =
        harness.control.resume(&key("last"), ExpectedVersion::Any, ResumeFrom::Now, By::new("ann")).await.unwrap();
    assert_eq!(resumed.status, Status::Active, "the last run is still open");
    harness.run_until("2026-01-05T09:30:00Z", SignedDuration::from_secs(5)).await;
    assert_eq!((harness.sent().len(), harness.schedule("last").await.status), (2, Status::Finished));
}

// The worker leases a second ahead: a pause in that second must not use up a run.
#[tokio::test]
async fn pausing_and_resuming_uses_up_no_run() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    let mut definition = cron("*/5 * * * * *", "UTC");
    definition.spec.max_runs = Some(5);
    harness.save("five", definition).await;
    for _ in 0..4 {
        harness.clock.advance(SignedDuration::from_secs(4));
        harness.tick().await;
        harness.control.pause(&key("five"), ExpectedVersion::Any, None, By::new("ann")).await.unwrap();
        harness.clock.advance(SignedDuration::from_secs(6));
        harness.tick().await;
        harness.control.resume(&key("five"), ExpectedVersion::Any, ResumeFrom::Now, By::new("ann")).await.unwrap();
        harness.tick().await;
    }
    assert_eq!(harness.sent().len(), 0, "every pause has skipped the planned run");
    harness.run_until("2026-01-05T09:02:00Z", SignedDuration::from_secs(1)).await;
    let schedule = harness.schedule("five").await;
    assert_eq!((harness.sent().len(), schedule.counters.runs, schedule.status), (5, 5, Status::Finished));
}

/// Uses the default overlap policy: a run skipped because of overlap leaves room for a later one.
#[tokio::test]
async fn overlap_skips_do_not_count_toward_max_runs() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    let mut definition = cron("*/5 * * * * *", "UTC");
    definition.spec.max_runs = Some(3);
    definition.retry.initial = Length::from_seconds(30);
    harness.save("three", definition).await;
    harness.answer("three", [Outcome::retryable("refused")]);
    harness.run_until("2026-01-05T09:03:00Z", SignedDuration::from_secs(1)).await;
    let schedule = harness.schedule("three").await;
    let counters = &schedule.counters;
    assert_eq!((counters.succeeded, counters.runs, schedule.status), (3, 3, Status::Finished));
    assert!(counters.skipped > 0, "some runs were skipped while the first waited for a retry");
}

#[tokio::test]
async fn an_edit_plans_the_last_period_of_max_runs_whole_as_planning_does() {
    let harness = Harness::at("2026-01-05T09:00:52Z");
    let mut definition = cron("* * * * *", "UTC");
    definition.spec.max_runs = Some(2);
    definition.discriminators = vec!["eu".to_owned()];
    harness.save("regions", definition.clone()).await;
    harness.tick().await;
    assert_eq!(harness.ledger("regions").await, ["2026-01-05T09:01:00Z planned"]);
    definition.discriminators = ["eu", "us", "ap"].map(str::to_owned).to_vec();
    harness.save("regions", definition).await;
    harness.run_until("2026-01-05T09:05:00Z", SignedDuration::from_secs(4)).await;
    assert_eq!(harness.sent_at(), ["2026-01-05T09:01:00Z"; 3]);
    assert_eq!(harness.schedule("regions").await.status, Status::Finished);
}

/// The time of the next check looked like an occurrence that a new time zone database had moved behind the
/// watermark.
#[tokio::test]
async fn replanning_a_schedule_that_has_ended_records_no_gap() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    let mut definition = cron("* * * * *", "UTC");
    (definition.spec.ends_at, definition.spec.max_runs) = (Some(at("2026-01-05T09:10:00Z")), Some(3));
    definition.catch_up.policy = CatchUpPolicy::Skip;
    harness.save("short", definition.clone()).await;
    harness.tick_at("2026-01-05T09:20:00Z").await;
    // The clock is set back. The edit plans the three runs that are left; one of them is then skipped.
    harness.clock.set(at("2026-01-05T09:05:00Z"));
    definition.spec.ends_at = Some(at("2026-01-05T09:13:00Z"));
    harness.save("short", definition).await;
    let row = &harness.rows("short").await[0];
    let (tenant, now) = (&row.schedule.tenant, harness.clock.now());
    harness.store.change_occurrence(tenant, row.id, &OccurrenceChange::Skip, &By::new("ann"), now).await.unwrap();
    let planner = Planner::new(harness.store.clone(), PlannerOptions::default(), Events::new(), "2026b");
    planner.step(at("2026-01-05T09:25:00Z")).await.unwrap();
    let ended = harness.schedule("short").await;
    assert!(ended.next_due_at.unwrap() > ended.watermark);
    let before = (harness.ledger("short").await, harness.gaps("short").await);
    assert_eq!((before.0.len(), before.1.len()), (3, 1));
    planner.replan(Ok(ended), at("2026-01-05T09:26:00Z")).await.unwrap();
    assert_eq!((harness.ledger("short").await, harness.gaps("short").await), before);
}
