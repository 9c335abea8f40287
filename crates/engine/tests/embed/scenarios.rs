//! Scenarios from beginning to end: a schedule is saved once, and runs at its times for days or months.

use jiff::SignedDuration;
use refrain::model::Status;
use refrain::recurrence::Weekday::Monday;

use crate::world::{World, at};

#[tokio::test]
async fn a_business_hours_schedule_runs_hourly_on_working_days_only() {
    let world = World::at("2026-01-08T20:00:00Z").await;
    let schedule = world.refrain.schedule("poll").cron("0 9-17 * * MON-FRI").in_zone("America/New_York");
    world.save(schedule).await;
    // Friday, a weekend, and Monday: New York is five hours behind.
    world.run_until("2026-01-13T13:59:00Z", 600).await;
    let hours = |day: &str| (14..=22).map(move |hour| format!("{day}T{hour}:00:00Z")).collect::<Vec<_>>();
    let thursday = hours("2026-01-08").split_off(7);
    assert_eq!(world.nominal(), [thursday, hours("2026-01-09"), hours("2026-01-12")].concat());
    let calls = world.calls();
    let late = calls.iter().map(|call| call.started_at.duration_since(call.nominal_at));
    assert!(late.into_iter().all(|late| late == SignedDuration::ZERO), "{calls:?}");
}

#[tokio::test]
async fn a_monthly_schedule_runs_until_its_end() {
    let world = World::at("2026-01-01T00:00:00Z").await;
    let schedule = world.refrain.schedule("report").every(1).months().on_first(Monday).at(9, 0);
    world.save(schedule.in_zone("Europe/Berlin").until(at("2026-05-01T00:00:00Z"))).await;
    world.run_until("2026-06-15T00:00:00Z", 3_600).await;
    // Daylight saving time begins at the end of March.
    let first_mondays =
        ["2026-01-05T08:00:00Z", "2026-02-02T08:00:00Z", "2026-03-02T08:00:00Z", "2026-04-06T07:00:00Z"];
    assert_eq!(world.nominal(), first_mondays);
    let ended = world.schedule("report").await;
    assert_eq!((ended.status, ended.counters.succeeded), (Status::Finished, 4));
}
