//! Deterministic simulation: the real engine, several nodes of it, on one thread and in virtual time, over a store that
//! fails in every way a store can. One seed decides everything, so what a seed has found it finds again.
#![expect(clippy::unwrap_used, reason = "a world that cannot go on has failed")]

mod clock;
mod coverage;
mod faults;
mod features;
mod invariants;
mod node;
mod people;
mod pipeline;
mod planted;
mod receiver;
mod regressions;
mod restore;
mod schedules;
mod seed;
mod seeds;
mod store;
mod trace;
mod watch;
mod world;
