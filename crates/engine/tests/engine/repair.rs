//! An active schedule without a next time would never be planned again: it is found, repaired and reported.

use jiff::SignedDuration;
use refrain::model::Schedule;
use refrain::observe::Alarm;
use refrain::store::{Ledger, Plan};

use crate::harness::{Harness, alarms, at, cron, key};

/// Removes the next time of a schedule, which no operation of the engine does.
async fn remove_next_time(harness: &Harness, schedule: &Schedule) {
    let plan = Plan {
        uid: schedule.uid,
        revision: schedule.revision,
        watermark: schedule.watermark,
        occurrences: Vec::new(),
        gaps: Vec::new(),
        watermark_to: schedule.watermark,
        next_due_at: None,
        is_finished: false,
        tzdb: "2026a".to_owned(),
    };
    harness.store.plan(vec![plan], schedule.watermark).await.unwrap();
    assert_eq!(harness.schedule(schedule.key.id.as_str()).await.next_due_at, None);
}

#[tokio::test]
async fn a_schedule_without_a_next_time_is_repaired_and_runs() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    let schedule = harness.save("digest", cron("0 9 * * *", "UTC")).await;
    harness.engine.watch().await.unwrap();
    remove_next_time(&harness, &schedule).await;
    let mut events = harness.engine.events().subscribe();
    harness.engine.watch().await.unwrap();
    assert_eq!(alarms(&mut events), [Alarm::Repaired { schedule: key("digest") }]);
    harness.engine.watch().await.unwrap();
    assert_eq!(alarms(&mut events), []);
    harness.run_until("2026-01-05T09:00:00Z", SignedDuration::from_mins(5)).await;
    assert_eq!(harness.sent_at(), ["2026-01-05T09:00:00Z"]);
}

#[tokio::test]
async fn repair_visits_every_schedule_in_parts() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    let mut saved = Vec::new();
    for n in 0..230 {
        saved.push(harness.save(&format!("s{n:03}"), cron("0 9 * * *", "UTC")).await);
    }
    // The replan walk for the time zone database visits all of them first.
    for _ in 0..3 {
        harness.engine.watch().await.unwrap();
    }
    let mut events = harness.engine.events().subscribe();
    remove_next_time(&harness, &saved[150]).await;
    remove_next_time(&harness, &saved[229]).await;
    let mut reported = Vec::new();
    for _ in 0..4 {
        harness.engine.watch().await.unwrap();
        reported.push(alarms(&mut events));
    }
    let repaired = |id: &str| vec![Alarm::Repaired { schedule: key(id) }];
    assert_eq!(reported, [vec![], repaired("s150"), repaired("s229"), vec![]]);
}

#[tokio::test]
async fn a_repaired_schedule_without_occurrences_is_finished() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    let mut definition = cron("0 9 * * *", "UTC");
    definition.spec.ends_at = Some(at("2026-01-05T10:00:00Z"));
    let schedule = harness.save("digest", definition).await;
    harness.engine.watch().await.unwrap();
    remove_next_time(&harness, &schedule).await;
    harness.clock.set(at("2026-01-05T11:00:00Z"));
    harness.engine.watch().await.unwrap();
    harness.tick().await;
    assert_eq!(harness.schedule("digest").await.status, refrain::model::Status::Active, "the missed run is caught up");
    harness.tick_at("2026-01-05T11:00:05Z").await;
    assert_eq!(harness.schedule("digest").await.status, refrain::model::Status::Finished);
}
