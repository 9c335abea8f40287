//! How long something took, by the machine's own clock: a receiver that hangs does so in real time.

use std::time::{Duration, Instant};

/// Does it, and says how long that took.
#[expect(clippy::disallowed_methods, reason = "sockets do not wait on a clock that is moved by hand")]
pub(crate) async fn timed<T>(work: impl Future<Output = T>) -> (T, Duration) {
    let begun = Instant::now();
    let done = work.await;
    (done, begun.elapsed())
}
