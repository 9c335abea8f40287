//! A clock that follows the store's, and runs on steadily between two looks at it.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use tokio::time;

use super::{Clock, Estimate, steady, wall, whole_micros};

/// The store's time as a node knows it: the earliest time that the store's answers allow, moved on by a monotonic clock. Only
/// drift since the last answer can make it run ahead of the store's clock.
///
/// The machine's own wall clock may be wrong or jump; neither is seen here.
#[derive(Debug)]
pub struct StoreClock {
    estimate: Mutex<Estimate>,
}

/// When a question to the store was sent; made by [`StoreClock::ask`].
#[derive(Clone, Copy, Debug)]
pub struct Asked(SignedDuration);

impl Asked {
    /// How long ago that was.
    pub fn waited(&self) -> SignedDuration {
        steady().saturating_sub(self.0)
    }
}

impl StoreClock {
    /// A clock that shows the machine's time until the store has been asked.
    pub fn new() -> Self {
        Self { estimate: Mutex::new(Estimate::guess(wall(), steady())) }
    }

    /// To be called before the store is asked for its time.
    pub fn ask(&self) -> Asked {
        Asked(steady())
    }

    /// Takes the store's answer and returns by how much the clock was set: a positive duration if it was behind.
    pub fn answer(&self, asked: Asked, store_at: Timestamp) -> SignedDuration {
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
        // The timer counts in milliseconds and rounds up; a clock that was set meanwhile is seen by looking again.
        while let Ok(left) = Duration::try_from(at.duration_since(self.now()))
            && !left.is_zero()
        {
            time::sleep(left.min(LOOK_AGAIN)).await;
        }
    }
}

/// How long the clock may be set without a sleeper noticing.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_shows_what_the_store_said_and_says_how_wrong_it_was() {
        let clock = StoreClock::new();
        let ahead = clock.now().saturating_add(SignedDuration::from_hours(5)).unwrap();
        let step = clock.answer(clock.ask(), ahead);
        assert!((step - SignedDuration::from_hours(5)).abs() < SignedDuration::from_secs(60), "{step}");
        assert!(clock.now() >= ahead);
        let step = clock.answer(clock.ask(), ahead);
        assert!(step <= SignedDuration::ZERO, "the store has not moved, the clock has");
    }
}
