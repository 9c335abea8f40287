//! Whole processes in real time: nodes that are killed, suspended and terminated, a database server that is
//! killed under them, and the timing of a node over a minute. Each run prints its seed; `REFRAIN_SEED` repeats
//! the same faults.
//!
//! Each test needs the machine for itself: `.config/nextest.toml` ensures this, and [`alone`] does under plain cargo.
#![expect(clippy::unwrap_used, reason = "a panic fails the process")]

mod abort;
mod alone;
mod causes;
mod database;
mod drain;
mod drift;
mod due;
mod faults;
mod folder;
mod judge;
mod ledger;
mod node;
#[path = "../../../stores/tests/stores/postgres_server.rs"]
#[expect(dead_code, reason = "the store tests share this module and use more of it")]
mod postgres_server;
mod process;
mod receiver;
#[path = "../../../ledger/src/testing/random/seed.rs"]
#[expect(dead_code, reason = "the contract suite shares this module and uses more of it")]
mod seed;
mod storm;
mod work;
