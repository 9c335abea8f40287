//! Occurrences that are created late or on request: after an outage, by a late start or by a backfill.

use refrain::model::CatchUpPolicy;
use refrain::recurrence::{Jitter, JitterMode, JitterWindow};

use super::{DefaultsWorld, at, hourly, tally, with_calendar, with_three_discriminators};

#[tokio::test]
async fn a_backfill_of_nineteen_hours_runs_nineteen() {
    let world = DefaultsWorld::new(hourly()).await;
    world.backfill("2026-03-01T14:00:00Z", "2026-03-02T08:00:00Z").await;
    world.tick_at("2026-03-02T08:31:00Z").await;
    assert_eq!(world.tally().await, tally([("succeeded backfill", 19)]));
    let order: Vec<_> = world.dispatcher.sent.lock().unwrap().iter().map(|row| row.planned.nominal_at).collect();
    assert!(order.is_sorted(), "{order:?}");
}

#[tokio::test]
async fn a_backfill_across_a_day_off_leaves_it_out() {
    let world = DefaultsWorld::new(with_calendar(hourly())).await;
    world.clock.set(at("2026-03-04T02:30:00Z"));
    world.backfill("2026-03-02T22:00:00Z", "2026-03-04T01:00:00Z").await;
    world.engine.tick().await.unwrap();
    // The slot of 02:00 is caught up. The slots before it are backfilled, so the gap must not count them: only
    // 09:00 to 21:00.
    assert_eq!(world.tally().await, tally([("succeeded backfill", 4), ("succeeded catch_up", 1)]));
}

#[tokio::test]
async fn a_backfill_of_three_discriminators_runs_each_of_them() {
    let world = DefaultsWorld::new(with_three_discriminators(hourly())).await;
    world.backfill("2026-03-02T04:00:00Z", "2026-03-02T08:00:00Z").await;
    world.tick_at("2026-03-02T08:31:00Z").await;
    assert_eq!(world.tally().await, tally([("succeeded backfill", 15)]));
}

#[tokio::test]
async fn catch_up_all_runs_each_missed_slot() {
    let mut definition = hourly();
    // Not the defaults, which run only the last slot, and only within one period.
    definition.catch_up.policy = CatchUpPolicy::All;
    definition.catch_up.window = Some("12h".parse().unwrap());
    let world = DefaultsWorld::new(definition).await;
    world.tick_at("2026-03-02T14:30:00Z").await;
    assert_eq!(world.tally().await, tally([("succeeded catch_up", 6)]));
    assert_eq!(world.gaps().await, []);
}

#[tokio::test]
async fn an_outage_runs_the_latest_slot_of_each_discriminator() {
    let world = DefaultsWorld::new(with_three_discriminators(hourly())).await;
    world.tick_at("2026-03-02T14:30:00Z").await;
    assert_eq!(world.tally().await, tally([("succeeded catch_up", 3)]));
    assert_eq!(world.gaps().await, [(5, "missed")], "a gap counts slots");
}

#[tokio::test]
async fn three_discriminators_all_run() {
    let world = DefaultsWorld::new(with_three_discriminators(hourly())).await;
    world.run_until("2026-03-02T11:30:00Z").await;
    assert_eq!(world.tally().await, tally([("succeeded schedule", 9)]));
}

#[tokio::test]
async fn a_late_run_with_a_calendar_is_caught_up() {
    let world = DefaultsWorld::new(with_calendar(hourly())).await;
    world.tick_at("2026-03-02T08:59:55Z").await;
    world.tick_at("2026-03-02T09:05:00Z").await;
    assert_eq!(world.tally().await, tally([("succeeded schedule", 1)]));
}

#[tokio::test]
async fn a_late_run_with_jitter_is_caught_up() {
    let mut definition = hourly();
    let window = JitterWindow::Length("2m".parse().unwrap());
    definition.spec.jitter = Some(Jitter { window, mode: JitterMode::Spread });
    let world = DefaultsWorld::new(definition).await;
    world.tick_at("2026-03-02T08:59:55Z").await;
    world.tick_at("2026-03-02T09:30:00Z").await;
    assert_eq!(world.tally().await, tally([("succeeded schedule", 1)]));
}

#[tokio::test]
async fn an_outage_across_a_day_off_counts_no_missed_slot_of_that_day() {
    let world = DefaultsWorld::new(with_calendar(hourly())).await;
    world.tick_at("2026-03-04T01:30:00Z").await;
    assert_eq!(world.tally().await, tally([("succeeded catch_up", 1)]));
    // 09:00 to 23:00 on Monday, and 00:00 on Wednesday.
    assert_eq!(world.gaps().await, [(16, "missed")]);
}

/// Weekly on Monday has the key `2026-W09`; weekly on Monday and Thursday, the same Monday would have `2026-W09-1`.
#[tokio::test]
async fn an_edit_between_two_backfills_runs_no_instant_twice() {
    let weekly = |days: &str| {
        let text = format!(r#"{{"kind":"calendar","frequency":"weekly","by_day":{days},"time_of_day":"09:00"}}"#);
        let mut definition = hourly();
        definition.spec.recurrence = serde_json::from_str(&text).unwrap();
        definition
    };
    let world = DefaultsWorld::new(weekly(r#"["MO"]"#)).await;
    world.backfill("2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z").await;
    world.tick_at("2026-03-02T08:31:00Z").await;
    world.save(weekly(r#"["MO","TH"]"#)).await;
    world.backfill("2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z").await;
    world.tick_at("2026-03-02T08:32:00Z").await;
    let mut nominal: Vec<_> = world.rows().await.iter().map(|row| row.planned.nominal_at).collect();
    nominal.dedup();
    assert_eq!((nominal.len(), world.dispatcher.sent.lock().unwrap().len()), (8, 8));
}
