//! Refrain inside a program: the sentences that make schedules, handlers, hooks, the registry and the node itself. On a
//! clock that is moved by hand; no sleeps, no wall clock.
#![expect(clippy::unwrap_used, reason = "a helper that cannot go on fails its test")]

mod addresses;
mod bounds;
mod clock;
#[cfg(all(feature = "sqlite", feature = "postgres"))]
mod database;
mod definitions;
mod dispatch;
mod fluent;
mod handlers;
mod hooks;
mod nodes;
mod operations;
mod orders;
#[cfg(feature = "postgres")]
#[path = "../stores/postgres_proxy.rs"]
mod postgres_proxy;
mod recovery;
mod registry;
mod tenants;
#[cfg(all(feature = "sqlite", feature = "postgres"))]
mod transactional;
mod world;
