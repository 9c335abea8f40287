//! Quotas: all nodes together start no more runs than a tenant may, and each occurrence counts once.

use jiff::SignedDuration;
use refrain::control::Fire;
use refrain::delivery::Outcome;
use refrain::dispatch::{Hold, Quota};
use refrain::engine::{Engine, EngineOptions};
use refrain::model::By;
use refrain::recurrence::Length;

use crate::harness::{Harness, at, cron, key};
use crate::holds::order;

impl Harness {
    async fn cap(&self, name: &str, limit: u32, seconds: i64) {
        let cap = Quota::new(limit, Length::from_seconds(seconds));
        self.control.save_quota(&order(name), cap).await.unwrap();
    }

    /// Returns the final states of the rows of several schedules.
    async fn final_states(&self, ids: &[String]) -> Vec<String> {
        let mut final_states = Vec::new();
        for id in ids {
            final_states
                .extend(self.ledger(id).await.iter().filter_map(|line| line.split(' ').nth(1).map(str::to_owned)));
        }
        final_states.sort_unstable();
        final_states
    }
}

#[tokio::test]
async fn two_nodes_share_one_quota_and_never_exceed_it() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    let ids: Vec<String> = (0..10).map(|number| format!("s{number}")).collect();
    for id in &ids {
        harness.save(id, cron("0,30 * * * *", "UTC")).await;
    }
    harness.cap("hourly", 4, 3_600).await;
    // Small claims, so that both nodes get some.
    let mut options = EngineOptions::default();
    options.worker.batch_max = 2;
    let other = Engine::new(harness.store.clone(), harness.clock.clone(), harness.recorder.clone(), options);
    harness.tick().await;
    harness.clock.set(at("2026-01-05T09:00:00Z"));
    let (one, two) = tokio::join!(harness.engine.tick(), other.tick());
    assert_eq!(one.unwrap().ran + two.unwrap().ran, 10);
    assert_eq!(harness.sent().len(), 4);
    let mut expected = vec!["skipped(quota)"; 6];
    expected.extend(["succeeded"; 4]);
    assert_eq!(harness.final_states(&ids).await, expected);
    let rows = messages_of(&harness, &ids).await;
    assert!(rows.iter().all(|message| message == "quota hourly is used up: 4 per 1h"), "{rows:?}");
    // 09:30 is in the same window; the next window has the full quota again.
    harness.tick_at("2026-01-05T09:30:00Z").await;
    assert_eq!(harness.sent().len(), 4);
    harness.tick_at("2026-01-05T10:00:00Z").await;
    assert_eq!(harness.sent().len(), 8);
}

async fn messages_of(harness: &Harness, ids: &[String]) -> Vec<String> {
    let mut messages = Vec::new();
    for id in ids {
        messages.extend(harness.rows(id).await.into_iter().filter_map(|row| row.message));
    }
    messages
}

#[tokio::test]
async fn an_occurrence_counts_once_despite_retries_and_delays() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    harness.save("retried", cron("0 9 * * *", "UTC")).await;
    harness.save("delayed", cron("0 9 * * *", "UTC")).await;
    harness.answer("retried", [Outcome::retryable("no"), Outcome::retryable("no")]);
    let until = |minute: u32| at(&format!("2026-01-05T09:{minute:02}:00Z"));
    harness.answer("delayed", (1..4).map(|minute| Outcome::Delayed { until: until(minute), message: None }));
    harness.cap("daily", 3, 86_400).await;
    harness.run_until("2026-01-05T09:10:00Z", SignedDuration::from_secs(5)).await;
    assert_eq!(harness.sent().len(), 7, "three attempts of `retried` and four of `delayed`");
    assert_eq!(harness.ledger("retried").await, ["2026-01-05T09:00:00Z succeeded"]);
    assert_eq!(harness.ledger("delayed").await, ["2026-01-05T09:00:00Z succeeded"]);
    // Two runs were counted, so one more is allowed. Manual runs count toward the quota too.
    for (request, ending) in [("first", "succeeded"), ("second", "skipped(quota)")] {
        let (key, by) = (key("retried"), By::new("ann"));
        let fire =
            Fire { key, request: request.to_owned(), discriminator: None, correlation_id: None, payload: None, by };
        harness.control.fire(fire).await.unwrap();
        harness.tick().await;
        assert!(harness.ledger("retried").await.last().unwrap().ends_with(ending), "{request}");
    }
}

#[tokio::test]
async fn a_held_occurrence_does_not_count_toward_a_quota() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    harness.save("held", cron("0 9 * * *", "UTC")).await;
    harness.save("free", cron("1 9 * * *", "UTC")).await;
    harness.cap("one", 1, 86_400).await;
    let mut hold = Hold::new("legal");
    hold.selects.schedules.push("held".to_owned());
    harness.control.save_hold(&order("held"), &hold).await.unwrap();
    harness.run_until("2026-01-05T09:02:00Z", SignedDuration::from_secs(10)).await;
    assert_eq!(harness.ledger("held").await, ["2026-01-05T09:00:00Z skipped(hold)"]);
    assert_eq!(harness.ledger("free").await, ["2026-01-05T09:01:00Z succeeded"]);
}

#[tokio::test]
async fn several_quotas_apply_together() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    harness.save("often", cron("*/10 * * * * *", "UTC")).await;
    harness.cap("a-minute", 2, 60).await;
    harness.cap("an-hour", 5, 3_600).await;
    harness.run_until("2026-01-05T09:10:00Z", SignedDuration::from_secs(5)).await;
    assert_eq!(harness.sent().len(), 5);
    let messages = messages_of(&harness, &["often".to_owned()]).await;
    assert!(messages.iter().any(|message| message.contains("a-minute")), "{messages:?}");
    assert!(messages.last().unwrap().contains("an-hour"), "{messages:?}");
}
