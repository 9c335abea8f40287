//! The only module that reads a clock.

use jiff::Timestamp;
use tokio::time::Instant;

/// Returns the current instant in whole seconds. On the command line, fractions of a second do not matter.
#[expect(clippy::disallowed_methods, reason = "this is the only place that may read the clock")]
pub(crate) fn now() -> Timestamp {
    let now = Timestamp::now();
    Timestamp::from_second(now.as_second()).unwrap_or(now)
}

/// Returns the runtime's monotonic clock, for deadlines. Tests can pause it.
pub(crate) fn instant() -> Instant {
    Instant::now()
}
