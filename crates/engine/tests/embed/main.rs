//! Refrain inside a program: the sentences that make schedules, handlers, hooks, the registry and the node itself. On a
//! clock that is moved by hand; no sleeps, no wall clock.
#![expect(clippy::unwrap_used, reason = "a helper that cannot go on fails its test")]

mod addresses;
mod bounds;
mod clock;
mod definitions;
mod fluent;
mod handlers;
mod hooks;
mod nodes;
mod operations;
mod orders;
mod recovery;
mod registry;
mod tenants;
mod world;
