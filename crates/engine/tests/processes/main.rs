//! Whole processes in real time: nodes that are killed, stopped and told to end, a database server that is killed under
//! them, and what a node does by the minute. A run prints its seed, and `REFRAIN_SEED` picks the same faults again.
//!
//! Each test needs the machine for itself: `.config/nextest.toml` sees to it, and [`alone`] where plain cargo runs them.
#![expect(clippy::unwrap_used, reason = "a process that cannot go on has failed")]

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
#[path = "../stores/postgres_server.rs"]
#[expect(dead_code, reason = "the stores are tested with it too, and do more to it")]
mod postgres_server;
mod process;
mod receiver;
#[path = "../stores/random/seed.rs"]
#[expect(dead_code, reason = "the stores draw more kinds of numbers")]
mod seed;
mod storm;
mod work;
