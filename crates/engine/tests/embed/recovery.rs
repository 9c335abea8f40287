//! Recovery after an outage, a restart and a damaged definition.

use refrain::model::{CatchUp, CatchUpPolicy, FailReason, Overlap, SkipReason, Status};
use refrain::recurrence::builder::hours;
use refrain::recurrence::{CompiledRecurrence, Context};

use crate::world::{World, at};

#[tokio::test]
async fn after_an_outage_the_next_time_equals_stepwise_iteration() {
    let sentences = |world: &World| {
        let new = |id: &str| world.refrain.schedule(id);
        vec![
            new("grid").every(7).minutes().handler("record", ()).definition().unwrap(),
            new("cron").cron("*/13 */5 * * *").in_zone("America/New_York").handler("record", ()).definition().unwrap(),
            new("days").every(3).days().at(2, 30).in_zone("Europe/Berlin").handler("record", ()).definition().unwrap(),
            new("months").every(2).months().on_last_day().handler("record", ()).definition().unwrap(),
        ]
    };
    let world = World::at("2026-01-05T08:00:30Z").await;
    let now = at("2026-11-05T11:11:11Z");
    for definition in sentences(&world) {
        let context = Context { anchor: Some(at("2026-01-05T08:00:30Z")), ..Context::default() };
        let rule = CompiledRecurrence::compile(&definition.spec, &context).unwrap();
        let mut walked = at("2026-01-05T08:00:30Z");
        while walked <= now {
            walked = rule.next_after(walked).unwrap().at();
        }
        assert_eq!(rule.next_after(now).unwrap().at(), walked, "{}", rule.describe());
    }
    world.save(world.refrain.schedule("grid").every(7).minutes()).await;
    world.clock.set(now);
    world.tick().await;
    let next = world.refrain.next("grid", 1).await.unwrap()[0];
    assert!(next > now, "the next time is in the future");
    assert_eq!((next - at("2026-01-05T08:00:30Z")).total(jiff::Unit::Minute).unwrap() % 7.0, 0.0);
}

#[tokio::test]
async fn the_phase_of_a_grid_survives_a_year_of_downtime() {
    let world = World::at("2026-01-05T08:00:30Z").await;
    world.save(world.refrain.schedule("a").every(45).seconds()).await;
    world.run_until("2026-01-05T08:03:00Z", 5).await;
    world.clock.set(at("2027-01-05T09:17:00Z"));
    world.tick().await;
    let next = world.refrain.next("a", 1).await.unwrap()[0];
    assert_eq!((next.as_second() - at("2026-01-05T08:00:30Z").as_second()) % 45, 0);
    let missed: u64 = world.gaps("a").await.iter().map(|gap| gap.count).sum();
    let all = (at("2027-01-05T09:17:00Z").as_second() - at("2026-01-05T08:00:30Z").as_second()) / 45;
    let rows = world.rows("a").await.iter().filter(|row| row.planned.nominal_at <= at("2027-01-05T09:17:00Z")).count();
    assert_eq!(missed + rows as u64, all as u64, "every occurrence has a row or is counted in a gap");
}

#[tokio::test]
async fn after_a_short_outage_the_missed_occurrence_still_runs() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    world.save(world.refrain.schedule("a").cron("0 * * * *")).await;
    world.run_until("2026-01-05T09:00:00Z", 60).await;
    world.tick_at("2026-01-05T10:40:00Z").await;
    assert_eq!(world.nominal(), ["2026-01-05T09:00:00Z", "2026-01-05T10:00:00Z"]);
    assert_eq!(world.calls()[1].started_at, at("2026-01-05T10:40:00Z"));
    assert!(world.gaps("a").await.is_empty());
}

#[tokio::test]
async fn a_restart_loses_no_occurrence_and_repeats_no_first_run() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let sentence = |world: &World| world.refrain.schedule("a").run_after(hours(1)).then().every(10).minutes();
    world.save(sentence(&world)).await;
    world.run_until("2026-01-05T09:05:00Z", 60).await;
    let before = world.schedule("a").await;
    // Each program start saves its schedule again; one start is just before a due time.
    let mut nominal = world.nominal();
    for until in ["2026-01-05T09:09:59Z", "2026-01-05T09:20:00Z", "2026-01-05T09:31:00Z"] {
        let world = world.restarted().await;
        let again = world.save(sentence(&world)).await;
        assert_eq!((again.uid, again.revision), (before.uid, before.revision));
        world.run_until(until, 1).await;
        nominal.extend(world.nominal());
    }
    let times: Vec<&str> = nominal.iter().map(|nominal| &nominal[11..16]).collect();
    assert_eq!(times, ["09:00", "09:10", "09:20", "09:30"]);
}

#[tokio::test]
async fn an_invalid_stored_definition_disables_only_its_schedule() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    world.save(world.refrain.schedule("good").cron("*/10 * * * *")).await;
    let spoilt = world.save(world.refrain.schedule("bad").cron("*/10 * * * *")).await;
    // As a store holds it when the zone has been removed from the time zone database.
    let mut definition = (*spoilt.definition).clone();
    definition.spec.timezone = "Mars/Olympus".to_owned();
    let save = refrain::store::SaveSchedule {
        key: spoilt.key.clone(),
        expect: refrain::store::ExpectedVersion::Any,
        definition,
        status: refrain::model::Status::Active,
        source: spoilt.source,
        next_due_at: spoilt.next_due_at,
        watermark: spoilt.watermark,
        replan: None,
        schedules_max: None,
        touch: false,
        by: refrain::model::By::new("a file"),
    };
    world.store.save(save, at("2026-01-05T08:00:00Z")).await.unwrap();
    world.run_until("2026-01-05T08:30:00Z", 60).await;
    let bad = world.schedule("bad").await;
    assert_eq!(bad.status, Status::Disabled);
    assert!(bad.status_note.text.unwrap().contains("Mars/Olympus"), "the status note names the unknown zone");
    assert_eq!(world.nominal().len(), 3, "the other schedule continues to run");
}

#[tokio::test]
async fn a_run_that_always_kills_its_worker_fails_after_its_attempts() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    world.save(world.refrain.schedule("a").cron("0 9 * * *")).await;
    world.clock.set(at("2026-01-05T08:59:50Z"));
    world.tick().await;
    // Workers that claim the occurrence and then die.
    let mut now = at("2026-01-05T09:00:00Z");
    for number in 0..5 {
        let owner = refrain::model::NodeId::new(&format!("dead-{number}")).unwrap();
        let lease_for = jiff::SignedDuration::from_secs(30);
        let claim = refrain::store::Claim { owner, lease_for, limit: 10, ahead_for: jiff::SignedDuration::ZERO };
        assert_eq!(world.store.claim(&claim, now).await.unwrap().started.len(), 1, "attempt {number}");
        now += jiff::SignedDuration::from_secs(31);
    }
    world.clock.set(now);
    world.tick().await;
    assert_eq!(world.ended("a").await, [format!("failed({})", FailReason::LeaseExhausted)]);
    assert!(world.calls().is_empty());
}

#[tokio::test]
async fn missed_occurrences_are_recorded_as_a_gap_with_a_reason() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    world.save(world.refrain.schedule("a").cron("0 * * * *")).await;
    world.tick_at("2026-01-05T13:30:00Z").await;
    let gaps = world.gaps("a").await;
    assert_eq!(gaps.len(), 1);
    assert_eq!((gaps[0].count, gaps[0].reason), (4, SkipReason::Missed));
}

#[tokio::test]
async fn each_catch_up_policy_runs_its_share() {
    let expected: [(CatchUpPolicy, &[&str]); 4] = [
        (CatchUpPolicy::Skip, &[]),
        (CatchUpPolicy::Latest, &["13:00"]),
        (CatchUpPolicy::Earliest, &["09:00"]),
        (CatchUpPolicy::All, &["09:00", "10:00", "11:00", "12:00", "13:00"]),
    ];
    for (policy, times) in expected {
        let world = World::at("2026-01-05T08:30:00Z").await;
        let catch_up = CatchUp { policy, window: Some(hours(24)), ..CatchUp::default() };
        let hourly = world.refrain.schedule("a").cron("0 * * * *").catch_up(catch_up).overlap(Overlap::AllowAll);
        world.save(hourly).await;
        world.tick_at("2026-01-05T13:30:00Z").await;
        let mut ran: Vec<String> = world.nominal().iter().map(|nominal| nominal[11..16].to_owned()).collect();
        ran.sort();
        assert_eq!(ran, times, "{policy:?}");
        let missed: u64 = world.gaps("a").await.iter().map(|gap| gap.count).sum();
        assert_eq!(missed as usize + times.len(), 5, "{policy:?}: nothing is lost");
    }
}
