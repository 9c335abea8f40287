//! The one place of these tests that reads a clock.

use std::time::{Duration, Instant};

/// How long a piece of work takes, at its best of three: a busy machine is no fault of the rule.
#[expect(clippy::disallowed_methods, reason = "the time an answer takes is what is tested; no answer depends on it")]
pub(crate) fn best_time(work: impl Fn()) -> Duration {
    let once = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    once().min(once()).min(once())
}
