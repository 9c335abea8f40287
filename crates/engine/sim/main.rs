//! Deterministic simulation: several nodes of the real engine, on one thread and in virtual time, over a
//! store with injected faults of every kind. One seed determines everything, so a failure that a seed found
//! can be reproduced.
#![expect(clippy::unwrap_used, reason = "a simulation that cannot continue has failed")]

#[path = "../tests/bugs/mod.rs"]
mod bugs;
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
