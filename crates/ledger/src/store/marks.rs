//! Short-lived marks: dedup keys, counters in windows, circuit breakers, live nodes. Each check-and-set is
//! atomic.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use crate::ledger::StoreError;
use crate::model::{Mark, MarkName, Node, NodeId};

/// Marks and nodes.
#[async_trait]
pub trait Marks: Send + Sync {
    /// Sets a mark if none exists, and returns the existing one otherwise.
    async fn mark_if_absent(
        &self,
        name: &MarkName,
        value: &str,
        ttl: SignedDuration,
        now: Timestamp,
    ) -> Result<Option<Mark>, StoreError>;

    /// Sets or removes a mark if its value equals `expected` (`None` expects no mark). Returns whether it did.
    async fn replace_mark(
        &self,
        name: &MarkName,
        expected: Option<&str>,
        mark: Option<&Mark>,
        now: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Returns a mark that has not expired.
    async fn mark(&self, name: &MarkName, now: Timestamp) -> Result<Option<Mark>, StoreError>;

    /// Adds to a counter and returns its new value. A window starts with the first addition after the previous
    /// window ended.
    async fn count(&self, name: &MarkName, add: u32, window: SignedDuration, now: Timestamp)
    -> Result<u64, StoreError>;

    /// Records that a node is alive, until `lease_for` from now.
    async fn beat(&self, node: &Node, lease_for: SignedDuration, now: Timestamp) -> Result<(), StoreError>;

    /// Removes a node that has shut down.
    async fn leave(&self, node: &NodeId) -> Result<(), StoreError>;

    /// Returns the nodes that are alive, ordered by name.
    async fn nodes(&self, now: Timestamp) -> Result<Vec<Node>, StoreError>;

    /// Removes at most `limit` expired marks and nodes, and returns how many it removed.
    async fn sweep(&self, limit: usize, now: Timestamp) -> Result<usize, StoreError>;
}
