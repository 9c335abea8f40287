//! The policy matrix: the promises of schedules in every combination of two or more features.
//!
//! The dimensions are overlap (5) × catch-up (4) × trigger (5) × discriminators (none, three) × pause (none,
//! resumed now, resumed with catch-up) × bound (none, `max_runs`, `ends_at`) × calendar × jitter × delivery:
//! 14,400 cases. Each case runs the same script (`script`) on a manual clock, and `judge` compares every
//! occurrence in the ledger with the result that `oracle` computes from the documentation.
//!
//! The whole product takes minutes in a debug build. `product` therefore runs the default case, all cases that
//! differ from it in one or two dimensions, a sample of 400 others, and as many more as needed to cover every
//! combination of three values of three dimensions. The ignored test `product::every_case_ends_as_documented`
//! runs all of them. `sqlite` repeats a sample on SQLite. `defaults` tests named combinations of two features
//! under default settings, and `planted` proves that bugs are found.
#![expect(clippy::unwrap_used, reason = "a panic in a helper fails its test")]

#[path = "../bugs/mod.rs"]
#[expect(dead_code, reason = "the other bugs are for the simulation")]
mod bugs;
mod case;
mod defaults;
mod fate;
mod judge;
mod oracle;
mod planted;
mod product;
mod receiver;
mod script;
mod selection;
#[cfg(feature = "sqlite")]
mod sqlite;
mod world;
