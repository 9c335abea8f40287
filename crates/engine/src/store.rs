//! The storage of the ledger: the interface of a store, and the stores that implement it. See
//! [`refrain_ledger::store`].

#[doc(hidden)]
pub use crate::fresh_cache::FreshCache;
pub use refrain_ledger::store::*;
pub use refrain_stores::*;
