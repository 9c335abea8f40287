//! The only place that reads a clock.

use jiff::Timestamp;

/// The time of the machine, to the microsecond, which is what stores keep.
#[expect(clippy::disallowed_methods, reason = "this is the one place that may")]
pub fn wall() -> Timestamp {
    let now = Timestamp::now();
    Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
}
