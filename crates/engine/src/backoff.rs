//! How long to wait before asking again something that failed: longer each time, up to a limit.

use jiff::SignedDuration;

/// The first wait.
const FIRST: SignedDuration = SignedDuration::from_millis(50);

/// Waits that double.
#[derive(Clone, Copy, Debug)]
pub struct Backoff {
    next: SignedDuration,
    longest: SignedDuration,
}

impl Backoff {
    /// Waits of at most so long.
    pub fn new(longest: SignedDuration) -> Self {
        Self { next: FIRST.min(longest), longest }
    }

    /// The wait after one more failure.
    pub fn next_wait(&mut self) -> SignedDuration {
        let wait = self.next;
        self.next = (wait * 2).min(self.longest);
        wait
    }

    /// It worked.
    pub fn reset(&mut self) {
        *self = Self::new(self.longest);
    }
}
