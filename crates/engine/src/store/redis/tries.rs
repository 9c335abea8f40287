//! Deciding anew because others were faster: how often, and what may be said to the caller meanwhile.

use std::time::Duration;

use super::wake;
use crate::store::StoreError;

/// How a batch of one shard is written when some of its schedules were changed meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Batch {
    /// Whole or not at all.
    Whole,
    /// Without those.
    Apart,
}

/// Counts how often something had to be decided anew, and remembers whether part of it was written.
#[derive(Debug)]
pub(super) struct Tries {
    what: &'static str,
    left: u32,
    whole: u32,
    has_written: bool,
}

impl Tries {
    /// One of those who collide always gets through, so that only a crowd on one schedule comes near this.
    const MAX: u32 = 100;
    /// After so many it waits a little, so that the crowd thins out.
    const AT_ONCE: u32 = 5;
    /// So often a batch is tried whole. Where many work on the schedules of one shard, some of a large batch is always in
    /// the way, and it would never get through.
    const WHOLE: u32 = 2;

    pub(super) fn new(what: &'static str) -> Self {
        Self { what, left: Self::MAX, whole: Self::WHOLE, has_written: false }
    }

    /// For what does not have to be written whole.
    pub(super) fn apart(what: &'static str) -> Self {
        Self { whole: 0, ..Self::new(what) }
    }

    pub(super) fn batch(&self) -> Batch {
        if Self::MAX - self.left < self.whole { Batch::Whole } else { Batch::Apart }
    }

    /// Notes that something was written.
    pub(super) fn wrote(&mut self) {
        self.has_written = true;
    }

    /// An error as the caller must hear it: after a part was written, nobody may believe that nothing was.
    pub(super) fn error(&self, error: StoreError) -> StoreError {
        if self.has_written { StoreError::Unknown(error.to_string()) } else { error }
    }

    pub(super) async fn again(&mut self, is_done: bool) -> Result<(), StoreError> {
        if is_done {
            return Ok(());
        }
        self.left -= 1;
        if self.left == 0 {
            return Err(self.error(StoreError::Unavailable(format!("too many change {} at once", self.what))));
        }
        if self.left < Self::MAX - Self::AT_ONCE {
            tokio::time::sleep(wake::jitter(Duration::from_millis(10))).await;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_error_after_a_part_was_written_is_unknown() {
        let mut tries = Tries::new("a test");
        let full = || StoreError::ReadOnly("full".to_owned());
        assert!(matches!(tries.error(full()), StoreError::ReadOnly(_)));
        tries.wrote();
        assert!(matches!(tries.error(full()), StoreError::Unknown(_)));
    }

    #[tokio::test]
    async fn a_batch_is_tried_whole_first() {
        let mut tries = Tries::new("a test");
        for batch in [Batch::Whole, Batch::Whole, Batch::Apart] {
            assert_eq!(tries.batch(), batch);
            tries.again(false).await.unwrap();
        }
        assert_eq!(Tries::apart("a test").batch(), Batch::Apart);
    }
}
