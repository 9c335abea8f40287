//! Which clock a node follows, and how it treats a clock that jumps.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use refrain::Failure;
use refrain::Refrain;
use refrain::RunContext;
use refrain::observe::Alarm;
use refrain::store::model::Model;
use tokio::sync::mpsc;

use crate::world::at;

/// Time of the store's clock in seconds. Only one test changes it.
static STORE_SECONDS: AtomicI64 = AtomicI64::new(4_000_000_000);

fn store_now() -> Timestamp {
    Timestamp::from_second(STORE_SECONDS.load(Ordering::SeqCst)).unwrap()
}

// The paused runtime clock advances whenever all tasks are idle, so the node reads the store's clock again
// without delay.
#[tokio::test(start_paused = true)]
async fn a_node_follows_the_store_clock_and_reports_a_forward_jump() {
    let refrain = Refrain::builder().over(Arc::new(Model::with_clock(store_now))).await.unwrap();
    let is_near = |second: i64| (refrain.now().as_second() - second).abs() < 60;
    assert!(is_near(4_000_000_000), "{}", refrain.now());
    refrain.handler("never", |_: RunContext, (): ()| async { Ok::<_, Failure>(()) });
    refrain.schedule("daily").cron("0 0 * * *").handler("never", ()).save().await.unwrap();
    let (sender, mut alarms) = mpsc::unbounded_channel();
    refrain.on_alarm(move |alarm| sender.send(alarm.clone()).unwrap());
    let node = refrain.start().await.unwrap();

    STORE_SECONDS.store(4_100_000_000, Ordering::SeqCst);
    let (mut is_reported, mut is_stale) = (false, false);
    while !(is_reported && is_stale) {
        match alarms.recv().await.unwrap() {
            Alarm::ClockAhead { .. } => is_reported = true,
            Alarm::Stale { schedule, .. } => is_stale = schedule.id.as_str() == "daily",
            _ => {}
        }
    }
    assert!(is_near(4_100_000_000), "{}", refrain.now());
    assert_eq!(refrain.stats().planned.get(), 0, "nothing is planned after a forward jump of the clock");
    node.stop().await;
}

#[tokio::test]
async fn a_configured_clock_is_used_instead_of_the_store_clock() {
    let clock = Arc::new(refrain::clock::ManualClock::new(at("2026-01-05T08:00:00Z")));
    let refrain = Refrain::builder().clock(clock).open("memory:").await.unwrap();
    assert_eq!(refrain.now(), at("2026-01-05T08:00:00Z"));
}
