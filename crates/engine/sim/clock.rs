//! The store's clock, which faults can step, and the clocks of nodes, which follow it with the same estimate
//! as `StoreClock`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain::clock::{Clock, Estimate};
use tokio::sync::Notify;
use tokio::time::{self, Instant};

/// Maximum round trip of a useful clock reading. After the store's clock was set, a slower answer is too
/// imprecise.
pub(crate) const ROUND_TRIP_MAX: SignedDuration = SignedDuration::from_millis(100);
/// Maximum time until a sleeper notices that the clock was set, as in `StoreClock`.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// Clock of the store.
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

    /// Returns the virtual time since the world began. It is never set back.
    pub(crate) fn steady(&self) -> SignedDuration {
        SignedDuration::try_from(self.started.elapsed()).expect("a short simulation")
    }

    pub(crate) fn now(&self) -> Timestamp {
        let at = self.began_at + self.steady() + *self.stepped.lock().unwrap();
        Timestamp::from_microsecond(at.as_microsecond()).expect("whole microseconds")
    }

    pub(crate) fn step(&self, by: SignedDuration) {
        *self.stepped.lock().unwrap() += by;
    }
}

/// Clock of a node.
#[derive(Debug)]
pub(crate) struct NodeClock {
    time: Arc<StoreTime>,
    estimate: Mutex<Estimate>,
    /// Blocks sleepers while the node is frozen.
    gate: Arc<Gate>,
}

/// Barrier at which everything that a frozen node does waits. Waiters continue in the order in which they
/// came.
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
        let estimate = Mutex::new(Estimate::guess(time.now(), time.steady()));
        Self { time, estimate, gate }
    }

    /// Processes the store's answer to a question sent at `asked_at`. Returns by how much the clock was set.
    pub(crate) fn answer(&self, asked_at: SignedDuration, store_at: Timestamp) -> SignedDuration {
        self.estimate.lock().unwrap().answer(asked_at, self.time.steady(), store_at)
    }
}

#[async_trait]
impl Clock for NodeClock {
    fn now(&self) -> Timestamp {
        let at = self.estimate.lock().unwrap().at(self.time.steady());
        Timestamp::from_microsecond(at.as_microsecond()).expect("whole microseconds")
    }

    fn steady(&self) -> SignedDuration {
        self.time.steady()
    }

    async fn sleep_until(&self, at: Timestamp) {
        while let Ok(left) = Duration::try_from(at.duration_since(self.now()))
            && !left.is_zero()
        {
            // The timer has a resolution of one millisecond.
            time::sleep(left.min(LOOK_AGAIN) + Duration::from_micros(999)).await;
        }
        self.gate.pass().await;
    }
}
