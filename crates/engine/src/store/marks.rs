//! Short-lived marks: dedup keys, counters in windows, breakers, living nodes. Each check-and-set is one step.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use crate::id::{NodeId, Tenant};
use crate::node::Node;
use crate::store::error::StoreError;

/// No name of a mark is longer, in bytes; longer ones are hashed by their owners.
pub const MARK_NAME_BYTES_MAX: usize = 512;
/// No value is longer, in bytes.
pub const MARK_VALUE_BYTES_MAX: usize = 4_096;

/// A mark's name. Names of different tenants never meet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MarkName {
    /// Whose.
    pub tenant: Tenant,
    /// Such as `dedup/…` or `breaker/…`.
    pub name: String,
}

/// A value that lasts for a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What it says.
    pub value: String,
    /// Until when; at that instant it is gone.
    pub until: Timestamp,
}

/// Marks and nodes.
#[async_trait]
pub trait Marks: Send + Sync {
    /// Sets a mark if there is none, and answers the one that was in the way.
    async fn mark_if_absent(
        &self,
        name: &MarkName,
        value: &str,
        ttl: SignedDuration,
        now: Timestamp,
    ) -> Result<Option<Mark>, StoreError>;

    /// Sets a mark, or removes it, if its value is what the caller expects (none: there is no mark). Answers whether.
    async fn replace_mark(
        &self,
        name: &MarkName,
        expected: Option<&str>,
        mark: Option<&Mark>,
        now: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Reads a mark that still lasts.
    async fn mark(&self, name: &MarkName, now: Timestamp) -> Result<Option<Mark>, StoreError>;

    /// Adds to a counter and answers what it then is. A window begins with the first addition after the last one ended.
    async fn count(&self, name: &MarkName, add: u32, window: SignedDuration, now: Timestamp)
    -> Result<u64, StoreError>;

    /// Says that a node lives, until `lease_for` from now.
    async fn beat(&self, node: &Node, lease_for: SignedDuration, now: Timestamp) -> Result<(), StoreError>;

    /// Says that a node has gone.
    async fn leave(&self, node: &NodeId) -> Result<(), StoreError>;

    /// The nodes that live, by name.
    async fn nodes(&self, now: Timestamp) -> Result<Vec<Node>, StoreError>;

    /// Removes marks and nodes whose time is over, at most so many, and answers how many.
    async fn sweep(&self, limit: usize, now: Timestamp) -> Result<usize, StoreError>;
}
