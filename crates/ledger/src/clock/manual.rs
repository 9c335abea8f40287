//! A clock that does not move until it is moved by hand.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

use super::{Clock, whole_micros};

/// A clock for tests: it moves only when [`advance`](Self::advance) or [`set`](Self::set) is called.
///
/// ```
/// use refrain_ledger::clock::{Clock, ManualClock};
///
/// let clock = ManualClock::new("2026-03-29T00:59:59Z".parse().unwrap());
/// clock.advance(jiff::SignedDuration::from_secs(1));
/// assert_eq!(clock.now().to_string(), "2026-03-29T01:00:00Z");
/// ```
#[derive(Debug)]
pub struct ManualClock {
    now: watch::Sender<Timestamp>,
}

impl ManualClock {
    /// Creates a clock that shows this time.
    pub fn new(now: Timestamp) -> Self {
        Self { now: watch::Sender::new(whole_micros(now)) }
    }

    /// Moves the clock forward. Wakes every task that sleeps until a time that has now come.
    pub fn advance(&self, by: SignedDuration) {
        self.now.send_modify(|now| *now = now.saturating_add(by).unwrap_or(Timestamp::MAX));
    }

    /// Sets the clock, forward or backward.
    pub fn set(&self, to: Timestamp) {
        self.now.send_replace(whole_micros(to));
    }
}

#[async_trait]
impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        *self.now.borrow()
    }

    /// Follows the manual time, so that a change by hand never looks like a clock jump.
    fn steady(&self) -> SignedDuration {
        self.now().duration_since(Timestamp::UNIX_EPOCH)
    }

    async fn sleep_until(&self, at: Timestamp) {
        let mut now = self.now.subscribe();
        // The sender lives as long as this borrow of it, so the wait never fails.
        now.wait_for(|now| *now >= at).await.ok();
    }
}
