//! Observability of a node: metrics, log records, traces, the history of attempts, and alerts. The tests run on
//! a manual clock: no sleeps, no wall clock.
#![expect(clippy::unwrap_used, reason = "a panic in a helper fails its test")]

mod alerts;
mod dispatches;
mod history;
mod log;
mod metrics;
mod names;
mod recorder;
mod world;
