//! Detects that a store was restored from an older copy: it holds less than was seen in it before.

use crate::model::OccurrenceId;

/// Evidence that a store holds less than was seen in it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreRollback {
    /// Newest occurrence seen before.
    pub seen: OccurrenceId,
    /// Newest occurrence that the store reports now.
    pub found: OccurrenceId,
}

impl StoreRollback {
    /// Compares the newest ID of a store with the newest one seen before. IDs of a store only increase, even when
    /// occurrences are removed.
    pub fn between(seen: i64, found: i64) -> Option<Self> {
        (found < seen).then_some(Self { seen: OccurrenceId(seen), found: OccurrenceId(found) })
    }
}
