//! The next times of a schedule while jitter delays an occurrence whose nominal time has passed.

use jiff::{SignedDuration, Timestamp};
use refrain::control::ResumeFrom;
use refrain::model::{By, Definition};
use refrain::recurrence::{OnceRecurrence, Recurrence};
use refrain::store::{ExpectedVersion, OccurrenceChange, Store};

use crate::harness::{Harness, at, cron, key};

const HALF_HOUR: &str = r#"{"window": "30m"}"#;

fn jittered(mut definition: Definition) -> Definition {
    definition.spec.jitter = Some(serde_json::from_str(HALF_HOUR).unwrap());
    definition
}

fn once(time: &str) -> Definition {
    let mut definition = jittered(cron("0 12 * * *", "UTC"));
    definition.spec.recurrence = Recurrence::Once(OnceRecurrence { at: at(time) });
    definition
}

async fn next(harness: &Harness, id: &str) -> Vec<Timestamp> {
    harness.control.next(&key(id), 2).await.unwrap()
}

/// Returns the due time of the only occurrence, which jitter delays by more than a minute.
async fn due_at(harness: &Harness, id: &str) -> Timestamp {
    let rows = harness.rows(id).await;
    assert!(rows.len() == 1 && rows[0].planned.due_at > rows[0].planned.nominal_at + SignedDuration::from_mins(1));
    rows[0].planned.due_at
}

#[tokio::test]
async fn an_occurrence_is_next_until_its_jitter_has_passed() {
    let harness = Harness::at("2026-01-05T11:59:00Z");
    let noon = at("2026-01-05T12:00:00Z");
    harness.save("once", once("2026-01-05T12:00:00Z")).await;
    let mut limited = jittered(cron("0 12 * * *", "UTC"));
    limited.spec.max_runs = Some(2);
    harness.save("limited", limited).await;
    harness.run_until("2026-01-05T12:00:30Z", SignedDuration::from_secs(10)).await;
    assert_eq!(next(&harness, "once").await, [noon]);
    assert_eq!(next(&harness, "limited").await, [noon, at("2026-01-06T12:00:00Z")]);
    harness.clock.set(due_at(&harness, "once").await.max(due_at(&harness, "limited").await));
    harness.tick().await;
    assert_eq!(next(&harness, "once").await, []);
    assert_eq!(next(&harness, "limited").await, [at("2026-01-06T12:00:00Z")]);
}

#[tokio::test]
async fn an_occurrence_that_will_not_run_is_not_next_although_its_jitter_has_not_passed() {
    let harness = Harness::at("2026-01-05T11:59:00Z");
    for id in ["canceled", "paused"] {
        harness.save(id, jittered(cron("0 12 * * *", "UTC"))).await;
    }
    harness.control.pause(&key("paused"), ExpectedVersion::Any, None, By::new("ann")).await.unwrap();
    harness.run_until("2026-01-05T12:00:30Z", SignedDuration::from_secs(10)).await;
    // Saved after the nominal time: planning starts at its creation.
    harness.save("created", jittered(cron("0 12 * * *", "UTC"))).await;
    harness.control.resume(&key("paused"), ExpectedVersion::Any, ResumeFrom::Now, By::new("ann")).await.unwrap();
    let tomorrow = at("2026-01-06T12:00:00Z");
    assert_eq!(next(&harness, "canceled").await[0], at("2026-01-05T12:00:00Z"));
    let (tenant, id, now) = (key("canceled").tenant, harness.rows("canceled").await[0].id, at("2026-01-05T12:00:30Z"));
    let store: &dyn Store = &*harness.store;
    store.change_occurrence(&tenant, id, &OccurrenceChange::Cancel, &By::new("ann"), now).await.unwrap();
    for id in ["canceled", "paused", "created"] {
        assert_eq!(next(&harness, id).await[0], tomorrow, "{id}");
    }
}
