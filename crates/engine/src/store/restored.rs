//! Noticing that a store was restored from an older copy: it holds less than was seen of it before.

#[cfg(any(feature = "postgres", feature = "redis", feature = "sqlite"))]
use std::sync::atomic::{AtomicI64, Ordering};

use crate::id::OccurrenceId;

/// A store that holds less than was seen of it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The newest occurrence that was seen before.
    pub seen: OccurrenceId,
    /// The newest occurrence that the store has given now.
    pub found: OccurrenceId,
}

/// The number of the newest occurrence that was seen. Numbers of a store only grow, even when occurrences are removed.
#[cfg(any(feature = "postgres", feature = "redis", feature = "sqlite"))]
#[derive(Debug, Default)]
pub(crate) struct Seen(AtomicI64);

#[cfg(any(feature = "postgres", feature = "redis", feature = "sqlite"))]
impl Seen {
    /// Compares what is found with what was seen, and remembers it.
    pub(crate) fn compare(&self, found: i64) -> Option<Restored> {
        let seen = self.0.swap(found, Ordering::Relaxed);
        (found < seen).then_some(Restored { seen: OccurrenceId(seen), found: OccurrenceId(found) })
    }
}
