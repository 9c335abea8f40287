//! Measures elapsed time with the machine's own clock: a receiver that hangs does so in real time.

use std::time::{Duration, Instant};

/// Runs `work`, and returns its result and duration.
#[expect(clippy::disallowed_methods, reason = "sockets do not follow a manual clock")]
pub(crate) async fn timed<T>(work: impl Future<Output = T>) -> (T, Duration) {
    let begun = Instant::now();
    let done = work.await;
    (done, begun.elapsed())
}
