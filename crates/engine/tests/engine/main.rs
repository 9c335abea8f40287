//! The whole engine on a manual clock: schedules in, runs and ledger rows out. No sleeps, no wall clock.
#![expect(clippy::unwrap_used, reason = "a panic in a helper fails its test")]

mod after_completion;
mod backfills;
mod begins;
mod calendars;
mod edits;
mod ends;
mod every_store;
mod explain;
mod failures;
mod faulty;
mod fires;
mod hard_stop;
mod harness;
mod holds;
mod long_ranges;
mod missed;
mod nodes;
#[cfg(feature = "sqlite")]
mod outage;
mod panics;
mod people;
mod planning;
mod quota;
mod repair;
mod retention;
mod run_payloads;
mod series;
mod slots;
#[path = "../dispatch/stores.rs"]
mod stores;
mod upcoming;
mod zones;
