//! The only module that reads a clock.
//!
//! Decisions take `now`; loops take a [`Clock`]. A node's clock follows its store's clock ([`StoreClock`]), so
//! that the clocks of machines do not matter. Tests freeze the time and move it by hand ([`ManualClock`]).

mod estimate;
mod manual;
mod store;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

pub use estimate::Estimate;
pub use manual::ManualClock;
pub use store::StoreClock;

/// The clock that a node uses.
#[async_trait]
pub trait Clock: Send + Sync + 'static {
    /// Returns the current time.
    fn now(&self) -> Timestamp;

    /// Returns a monotonic time, counted from an arbitrary start. It shows by how much the clock was set.
    fn steady(&self) -> SignedDuration;

    /// Waits until the clock shows `at`.
    async fn sleep_until(&self, at: Timestamp);
}

/// Returns the machine's time in whole microseconds, the precision that stores keep.
#[expect(clippy::disallowed_methods, reason = "the only place that may read the clock")]
pub fn wall() -> Timestamp {
    whole_micros(Timestamp::now())
}

/// Returns the time since the machine was started, including sleep.
fn steady() -> SignedDuration {
    // On other systems, the monotonic clock either counts sleep or there is no clock that does.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let clock = rustix::time::ClockId::Boottime;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let clock = rustix::time::ClockId::Monotonic;
    let time = rustix::time::clock_gettime(clock);
    SignedDuration::new(time.tv_sec, i32::try_from(time.tv_nsec).unwrap_or_default())
}

/// Truncates an instant to the precision that stores keep.
fn whole_micros(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}
