//! Exponential backoff: the delay before a failed call is retried doubles with every failure, up to a limit.

use jiff::SignedDuration;

/// Delay after the first failure.
const FIRST: SignedDuration = SignedDuration::from_millis(50);

/// Delays that double up to a limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Backoff {
    next: SignedDuration,
    longest: SignedDuration,
}

impl Backoff {
    /// Creates a backoff whose delays are at most `longest`.
    pub(crate) fn new(longest: SignedDuration) -> Self {
        Self { next: FIRST.min(longest), longest }
    }

    /// Returns the delay after one more failure.
    pub(crate) fn next_wait(&mut self) -> SignedDuration {
        let wait = self.next;
        self.next = (wait * 2).min(self.longest);
        wait
    }

    /// Resets the delay after a success.
    pub(crate) fn reset(&mut self) {
        *self = Self::new(self.longest);
    }
}
