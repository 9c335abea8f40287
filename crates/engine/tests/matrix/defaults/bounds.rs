//! Pauses, ends and `max_runs` in combination with catch-up, calendars and discriminators.

use refrain::control::ResumeFrom;
use refrain::model::Status;

use super::{DefaultsWorld, at, hourly, retry_after_minutes, tally, with_calendar, with_three_discriminators};

#[tokio::test]
async fn max_runs_survives_a_pause() {
    let mut definition = hourly();
    definition.spec.max_runs = Some(3);
    let world = DefaultsWorld::new(definition).await;
    for hour in ["09", "10"] {
        // The slot is planned when the pause begins, so the pause skips it.
        world.tick_at(&format!("2026-03-02T{}:59:55Z", if hour == "09" { "08" } else { "09" })).await;
        world.pause().await;
        world.tick_at(&format!("2026-03-02T{hour}:00:00Z")).await;
        world.tick_at(&format!("2026-03-02T{hour}:30:00Z")).await;
        world.resume(ResumeFrom::Now).await;
    }
    world.run_until("2026-03-02T16:30:00Z").await;
    assert_eq!(world.tally().await, tally([("succeeded schedule", 3), ("skipped(paused) schedule", 2)]));
    assert_eq!(world.status().await, (Status::Finished, 3));
}

#[tokio::test]
async fn max_runs_counts_each_discriminator_and_no_manual_run() {
    let mut definition = with_three_discriminators(hourly());
    definition.spec.max_runs = Some(6);
    let world = DefaultsWorld::new(definition).await;
    world.fire("now").await;
    world.backfill("2026-03-02T06:00:00Z", "2026-03-02T08:00:00Z").await;
    world.run_until("2026-03-02T12:30:00Z").await;
    let expected = [("succeeded backfill", 9), ("succeeded manual", 1), ("succeeded schedule", 6)];
    assert_eq!(world.tally().await, tally(expected));
    assert_eq!(world.status().await, (Status::Finished, 6));
}

/// A slot is planned as a whole: all of its discriminators, or none.
#[tokio::test]
async fn max_runs_is_exceeded_by_less_than_one_slot() {
    let mut definition = with_three_discriminators(hourly());
    definition.spec.max_runs = Some(4);
    let world = DefaultsWorld::new(definition).await;
    world.run_until("2026-03-02T12:30:00Z").await;
    let sent = world.dispatcher.sent.lock().unwrap().len();
    assert!((4..=6).contains(&sent), "{sent} occurrences started");
    assert_eq!(world.status().await.0, Status::Finished);
}

#[tokio::test]
async fn a_schedule_is_finished_after_its_last_run_and_not_before() {
    let (mut counted, mut ending) = (hourly(), hourly());
    counted.spec.max_runs = Some(1);
    ending.spec.ends_at = Some(at("2026-03-02T09:30:00Z"));
    for definition in [counted, ending] {
        let world = DefaultsWorld::new(definition).await;
        world.answer("2026-03-02T09:00:00Z", vec![retry_after_minutes(45)]);
        world.tick_at("2026-03-02T08:59:55Z").await;
        assert_eq!(world.status().await.0, Status::Active, "the last run is planned");
        world.run_until("2026-03-02T09:40:00Z").await;
        assert_eq!(world.status().await.0, Status::Active, "the last run waits for a retry");
        world.run_until("2026-03-02T10:30:00Z").await;
        assert_eq!(world.status().await, (Status::Finished, 1));
        assert_eq!(world.tally().await, tally([("succeeded schedule", 1)]));
    }
}

#[tokio::test]
async fn catch_up_runs_count_against_max_runs() {
    let mut definition = hourly();
    definition.spec.max_runs = Some(2);
    let world = DefaultsWorld::new(definition).await;
    world.tick_at("2026-03-02T11:30:00Z").await;
    world.run_until("2026-03-02T14:30:00Z").await;
    assert_eq!(world.tally().await, tally([("succeeded catch_up", 1), ("succeeded schedule", 1)]));
    assert_eq!((world.gaps().await, world.status().await), (vec![(2, "missed")], (Status::Finished, 2)));
}

#[tokio::test]
async fn resuming_with_catch_up_runs_the_latest_slot() {
    let world = DefaultsWorld::new(hourly()).await;
    world.pause().await;
    world.tick_at("2026-03-02T12:30:00Z").await;
    world.resume(ResumeFrom::CatchUp).await;
    world.tick_at("2026-03-02T12:31:00Z").await;
    assert_eq!(world.tally().await, tally([("succeeded catch_up", 1)]));
    assert_eq!(world.gaps().await, [(3, "missed")]);
}

#[tokio::test]
async fn a_pause_over_a_day_off_skips_nothing_of_that_day() {
    let world = DefaultsWorld::new(with_calendar(hourly())).await;
    world.run_until("2026-03-02T22:30:00Z").await;
    world.pause().await;
    world.clock.set(at("2026-03-04T00:30:00Z"));
    world.resume(ResumeFrom::Now).await;
    world.tick_at("2026-03-04T01:00:00Z").await;
    assert_eq!(world.tally().await, tally([("succeeded schedule", 15)]));
    assert_eq!(world.gaps().await, [(2, "paused")]);
}

#[tokio::test]
async fn an_end_within_a_pause_finishes_the_schedule() {
    let mut definition = hourly();
    definition.spec.ends_at = Some(at("2026-03-02T10:30:00Z"));
    let world = DefaultsWorld::new(definition).await;
    world.run_until("2026-03-02T09:30:00Z").await;
    world.pause().await;
    world.tick_at("2026-03-02T12:30:00Z").await;
    world.resume(ResumeFrom::Now).await;
    world.tick_at("2026-03-02T12:31:00Z").await;
    assert_eq!((world.gaps().await, world.status().await), (vec![(1, "paused")], (Status::Finished, 1)));
}
