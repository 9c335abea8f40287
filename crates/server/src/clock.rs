//! The only place that reads a clock.

use jiff::Timestamp;
use tokio::time::Instant;

/// The current instant in whole seconds. Whoever asks at a keyboard does not mean the milliseconds.
#[expect(clippy::disallowed_methods, reason = "this is the one place that may")]
pub(crate) fn now() -> Timestamp {
    let now = Timestamp::now();
    Timestamp::from_second(now.as_second()).unwrap_or(now)
}

/// The runtime's monotonic clock, for deadlines. Tests can pause it.
pub(crate) fn instant() -> Instant {
    Instant::now()
}
