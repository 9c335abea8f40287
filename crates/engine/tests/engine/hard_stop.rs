//! A node that must stop immediately releases its leases, and does not wait forever for a store that does not answer.

use std::sync::Arc;

use refrain::audit::By;
use refrain::control::Fire;
use refrain::engine::{Engine, EngineOptions, Running};
use refrain::moves::State;

use crate::faulty::FaultyStore;
use crate::harness::{Harness, cron, key};

/// Returns a node whose first claim has been granted but not answered yet. The node was asked twice to stop.
async fn claiming(harness: &Harness) -> (Arc<FaultyStore>, Running) {
    harness.save("yearly", cron("0 0 1 1 *", "UTC")).await;
    let by = By::new("ann");
    let fire = Fire { key: key("yearly"), request: "r".to_owned(), discriminator: None, correlation_id: None, by };
    harness.control.fire(fire).await.unwrap();
    let store = FaultyStore::new(harness.store.clone());
    store.hold_answer_of("claim");
    let engine = Engine::new(store.clone(), harness.clock.clone(), harness.recorder.clone(), EngineOptions::default());
    let running = engine.start();
    store.waits.notified().await;
    assert_eq!(harness.rows("yearly").await[0].state, State::Running);
    running.ask_to_stop();
    running.ask_to_stop();
    (store, running)
}

/// Regression test: a claim in progress used to leave its leases behind, and the occurrences did not run until
/// the leases expired.
#[tokio::test(start_paused = true)]
async fn a_node_that_stops_at_once_releases_what_a_claim_still_brings() {
    let harness = Harness::at("2026-01-05T08:59:30Z");
    let (store, running) = claiming(&harness).await;
    store.let_go.notify_one();
    running.stopped().await.unwrap();
    let row = harness.rows("yearly").await.remove(0);
    assert_eq!((row.state, row.attempt), (State::Planned, 0));
    assert_eq!(harness.sent(), []);
}

#[tokio::test(start_paused = true)]
async fn a_node_that_stops_at_once_does_not_wait_for_a_silent_store() {
    let harness = Harness::at("2026-01-05T08:59:30Z");
    let (_store, running) = claiming(&harness).await;
    running.stopped().await.unwrap();
    assert_eq!(harness.rows("yearly").await[0].state, State::Running, "the lease expires by itself");
}
