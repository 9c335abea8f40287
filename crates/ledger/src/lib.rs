//! The ledger of Refrain: one row per occurrence, the rules of its life, and the interface of a store.
//!
//! - [`model`] holds the data: schedules, occurrences, states and reasons.
//! - [`ledger`] decides what an operation does to rows, as pure functions.
//! - [`store`] is the interface of a store: five traits, and a reference store in memory.
//! - [`clock`] is the only place that reads a clock.
//! - `testing`, with the feature of that name, tests a store of your own against the contract.
//!
//! Programs depend on the crate `refrain`, which contains this crate. Depend on this crate to write a store.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod clock;
pub mod ledger;
pub mod model;
pub mod store;
#[cfg(feature = "testing")]
pub mod testing;

// The model's subject is an example of a test file in another crate.
#[cfg(all(test, feature = "testing"))]
extern crate self as refrain_ledger;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
