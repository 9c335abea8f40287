//! Schedules run at their time, once, in their own time zone, and as often as allowed.

use jiff::SignedDuration;
use refrain::model::{State, Status};

use crate::harness::{Harness, cron};

#[tokio::test]
async fn a_schedule_fires_at_its_time_and_never_before() {
    let harness = Harness::at("2026-01-05T08:59:00Z");
    harness.save("digest", cron("0 9 * * *", "UTC")).await;
    assert_eq!(harness.tick().await.ran, 0);
    harness.tick_at("2026-01-05T08:59:59.999999Z").await;
    assert_eq!(
        harness.ledger("digest").await,
        ["2026-01-05T09:00:00Z planned"],
        "the occurrence is planned ahead and not run"
    );
    assert!(harness.sent().is_empty());
    harness.tick_at("2026-01-05T09:00:00Z").await;
    assert_eq!(harness.sent_at(), ["2026-01-05T09:00:00Z"]);
    harness.tick_at("2026-01-05T09:00:01Z").await;
    assert_eq!(harness.ledger("digest").await, ["2026-01-05T09:00:00Z succeeded"]);
    assert_eq!(harness.sent().len(), 1);
}

#[tokio::test]
async fn local_times_follow_both_dst_changes() {
    let harness = Harness::at("2026-03-27T12:00:00Z");
    harness.save("night", cron("30 2 * * *", "Europe/Berlin")).await;
    harness.run_until("2026-03-31T00:00:00Z", SignedDuration::from_mins(10)).await;
    let spring = ["2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"];
    assert_eq!(harness.sent_at(), spring);
    harness.clock.set("2026-10-24T00:00:00Z".parse().unwrap());
    harness.tick().await;
    harness.run_until("2026-10-27T00:00:00Z", SignedDuration::from_mins(10)).await;
    let autumn = ["2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"];
    assert_eq!(harness.sent_at()[harness.sent().len() - 3..], autumn);
}

#[tokio::test]
async fn an_every_second_schedule_loses_and_duplicates_nothing() {
    for step in [137, 1_000, 2_500, 9_999] {
        let harness = Harness::at("2026-01-05T09:00:00Z");
        let mut definition = cron("* * * * * *", "UTC");
        definition.overlap = refrain::model::Overlap::AllowAll;
        harness.save("beat", definition).await;
        harness.run_until("2026-01-05T09:01:00Z", SignedDuration::from_millis(step)).await;
        let rows = harness.rows("beat").await;
        let due = rows.iter().filter(|row| row.state == State::Succeeded).count();
        assert_eq!(due, 60, "every {step} ms");
        assert_eq!(harness.sent().len(), 60);
    }
}

#[tokio::test]
async fn a_schedule_ends_after_max_runs() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    let mut definition = cron("*/5 * * * *", "UTC");
    definition.spec.max_runs = Some(3);
    harness.save("three", definition).await;
    harness.run_until("2026-01-05T10:00:00Z", SignedDuration::from_secs(30)).await;
    assert_eq!(harness.sent_at(), ["2026-01-05T09:05:00Z", "2026-01-05T09:10:00Z", "2026-01-05T09:15:00Z"]);
    let schedule = harness.schedule("three").await;
    assert_eq!((schedule.status, schedule.next_due_at), (Status::Finished, None));
}

#[tokio::test]
async fn creating_a_schedule_starts_no_run() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    harness.save("monthly", cron("0 9 5 * *", "UTC")).await;
    harness.tick().await;
    assert!(harness.rows("monthly").await.is_empty());
    assert_eq!(harness.schedule("monthly").await.next_due_at, Some("2026-02-05T09:00:00Z".parse().unwrap()));
}

// Together they have more rows than a store accepts in one batch.
#[tokio::test]
async fn a_crowd_of_frequent_schedules_is_planned_in_several_batches() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    for number in 0..600 {
        harness.save(&format!("s{number}"), cron("* * * * * *", "UTC")).await;
    }
    assert_eq!(harness.tick().await.planned, 600 * 20);
}

#[tokio::test]
async fn a_schedule_with_many_targets_is_planned_a_few_periods_at_a_time() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    let mut definition = cron("* * * * * *", "UTC");
    definition.discriminators = (0..1_000).map(|number| number.to_string()).collect();
    harness.save("many", definition).await;
    assert_eq!(harness.tick().await.planned, 1_000 * 10, "only the occurrences within the look-ahead are planned");
}
