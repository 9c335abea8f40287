//! Detects that a store was restored from an older copy: it holds less than was seen in it before.

#[cfg(any(feature = "postgres", feature = "redis"))]
use tokio::sync::Mutex;

use crate::id::OccurrenceId;

/// Evidence that a store holds less than was seen in it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreRollback {
    /// Newest occurrence seen before.
    pub seen: OccurrenceId,
    /// Newest occurrence that the store reports now.
    pub found: OccurrenceId,
}

#[cfg(any(feature = "postgres", feature = "redis", feature = "sqlite"))]
impl StoreRollback {
    /// Compares the newest ID of a store with the newest one seen before. IDs of a store only increase, even when
    /// occurrences are removed.
    pub(crate) fn between(seen: i64, found: i64) -> Option<Self> {
        (found < seen).then_some(Self { seen: OccurrenceId(seen), found: OccurrenceId(found) })
    }
}

/// The newest occurrence ID that a process has seen in its store.
#[cfg(any(feature = "postgres", feature = "redis"))]
#[derive(Debug, Default)]
pub(crate) struct NewestSeen(Mutex<i64>);

#[cfg(any(feature = "postgres", feature = "redis"))]
impl NewestSeen {
    /// Reads the newest ID of the store, compares it with the one seen before, and remembers it.
    pub(crate) async fn compare<E>(
        &self,
        read: impl Future<Output = Result<i64, E>>,
    ) -> Result<Option<StoreRollback>, E> {
        // The lock is taken before the read. Otherwise, of two callers, the one that read first would be compared
        // with the later number.
        let mut seen = self.0.lock().await;
        let found = read.await?;
        Ok(StoreRollback::between(std::mem::replace(&mut seen, found), found))
    }
}
