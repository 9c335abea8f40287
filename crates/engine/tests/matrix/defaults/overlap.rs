//! Runs that overlap with others of their schedule: retries, manual runs, backfills and reopened occurrences.

use refrain::delivery::Outcome;
use refrain::model::{By, Delivery, State};
use refrain::store::OccurrenceChange;

use super::{DefaultsWorld, hour, hourly, retry_after_minutes, tally, with_three_discriminators};
use crate::world::key;

#[tokio::test]
async fn a_run_waiting_for_a_retry_blocks_only_its_own_discriminator() {
    let world = DefaultsWorld::new(with_three_discriminators(hourly())).await;
    // One of the three runs that start at 09:00 is asked to retry later.
    world.answer("2026-03-02T09:00:00Z", vec![retry_after_minutes(90)]);
    world.run_until("2026-03-02T11:30:00Z").await;
    assert_eq!(world.tally().await, tally([("succeeded schedule", 8), ("skipped(overlap) schedule", 1)]));
}

#[tokio::test]
async fn a_live_run_goes_before_the_rest_of_a_backfill() {
    let world = DefaultsWorld::new(hourly()).await;
    world.answer("2026-03-02T06:00:00Z", vec![retry_after_minutes(45)]);
    world.backfill("2026-03-02T06:00:00Z", "2026-03-02T08:00:00Z").await;
    world.run_until("2026-03-02T09:30:00Z").await;
    assert_eq!(world.tally().await, tally([("succeeded backfill", 3), ("succeeded schedule", 1)]));
    let hours: Vec<_> = world.dispatcher.sent.lock().unwrap().iter().map(|row| hour(row.planned.nominal_at)).collect();
    assert_eq!(hours, [6, 6, 9, 7, 8]);
}

#[tokio::test]
async fn a_manual_run_while_another_runs_is_skipped() {
    let world = DefaultsWorld::new(hourly()).await;
    world.answer("2026-03-02T09:00:00Z", vec![retry_after_minutes(30)]);
    world.run_until("2026-03-02T09:10:00Z").await;
    world.fire("again").await;
    world.run_until("2026-03-02T09:50:00Z").await;
    assert_eq!(world.tally().await, tally([("succeeded schedule", 1), ("skipped(overlap) manual", 1)]));
}

#[tokio::test]
async fn a_reopened_occurrence_neither_is_skipped_nor_causes_a_skip() {
    let world = DefaultsWorld::new(hourly()).await;
    world.answer("2026-03-02T09:00:00Z", vec![Outcome::rejected("no"), retry_after_minutes(40)]);
    world.run_until("2026-03-02T09:30:00Z").await;
    let reopen = OccurrenceChange::retry();
    let id = world.rows().await[0].id;
    world.control.change_occurrence(&key().tenant, id, &reopen, &By::new("ann")).await.unwrap();
    world.run_until("2026-03-02T10:30:00Z").await;
    assert_eq!(world.tally().await, tally([("succeeded retry", 1), ("succeeded schedule", 1)]));
}

#[tokio::test]
async fn a_retry_due_in_a_pause_is_skipped() {
    let world = DefaultsWorld::new(hourly()).await;
    world.answer("2026-03-02T09:00:00Z", vec![retry_after_minutes(30)]);
    world.run_until("2026-03-02T09:10:00Z").await;
    world.pause().await;
    world.run_until("2026-03-02T09:50:00Z").await;
    assert_eq!(world.tally().await, tally([("skipped(paused) schedule", 1)]));
    assert_eq!(world.dispatcher.sent.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn at_most_once_is_retried_after_an_answer() {
    let mut definition = hourly();
    // Not the default. The receiver has answered, so the outcome is known and another attempt is allowed.
    definition.delivery = Delivery::AtMostOnce;
    let world = DefaultsWorld::new(definition).await;
    world.answer("2026-03-02T09:00:00Z", vec![retry_after_minutes(5)]);
    world.run_until("2026-03-02T09:30:00Z").await;
    assert_eq!(
        world.rows().await.iter().map(|row| (row.state, row.attempt)).collect::<Vec<_>>(),
        [(State::Succeeded, 2)]
    );
}
