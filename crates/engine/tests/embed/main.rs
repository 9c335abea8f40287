//! Refrain embedded in a program: the schedule builder, handlers, hooks, the registry and the running node. The
//! tests run on a manual clock: no sleeps, no wall clock.
#![expect(clippy::unwrap_used, reason = "a panic in a helper fails its test")]

mod addresses;
mod bounds;
mod clock;
mod controls;
#[cfg(all(feature = "sqlite", feature = "postgres"))]
mod database;
mod definitions;
mod dispatch;
mod fluent;
mod handlers;
mod hooks;
mod nodes;
mod operations;
#[cfg(feature = "postgres")]
#[path = "../../../stores/tests/stores/postgres_proxy.rs"]
mod postgres_proxy;
mod recovery;
mod registry;
mod scenarios;
mod tenants;
#[cfg(all(feature = "sqlite", feature = "postgres"))]
mod transactional;
mod typed_handlers;
mod world;
