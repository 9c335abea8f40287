//! Several servers on one PostgreSQL: whole processes in real time, killed and told to end.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ending;
mod receiver;
mod rolling;
mod server;
mod together;
