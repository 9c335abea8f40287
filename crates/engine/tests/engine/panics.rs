//! A panic never leaves a node half alive: a store call that panics is an error of that call, and a loop that
//! panics ends the node.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake};
use std::time::Duration;

use jiff::SignedDuration;
use refrain::clock::Clock;
use refrain::engine::{Engine, EngineOptions};
use refrain::model::Status;
use refrain::observe::{Alarm, Events};
use refrain::planner::{Planner, PlannerOptions};

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
    let reported = alarms(&mut events).into_iter().find(|alarm| matches!(alarm, Alarm::NodeFailed { .. }));
    assert_eq!(reported.map(|alarm| alarm.name()), Some("node_failed"));
    // The node may be started again once the cause is gone.
    clock.panics.store(false, Ordering::Relaxed);
    let again = engine.start();
    assert_eq!(engine.failure(), None);
    again.stop().await;
}

/// A waker that panics the first time a task yields. Only long evaluations of a recurrence yield.
#[derive(Default)]
struct PanickingWaker {
    has_panicked: AtomicBool,
}

impl Wake for PanickingWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        assert!(self.has_panicked.swap(true, Ordering::Relaxed), "the recurrence is broken");
    }
}

/// Polls a future outside of any runtime, so that a task that yields calls the waker directly.
fn run_with<T>(waker: &Arc<PanickingWaker>, work: impl Future<Output = T>) -> T {
    let waker = Arc::clone(waker).into();
    let mut work = pin!(work);
    loop {
        if let Poll::Ready(answer) = work.as_mut().poll(&mut Context::from_waker(&waker)) {
            return answer;
        }
    }
}

/// Otherwise every step of every node would fail at the same schedule, and nothing would be planned any more.
#[test]
fn a_panic_while_one_schedule_is_planned_disables_that_schedule_only() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let harness = Harness::at("2026-01-05T08:59:30Z");
    runtime.block_on(async {
        harness.save("broken", cron("* * * * * *", "UTC")).await;
        harness.save("hourly", cron("0 * * * *", "UTC")).await;
    });
    harness.clock.advance(SignedDuration::from_hours(1));
    let events = Events::new();
    let mut raised = events.subscribe();
    let planner = Planner::new(harness.store.clone(), PlannerOptions::default(), events, "2026a");
    let waker = Arc::new(PanickingWaker::default());
    run_with(&waker, planner.step(harness.clock.now())).unwrap();
    assert!(waker.has_panicked.load(Ordering::Relaxed), "3,600 missed occurrences are counted");
    let alarms = alarms(&mut raised);
    assert!(
        matches!(&alarms[..], [Alarm::Disabled { schedule, problem }]
            if schedule.id.as_str() == "broken" && problem.contains("it panicked: the recurrence is broken")),
        "{alarms:?}"
    );
    runtime.block_on(async {
        let broken = harness.schedule("broken").await;
        assert_eq!(broken.status, Status::Disabled);
        assert!(broken.status_note.text.is_some_and(|text| text.contains("the recurrence is broken")));
        assert_eq!(harness.rows("broken").await.len(), 0);
        assert_eq!(harness.rows("hourly").await.len(), 1, "the others are planned in the same step");
    });
}
