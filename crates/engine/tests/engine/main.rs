//! The whole engine on a clock that is moved by hand: schedules in, runs and ledger rows out. No sleeps, no wall clock.

mod edits;
mod explain;
mod failures;
mod fires;
mod harness;
mod people;
mod planning;
