//! An effect in the store's own database that is committed together with a settlement, or not at all.

use std::any::Any;
use std::fmt;

use jiff::Timestamp;

use super::{Settled, Settlement, StoreError};

/// What is settled together with an effect that has been had, and when.
pub(crate) type Owed = (Settlement, Timestamp);

/// Why an effect was not committed.
pub enum Undone<E> {
    /// Whoever was to have it gave up.
    GaveUp(E),
    /// Whoever was to have it panicked.
    Panicked(Box<dyn Any + Send>),
    /// The settlement was refused: someone else has the lease, or it was settled before.
    Refused(Settled),
    /// The transaction had been ended from inside. Whether anything of the effect stays, nobody can say.
    Ended,
    /// The store could not be used. After [`Unknown`](StoreError::Unknown), the ledger says whether the effect stays.
    Store(StoreError),
}

impl<E> From<StoreError> for Undone<E> {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl<E: fmt::Debug> fmt::Debug for Undone<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GaveUp(error) => f.debug_tuple("GaveUp").field(error).finish(),
            Self::Panicked(_) => f.write_str("Panicked"),
            Self::Refused(settled) => f.debug_tuple("Refused").field(settled).finish(),
            Self::Ended => f.write_str("Ended"),
            Self::Store(error) => f.debug_tuple("Store").field(error).finish(),
        }
    }
}
