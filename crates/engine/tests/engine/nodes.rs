//! Running nodes under adverse conditions: a clock that is set back, runs that never answer, a stop in the
//! middle of a run. Timers are virtual; the clock is manual.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::SignedDuration;
use refrain::clock::{Clock, ManualClock};
use refrain::delivery::{Dispatcher, Outcome, Run};
use refrain::engine::{Engine, EngineOptions};
use refrain::model::{Delivery, NodeId, State};
use refrain::recurrence::Length;
use refrain::store::model::Model;
use refrain::store::{Claim, Ledger};
use tokio::sync::Notify;
use tokio::time::sleep;

use crate::harness::{Harness, at, cron};

/// A dispatcher that accepts everything and never answers.
#[derive(Default)]
struct SilentDispatcher {
    sent: Notify,
}

#[async_trait]
impl Dispatcher for SilentDispatcher {
    async fn dispatch(&self, _: Run) -> Outcome {
        self.sent.notify_one();
        std::future::pending().await
    }
}

/// Creates a node on the store and clock of a harness.
fn node(harness: &Harness, silent: &Arc<SilentDispatcher>) -> Arc<Engine> {
    Engine::new(harness.store.clone(), harness.clock.clone(), silent.clone(), EngineOptions::default())
}

/// Advances the clock by `seconds` while a node works.
async fn advance_seconds(harness: &Harness, seconds: usize) {
    for _ in 0..seconds {
        harness.clock.advance(SignedDuration::from_secs(1));
        sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_clock_set_back_does_not_stop_a_node() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    let running = harness.engine.start();
    advance_seconds(&harness, 3).await;
    harness.clock.set(at("2026-01-05T08:00:00Z"));
    sleep(Duration::from_secs(30)).await;
    harness.save("beat", cron("*/2 * * * * *", "UTC")).await;
    advance_seconds(&harness, 30).await;
    let done = harness.rows("beat").await.iter().filter(|row| row.state == State::Succeeded).count();
    assert!(done >= 10, "{:?}", harness.ledger("beat").await);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_stopping_node_does_not_release_started_at_most_once_runs() {
    let harness = Harness::at("2026-01-05T08:59:58Z");
    let mut definition = cron("0 9 * * *", "UTC");
    definition.delivery = Delivery::AtMostOnce;
    harness.save("payment", definition).await;
    let silent = Arc::new(SilentDispatcher::default());
    let running = node(&harness, &silent).start();
    advance_seconds(&harness, 3).await;
    silent.sent.notified().await;
    running.stop_now().await;
    assert_eq!(harness.ledger("payment").await, ["2026-01-05T09:00:00Z failed(outcome_unknown)"]);
}

#[tokio::test(start_paused = true)]
async fn an_at_most_once_run_survives_a_crash_before_its_start() {
    let harness = Harness::at("2026-01-05T08:59:58Z");
    let mut definition = cron("0 9 * * *", "UTC");
    definition.delivery = Delivery::AtMostOnce;
    harness.save("payment", definition).await;
    let running = node(&harness, &Arc::default()).start();
    harness.clock.set(at("2026-01-05T08:59:59.5Z"));
    sleep(Duration::from_secs(1)).await;
    // Simulates a crash half a second before the due time.
    drop(running);
    harness.tick_at("2026-01-05T09:00:31Z").await;
    assert_eq!(harness.ledger("payment").await, ["2026-01-05T09:00:00Z succeeded"]);
}

#[tokio::test(start_paused = true)]
async fn a_stopping_node_releases_at_least_once_runs() {
    let harness = Harness::at("2026-01-05T08:59:58Z");
    harness.save("digest", cron("0 9 * * *", "UTC")).await;
    let silent = Arc::new(SilentDispatcher::default());
    let running = node(&harness, &silent).start();
    advance_seconds(&harness, 3).await;
    silent.sent.notified().await;
    running.stop_now().await;
    assert_eq!(harness.ledger("digest").await, ["2026-01-05T09:00:00Z planned"]);
    harness.tick().await;
    assert_eq!(harness.ledger("digest").await, ["2026-01-05T09:00:00Z succeeded"]);
}

#[tokio::test(start_paused = true)]
async fn an_at_most_once_run_is_not_retried_after_a_timeout() {
    let harness = Harness::at("2026-01-05T08:59:58Z");
    let mut definition = cron("0 9 * * *", "UTC");
    definition.delivery = Delivery::AtMostOnce;
    definition.timeout = Some(Length::from_seconds(2));
    harness.save("payment", definition).await;
    let engine = node(&harness, &Arc::default());
    harness.clock.set(at("2026-01-05T09:00:00Z"));
    engine.tick().await.unwrap();
    assert_eq!(harness.ledger("payment").await, ["2026-01-05T09:00:00Z failed(outcome_unknown)"]);
}

/// A dispatcher that lets its own lease expire and another worker take over before it answers.
struct SlowDispatcher {
    store: Arc<Model>,
    clock: Arc<ManualClock>,
}

#[async_trait]
impl Dispatcher for SlowDispatcher {
    async fn dispatch(&self, _: Run) -> Outcome {
        self.clock.advance(SignedDuration::from_mins(2));
        let (owner, lease_for) = (NodeId::new("other").unwrap(), SignedDuration::from_secs(30));
        let claim = Claim { owner, lease_for, limit: 9, ahead_for: SignedDuration::ZERO };
        assert_eq!(self.store.claim(&claim, self.clock.now()).await.unwrap().started.len(), 1);
        Outcome::DELIVERED
    }
}

#[tokio::test(start_paused = true)]
async fn a_lost_lease_is_counted_but_its_run_is_not() {
    let harness = Harness::at("2026-01-05T08:59:58Z");
    harness.save("digest", cron("0 9 * * *", "UTC")).await;
    let slow = Arc::new(SlowDispatcher { store: harness.store.clone(), clock: harness.clock.clone() });
    let engine = Engine::new(harness.store.clone(), harness.clock.clone(), slow, EngineOptions::default());
    harness.clock.set(at("2026-01-05T09:00:00Z"));
    engine.tick().await.unwrap();
    let stats = engine.stats().read();
    assert_eq!((stats.started, stats.lease_lost, stats.succeeded), (1, 1, 0));
    assert_eq!(harness.rows("digest").await[0].state, State::Running, "the occurrence now belongs to the other node");
}
