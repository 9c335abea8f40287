//! The only place that reads a clock.
//!
//! Decisions take `now`; loops take a [`Clock`]. A node's clock follows its store's ([`StoreClock`]), so that the clocks of
//! machines do not matter; programs under test hold time still and move it by hand ([`ManualClock`]).

mod estimate;
mod manual;
mod store;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

pub use estimate::Estimate;
pub use manual::ManualClock;
pub use store::StoreClock;

/// What a node goes by.
#[async_trait]
pub trait Clock: Send + Sync + 'static {
    /// What time it is.
    fn now(&self) -> Timestamp;

    /// A time that only ever runs on, counted from anywhere. It shows by how much the other one was set.
    fn steady(&self) -> SignedDuration;

    /// Comes back when that time has come.
    async fn sleep_until(&self, at: Timestamp);
}

/// The time of the machine, to the microsecond, which is what stores keep.
#[expect(clippy::disallowed_methods, reason = "this is the one place that may")]
pub fn wall() -> Timestamp {
    whole_micros(Timestamp::now())
}

/// Time since the machine was started, sleep included.
fn steady() -> SignedDuration {
    // Elsewhere the steady clock either counts sleep or has no other that does.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let clock = rustix::time::ClockId::Boottime;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let clock = rustix::time::ClockId::Monotonic;
    let time = rustix::time::clock_gettime(clock);
    SignedDuration::new(time.tv_sec, i32::try_from(time.tv_nsec).unwrap_or_default())
}

/// What stores keep of an instant.
fn whole_micros(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}
