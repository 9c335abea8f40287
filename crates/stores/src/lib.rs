//! The stores of Refrain, each behind a feature: [`sqlite`], [`postgres`] and [`redis`].
//!
//! A store reads, locks and writes. The crate `refrain-ledger` decides what is written, so all stores agree. The
//! files of the stores have the same names: learn one, know all.
//!
//! Programs depend on the crate `refrain`, which contains these stores as `refrain::store`.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(feature = "sqlite", feature = "postgres"))]
mod effect;
mod layout;
#[cfg(any(feature = "postgres", feature = "redis"))]
mod newest_seen;
#[cfg(any(feature = "postgres", feature = "redis"))]
mod node_channel;
#[cfg(feature = "postgres")]
pub mod postgres;
#[cfg(feature = "redis")]
pub mod redis;
#[cfg(feature = "roots")]
#[doc(hidden)]
pub mod roots;
#[cfg(feature = "sqlite")]
pub mod sqlite;

#[cfg(any(feature = "sqlite", feature = "postgres"))]
pub use self::effect::{EffectError, EffectSettlement};
pub use self::layout::{Layout, LayoutProbe};

/// Compiles and runs the example of the README.
#[cfg(all(doctest, feature = "sqlite"))]
#[doc = include_str!("../README.md")]
struct Readme;
