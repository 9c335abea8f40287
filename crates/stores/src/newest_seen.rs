//! The newest occurrence that a process has seen in its store, to detect a restored copy (Decision 0057).

use refrain_ledger::store::StoreRollback;
use tokio::sync::Mutex;

/// The newest occurrence ID that a process has seen in its store.
#[derive(Debug, Default)]
pub(crate) struct NewestSeen(Mutex<i64>);

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
