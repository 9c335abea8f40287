//! Retries of decisions that conflicted with other clients: how many there are, and which error the caller may see.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use refrain_ledger::store::StoreError;

/// How a batch of one shard is written if some of its schedules have changed in the meantime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Batch {
    /// Completely or not at all.
    Whole,
    /// Without the changed schedules.
    Partial,
}

/// Counts the attempts at an operation, and remembers whether part of it was written.
#[derive(Debug)]
pub(super) struct Retries {
    what: &'static str,
    left: u32,
    whole: u32,
    has_written: bool,
}

impl Retries {
    /// Maximum number of attempts. One of the conflicting clients always succeeds, so only heavy contention on
    /// one schedule comes near this limit.
    const MAX: u32 = 100;
    /// Number of immediate retries. After that, each attempt waits longer than the one before, so that any number of
    /// clients come down to as many as the server can serve.
    const IMMEDIATE_MAX: u32 = 5;
    /// Time by which the longest possible wait grows with each attempt. The waits of all attempts add up to about 20 s.
    const WAIT_STEP: Duration = Duration::from_millis(10);
    /// Number of attempts to write a batch as a whole. If many clients work on the schedules of one shard, a
    /// large batch always conflicts somewhere and would never succeed.
    const WHOLE_MAX: u32 = 2;

    pub(super) fn new(what: &'static str) -> Self {
        Self { what, left: Self::MAX, whole: Self::WHOLE_MAX, has_written: false }
    }

    /// Creates the counter for an operation that need not be written as a whole.
    pub(super) fn partial(what: &'static str) -> Self {
        Self { whole: 0, ..Self::new(what) }
    }

    pub(super) fn batch(&self) -> Batch {
        if Self::MAX - self.left < self.whole { Batch::Whole } else { Batch::Partial }
    }

    /// Records that something was written.
    pub(super) fn mark_written(&mut self) {
        self.has_written = true;
    }

    /// Returns the error for the caller: after a part was written, the caller must not conclude that nothing was.
    pub(super) fn error(&self, error: StoreError) -> StoreError {
        if self.has_written { StoreError::Unknown(error.to_string()) } else { error }
    }

    pub(super) async fn again(&mut self, is_done: bool) -> Result<(), StoreError> {
        if is_done {
            return Ok(());
        }
        self.left -= 1;
        if self.left == 0 {
            return Err(self.error(StoreError::Unavailable(format!("too many concurrent changes of {}", self.what))));
        }
        if let Some(longest) = self.longest_wait() {
            tokio::time::sleep(jitter(longest)).await;
        }
        Ok(())
    }

    /// Returns the longest possible wait before the next attempt.
    fn longest_wait(&self) -> Option<Duration> {
        let waits = (Self::MAX - self.left).saturating_sub(Self::IMMEDIATE_MAX);
        (waits > 0).then(|| Self::WAIT_STEP * waits)
    }
}

/// Returns a random duration up to this.
fn jitter(up_to: Duration) -> Duration {
    up_to.mul_f64(random() as f64 / u64::MAX as f64)
}

/// The standard library seeds each of its hashers anew.
fn random() -> u64 {
    RandomState::new().hash_one(0_u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_error_after_a_part_was_written_is_unknown() {
        let mut retries = Retries::new("a test");
        let full = || StoreError::ReadOnly("full".to_owned());
        assert!(matches!(retries.error(full()), StoreError::ReadOnly(_)));
        retries.mark_written();
        assert!(matches!(retries.error(full()), StoreError::Unknown(_)));
    }

    #[test]
    fn waits_grow_with_the_attempts() {
        let longest_wait =
            |attempts: u32| Retries { left: Retries::MAX - attempts, ..Retries::new("a test") }.longest_wait();
        assert_eq!(longest_wait(5), None);
        assert_eq!([6, 7, 99].map(|attempts| longest_wait(attempts).unwrap().as_millis()), [10, 20, 940]);
    }

    #[tokio::test]
    async fn batch_is_first_tried_as_a_whole() {
        let mut retries = Retries::new("a test");
        for batch in [Batch::Whole, Batch::Whole, Batch::Partial] {
            assert_eq!(retries.batch(), batch);
            retries.again(false).await.unwrap();
        }
        assert_eq!(Retries::partial("a test").batch(), Batch::Partial);
    }
}
