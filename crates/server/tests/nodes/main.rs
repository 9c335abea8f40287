//! Several servers on one PostgreSQL: real processes in real time, which are killed and stopped.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ending;
mod receiver;
mod rolling;
mod server;
mod together;
