//! An effect in the store's own database that is committed together with a settlement, or not at all.

use std::any::Any;
use std::fmt;

use jiff::Timestamp;

use refrain_ledger::store::{SettleResult, Settlement, StoreError};

/// The settlement to write together with an effect, and the time of the settlement.
pub type EffectSettlement = (Settlement, Timestamp);

/// Reason why an effect was not committed.
pub enum EffectError<E> {
    /// The work returned an error.
    WorkFailed(E),
    /// The work panicked.
    Panicked(Box<dyn Any + Send>),
    /// The settlement was refused: another worker has the lease, or the lease was already settled.
    Refused(SettleResult),
    /// The work ended the transaction itself. It is unknown whether any part of the effect was committed.
    Ended,
    /// The store failed. After [`Unknown`](StoreError::Unknown), the ledger shows whether the effect was
    /// committed.
    Store(StoreError),
}

impl<E> From<StoreError> for EffectError<E> {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl<E: fmt::Debug> fmt::Debug for EffectError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WorkFailed(error) => f.debug_tuple("GaveUp").field(error).finish(),
            Self::Panicked(_) => f.write_str("Panicked"),
            Self::Refused(settled) => f.debug_tuple("Refused").field(settled).finish(),
            Self::Ended => f.write_str("Ended"),
            Self::Store(error) => f.debug_tuple("Store").field(error).finish(),
        }
    }
}
