//! The contract of a store as a test suite. Any crate can run it against a store of its own.
//!
//! The suite needs a [`Subject`], which opens the store under test and damages its data on request.
//! [`store_contract!`](crate::store_contract) expands to one `#[test]` per case, for `cargo test` or `cargo nextest`.
//! This is the whole test file of the store in memory:
//!
//! ```
#![doc = include_str!("model.rs")]
//! ```
//!
//! The manifest enables the feature for tests only:
//!
//! ```toml
//! [dev-dependencies]
//! refrain-ledger = { version = "0.1", features = ["testing"] }
//! ```
//!
//! # Cases
//!
//! - Named cases check one rule each, and races check a rule from two or more handles at once. Their names say which
//!   rule: `claim::nothing_is_claimed_before_it_is_due`.
//! - The cases in `random` apply random sequences of operations to the store and to the [model](crate::store::model),
//!   and compare every result. Every run applies the same sequences. A failure prints its seed.
//!
//! | Environment variable | Meaning |
//! |---|---|
//! | `REFRAIN_SEQUENCES` | Number of random sequences per case. Default: 500. |
//! | `REFRAIN_SEED` | Applies only the sequence of this seed. |
//!
//! A minor version may add cases for rules that were documented before. They fail only for a store that breaks the
//! rule.
#![expect(clippy::unwrap_used, reason = "a panic fails the test that runs the code")]

mod case;
#[doc(hidden)]
mod contract;
mod everything;
#[doc(hidden)]
pub mod fixture;
mod layer;
#[cfg(test)]
mod model;
#[cfg(test)]
mod mutants;
#[doc(hidden)]
pub(crate) mod random;
mod stage;
mod subject;

#[doc(hidden)]
pub use self::case::{run, run_race};
pub use self::layer::{LayeredStore, Operation, StoreLayer};
#[doc(hidden)]
pub use self::stage::Stage;
pub use self::subject::{INVALID_DEFINITION, Subject, Tamper};

/// The cases that stores are tested with. A case that no macro lists is not public, and the compiler reports it as
/// unused.
#[doc(hidden)]
pub mod cases {
    crate::contract_cases! { crate::export_cases, crate::export_cases }
}
