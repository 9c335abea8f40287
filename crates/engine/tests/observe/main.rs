//! What can be seen of a node from outside: metrics, lines of a log, traces, what the ledger keeps of attempts, and alerts.
//! On a clock that is moved by hand; no sleeps, no wall clock.
#![expect(clippy::unwrap_used, reason = "a helper that cannot go on fails its test")]

mod alerts;
mod dispatches;
mod history;
mod log;
mod metrics;
mod names;
mod recorder;
mod world;
