//! The store's time, which faults may step, and the clocks of nodes, which follow it as `StoreClock` does: what the store
//! last said, and the steady time since.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain::clock::Clock;
use tokio::sync::Notify;
use tokio::time::{self, Instant};

/// No node's clock is further from the store's, while the store's is not stepped: half of the longest way there and back
/// that is believed.
pub(crate) const SKEW_MAX: SignedDuration = SignedDuration::from_millis(60);
/// An answer that took longer says too little about the time.
const ROUND_TRIP_MAX: SignedDuration = SignedDuration::from_millis(100);
/// As in `StoreClock`: how long the clock may be set without a sleeper noticing.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// The time of the store.
#[derive(Debug)]
pub(crate) struct StoreTime {
    started: Instant,
    began_at: Timestamp,
    stepped: Mutex<SignedDuration>,
}

impl StoreTime {
    pub(crate) fn new(began_at: Timestamp) -> Self {
        Self { started: Instant::now(), began_at, stepped: Mutex::default() }
    }

    /// Virtual time since the world began. It only runs on.
    pub(crate) fn steady(&self) -> SignedDuration {
        SignedDuration::try_from(self.started.elapsed()).expect("a short life")
    }

    pub(crate) fn now(&self) -> Timestamp {
        let at = self.began_at + self.steady() + *self.stepped.lock().unwrap();
        Timestamp::from_microsecond(at.as_microsecond()).expect("whole microseconds")
    }

    pub(crate) fn step(&self, by: SignedDuration) {
        *self.stepped.lock().unwrap() += by;
    }
}

/// A node's clock.
#[derive(Debug)]
pub(crate) struct NodeClock {
    time: Arc<StoreTime>,
    /// What the store said, and when that was in steady time.
    seen: Mutex<(Timestamp, SignedDuration)>,
    /// Stops with its node.
    gate: Arc<Gate>,
}

/// Where everything that a node does waits while it stands still. Those that wait go on in the order they came.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    is_closed: AtomicBool,
    opened: Notify,
}

impl Gate {
    pub(crate) async fn pass(&self) {
        while self.is_closed.load(Ordering::Relaxed) {
            self.opened.notified().await;
        }
    }

    pub(crate) fn close(&self, is_closed: bool) {
        self.is_closed.store(is_closed, Ordering::Relaxed);
        if !is_closed {
            self.opened.notify_waiters();
        }
    }
}

impl NodeClock {
    pub(crate) fn new(time: Arc<StoreTime>, gate: Arc<Gate>) -> Self {
        let seen = Mutex::new((time.now(), time.steady()));
        Self { time, seen, gate }
    }

    /// Takes what the store answered to a question sent then. Answers by how much the clock was set.
    pub(crate) fn answer(&self, asked_at: SignedDuration, store_at: Timestamp) -> SignedDuration {
        let now = self.time.steady();
        let round_trip = now - asked_at;
        if round_trip > ROUND_TRIP_MAX {
            return SignedDuration::ZERO;
        }
        let before = self.now();
        *self.seen.lock().unwrap() = (store_at + round_trip / 2, now);
        self.now().duration_since(before)
    }
}

#[async_trait]
impl Clock for NodeClock {
    fn now(&self) -> Timestamp {
        let (store_at, steady_at) = *self.seen.lock().unwrap();
        let at = store_at + (self.time.steady() - steady_at);
        Timestamp::from_microsecond(at.as_microsecond()).expect("whole microseconds")
    }

    fn steady(&self) -> SignedDuration {
        self.time.steady()
    }

    async fn sleep_until(&self, at: Timestamp) {
        while let Ok(left) = Duration::try_from(at.duration_since(self.now()))
            && !left.is_zero()
        {
            // The timer counts whole milliseconds.
            time::sleep(left.min(LOOK_AGAIN) + Duration::from_micros(999)).await;
        }
        self.gate.pass().await;
    }
}
