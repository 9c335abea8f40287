//! The rules of the ledger, as pure functions from rows to rows. Stores read, lock and write. The content to
//! write is decided here, so that no two stores can disagree about it.
//!
//! Nothing in this module waits, reads a clock or touches a store.

pub mod admission;
pub mod change;
pub mod check;
pub mod consistency;
pub mod document;
pub mod fair_share;
pub mod numbering;
pub mod replan;
pub mod stored;
pub mod transition;
pub mod wanted;
pub mod work;
