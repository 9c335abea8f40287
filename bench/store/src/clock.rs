//! The only module that reads a clock.

use std::time::{Duration, Instant};

/// Measures the duration of a piece of work.
pub struct Stopwatch(Instant);

impl Stopwatch {
    #[expect(clippy::disallowed_methods, reason = "a benchmark measures time; nothing it measures reads a clock")]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
