//! A clock that follows the store's clock, and advances monotonically between two measurements.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use tokio::time;

use super::{Clock, Estimate, steady, wall, whole_micros};

/// A node's estimate of the store's time: the earliest time that the store's answers allow, advanced by a
/// monotonic clock. Only drift since the last answer can make it run ahead of the store's clock.
///
/// The machine's own wall clock may be wrong or jump; neither has an effect here.
#[derive(Debug)]
pub struct StoreClock {
    estimate: Mutex<Estimate>,
}

/// Time at which a request to the store was sent; created by [`StoreClock::ask`].
#[derive(Clone, Copy, Debug)]
pub struct Measurement(SignedDuration);

impl Measurement {
    /// Returns the time since the request was sent.
    pub fn waited(&self) -> SignedDuration {
        steady().saturating_sub(self.0)
    }
}

impl StoreClock {
    /// Creates a clock that shows the machine's time until the store's first answer.
    pub fn new() -> Self {
        Self { estimate: Mutex::new(Estimate::guess(wall(), steady())) }
    }

    /// Starts a measurement. Call it before the store is asked for its time.
    pub fn ask(&self) -> Measurement {
        Measurement(steady())
    }

    /// Processes the store's answer and returns by how much the clock was set: a positive duration if it was
    /// behind.
    pub fn answer(&self, asked: Measurement, store_at: Timestamp) -> SignedDuration {
        self.estimate.lock().unwrap_or_else(PoisonError::into_inner).answer(asked.0, steady(), store_at)
    }
}

impl Default for StoreClock {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait]
impl Clock for StoreClock {
    fn now(&self) -> Timestamp {
        let estimate = *self.estimate.lock().unwrap_or_else(PoisonError::into_inner);
        whole_micros(estimate.at(steady()))
    }

    fn steady(&self) -> SignedDuration {
        steady()
    }

    async fn sleep_until(&self, at: Timestamp) {
        // The timer counts in milliseconds and rounds up. The loop notices a clock that was set in the meantime.
        while let Ok(left) = Duration::try_from(at.duration_since(self.now()))
            && !left.is_zero()
        {
            time::sleep(left.min(RECHECK_EVERY)).await;
        }
    }
}

/// Maximum time until a sleeper notices that the clock was set.
const RECHECK_EVERY: Duration = Duration::from_secs(1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_follows_the_store_and_returns_the_correction() {
        let clock = StoreClock::new();
        let ahead = clock.now().saturating_add(SignedDuration::from_hours(5)).unwrap();
        let step = clock.answer(clock.ask(), ahead);
        assert!((step - SignedDuration::from_hours(5)).abs() < SignedDuration::from_secs(60), "{step}");
        assert!(clock.now() >= ahead);
        let step = clock.answer(clock.ask(), ahead);
        assert!(step <= SignedDuration::ZERO, "the store has not moved, the clock has");
    }
}
