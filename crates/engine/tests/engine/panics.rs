//! A panic never leaves a node half alive: a store call that panics is an error of that call, and a loop that
//! panics ends the node.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use jiff::SignedDuration;
use refrain::engine::{Engine, EngineOptions};
use refrain::observe::Alarm;

use crate::faulty::{FaultyStore, PanickingClock};
use crate::harness::{Harness, alarms, cron};

/// The store methods that the loops of a node call.
const VERBS: [&str; 12] = [
    "claim",
    "definitions",
    "next_wakeup",
    "settle",
    "confirm",
    "due_for_planning",
    "plan",
    "beat",
    "scan",
    "overdue",
    "sweep",
    "prune",
];

/// Regression test: each of these used to stop the worker, or a whole loop, permanently.
#[tokio::test(start_paused = true)]
async fn a_store_call_that_panics_is_an_error_of_that_call() {
    for verb in VERBS {
        let harness = Harness::at("2026-01-05T08:59:30Z");
        harness.save("minutely", cron("* * * * *", "UTC")).await;
        let store = FaultyStore::new(harness.store.clone());
        let options = EngineOptions::default();
        let engine = Engine::new(store.clone(), harness.clock.clone(), harness.recorder.clone(), options);
        let running = engine.start();
        store.panic_at(verb);
        // Five minutes of virtual time. Everything that a node does every ten seconds happens in the first minute.
        for _ in 0..300 {
            harness.clock.advance(SignedDuration::from_secs(1));
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        assert!(store.has_panicked(), "{verb} is not called");
        assert!(harness.sent().len() >= 4, "{verb}: {:?}", harness.sent_at());
        assert_eq!(engine.failure(), None, "{verb}");
        running.stop().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_loop_that_panics_ends_the_node_with_an_error() {
    let harness = Harness::at("2026-01-05T08:59:30Z");
    let clock = Arc::new(PanickingClock { clock: harness.clock.clone(), panics: AtomicBool::new(false) });
    let engine = Engine::new(harness.store.clone(), clock.clone(), harness.recorder.clone(), EngineOptions::default());
    let mut events = engine.events().subscribe();
    let running = engine.start();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(engine.failure(), None);
    clock.panics.store(true, Ordering::Relaxed);
    let failure = running.failed().await;
    assert!(failure.to_string().contains("loop of the node ended: it panicked: the clock is broken"), "{failure}");
    assert_eq!(engine.failure().as_ref(), Some(&failure));
    assert_eq!(running.stopped().await, Err(failure.clone()));
    let told = alarms(&mut events).into_iter().find(|alarm| matches!(alarm, Alarm::NodeFailed { .. }));
    assert_eq!(told.map(|alarm| alarm.name()), Some("node_failed"));
    // The node may be started again once the cause is gone.
    clock.panics.store(false, Ordering::Relaxed);
    let again = engine.start();
    assert_eq!(engine.failure(), None);
    again.stop().await;
}
