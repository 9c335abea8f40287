//! The ends of schedules, and the absence of drift.

use jiff::SignedDuration;
use refrain::Failure;
use refrain::RunContext;
use refrain::model::Status;
use refrain::recurrence::builder::hours;

use crate::world::{World, at};

#[tokio::test]
async fn the_end_is_exclusive_and_may_not_have_passed() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let new = |id: &str| world.refrain.schedule(id).every(10).minutes();
    assert_eq!(world.refused(new("past").until(at("2026-01-05T08:00:00Z"))).await, "out_of_range");
    world.save(new("a").until(at("2026-01-05T08:30:00Z"))).await;
    world.run_until("2026-01-05T09:00:00Z", 60).await;
    assert_eq!(world.nominal(), ["2026-01-05T08:10:00Z", "2026-01-05T08:20:00Z"]);
    assert_eq!(world.schedule("a").await.status, Status::Finished);
}

#[tokio::test]
async fn the_earlier_of_max_runs_and_until_ends_a_schedule() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let new = |id: &str| world.refrain.schedule(id).every(10).minutes();
    world.save(new("runs").max_runs(2).until(at("2026-01-05T12:00:00Z"))).await;
    world.save(new("time").max_runs(20).until(at("2026-01-05T08:30:00Z"))).await;
    assert_eq!(world.refrain.next("runs", 9).await.unwrap().len(), 2);
    world.run_until("2026-01-05T12:00:00Z", 60).await;
    for id in ["runs", "time"] {
        assert_eq!(world.ended(id).await, ["succeeded", "succeeded"], "{id}");
        assert_eq!(world.schedule(id).await.status, Status::Finished, "{id}");
        assert!(world.refrain.next(id, 1).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn slow_and_late_runs_cause_no_drift() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let clock = world.clock.clone();
    world.refrain.handler("slow", move |_: RunContext, (): ()| {
        clock.advance(SignedDuration::from_secs(97));
        async { Ok::<_, Failure>(()) }
    });
    world.refrain.schedule("a").every(10).minutes().handler("slow", ()).save().await.unwrap();
    world.run_until("2026-01-05T18:00:00Z", 41).await;
    let rows = world.rows("a").await;
    let nominal: Vec<i64> = rows.iter().map(|row| row.planned.nominal_at.as_second()).collect();
    assert!(nominal.len() >= 59, "{}", nominal.len());
    let intervals = nominal.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>();
    assert!(intervals.iter().all(|interval| *interval == 600), "all intervals are equal: {intervals:?}");
}

#[tokio::test]
async fn skipped_occurrences_are_counted_and_do_not_use_up_runs() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let hourly = world.refrain.schedule("a").every(1).hours().max_runs(3);
    world.save(hourly.catch_up(refrain::model::CatchUpPolicy::Skip)).await;
    world.run_until("2026-01-05T09:00:00Z", 60).await;
    world.clock.set(at("2026-01-05T19:30:00Z"));
    world.run_until("2026-01-05T23:30:00Z", 60).await;
    assert_eq!(world.nominal(), ["2026-01-05T09:00:00Z", "2026-01-05T20:00:00Z", "2026-01-05T21:00:00Z"]);
    let gaps = world.gaps("a").await;
    assert_eq!(gaps.iter().map(|gap| gap.count).sum::<u64>(), 10, "10:00 to 19:00 were missed");
}

#[tokio::test]
async fn near_the_end_of_time_nothing_overflows() {
    let world = World::at("9999-12-30T21:00:00Z").await;
    world.save(world.refrain.schedule("a").every(1).hours()).await;
    world.save(world.refrain.schedule("b").every(1_000_000_000).seconds().starting(at("9999-12-30T21:00:01Z"))).await;
    world.save(world.refrain.schedule("c").run_after(hours(1)).then().cron("@yearly")).await;
    world.tick_at("9999-12-30T22:00:00Z").await;
    assert!(world.calls().len() >= 2);
}
