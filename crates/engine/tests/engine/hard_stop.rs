//! A node that must stop immediately releases its leases, and does not wait forever for a store that does not answer.

use std::sync::Arc;

use refrain::control::Fire;
use refrain::engine::{Engine, EngineHandle, EngineOptions};
use refrain::model::{By, State};

use crate::faulty::FaultyStore;
use crate::harness::{Harness, cron, key};

/// Returns a node whose first claim has been granted but not answered yet. The node was asked twice to stop.
async fn node_with_pending_claim(harness: &Harness) -> (Arc<FaultyStore>, EngineHandle) {
    harness.save("yearly", cron("0 0 1 1 *", "UTC")).await;
    let by = By::new("ann");
    let fire = Fire {
        key: key("yearly"),
        request: "r".to_owned(),
        discriminator: None,
        correlation_id: None,
        payload: None,
        by,
    };
    harness.control.fire(fire).await.unwrap();
    let store = FaultyStore::new(harness.store.clone());
    store.hold_answer_of("claim");
    let engine = Engine::new(store.clone(), harness.clock.clone(), harness.recorder.clone(), EngineOptions::default());
    let running = engine.start();
    store.waits.notified().await;
    assert_eq!(harness.rows("yearly").await[0].state, State::Running);
    running.request_stop();
    running.request_stop();
    (store, running)
}

/// Regression test: a claim in progress used to leave its leases behind, and the occurrences did not run until
/// the leases expired.
#[tokio::test(start_paused = true)]
async fn a_hard_stop_releases_leases_of_a_pending_claim() {
    let harness = Harness::at("2026-01-05T08:59:30Z");
    let (store, running) = node_with_pending_claim(&harness).await;
    store.release_answer.notify_one();
    running.stopped().await.unwrap();
    let row = harness.rows("yearly").await.remove(0);
    assert_eq!((row.state, row.attempt), (State::Planned, 0));
    assert_eq!(harness.sent(), []);
}

#[tokio::test(start_paused = true)]
async fn a_hard_stop_does_not_wait_for_a_silent_store() {
    let harness = Harness::at("2026-01-05T08:59:30Z");
    let (_store, running) = node_with_pending_claim(&harness).await;
    running.stopped().await.unwrap();
    assert_eq!(harness.rows("yearly").await[0].state, State::Running, "the lease expires by itself");
}
