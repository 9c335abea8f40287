//! Whose time a node goes by.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use refrain::Refrain;
use refrain::store::model::Model;

use crate::world::at;

/// What the store's clock shows, in seconds. One test alone moves it.
static STORE_SECONDS: AtomicI64 = AtomicI64::new(4_000_000_000);

fn store_now() -> Timestamp {
    Timestamp::from_second(STORE_SECONDS.load(Ordering::SeqCst)).unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_node_follows_the_clock_of_its_store() {
    let refrain = Refrain::builder().over(Arc::new(Model::with_clock(store_now))).await.unwrap();
    let is_near = |at: Timestamp| (refrain.now() - at).abs().total(jiff::Unit::Second).unwrap() < 60.0;
    assert!(is_near(Timestamp::from_second(4_000_000_000).unwrap()), "{}", refrain.now());
    let node = refrain.start().await.unwrap();
    STORE_SECONDS.store(5_000_000_000, Ordering::SeqCst);
    // The runtime's time jumps ahead while it waits, and the store is asked again.
    tokio::time::timeout(std::time::Duration::from_secs(40), std::future::pending::<()>()).await.unwrap_err();
    assert!(is_near(Timestamp::from_second(5_000_000_000).unwrap()), "{}", refrain.now());
    node.stop().await;
}

#[tokio::test]
async fn a_clock_that_is_given_is_the_one_that_counts() {
    let clock = Arc::new(refrain::clock::ManualClock::new(at("2026-01-05T08:00:00Z")));
    let refrain = Refrain::builder().clock(clock).open("memory:").await.unwrap();
    assert_eq!(refrain.now(), at("2026-01-05T08:00:00Z"));
}
