//! The one place of the benchmark that reads a clock.

use std::time::{Duration, Instant};

/// How long a piece of work takes.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time; nothing it measures reads a clock")]
pub(crate) fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}
