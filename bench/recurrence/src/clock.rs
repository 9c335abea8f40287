//! The only module of the benchmark that reads a clock.

use std::time::{Duration, Instant};

/// Returns the duration of a piece of work.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time; nothing it measures reads a clock")]
pub(crate) fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}
