//! The only module of these tests that reads a clock.

use std::time::{Duration, Instant};

/// Returns the best of three durations of a piece of work, so that a busy machine does not fail the test.
#[expect(clippy::disallowed_methods, reason = "the duration of a search is what is tested; no result depends on it")]
pub(crate) fn best_time(work: impl Fn()) -> Duration {
    let once = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    once().min(once()).min(once())
}
