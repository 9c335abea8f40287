//! Tests of the API: real requests to a real server, on every kind of store.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[cfg(all(feature = "command", unix))]
mod access;
mod apply;
mod auth;
mod bulk;
mod calendar_files;
mod commands;
mod connections;
mod console;
mod controls;
mod declared;
mod described;
mod docs;
#[cfg(all(feature = "command", unix))]
mod effects;
mod events;
mod insight;
mod keyed;
mod keys;
mod ledger;
mod limits;
mod people;
mod place;
mod preview;
mod ready;
mod recent;
mod recurring;
mod recurring_changes;
mod recurring_runs;
mod recurring_targets;
mod recurring_world;
mod retention;
#[cfg(all(feature = "command", unix))]
mod rights;
mod schedules;
mod secrets;
mod sessions;
mod shape;
mod tls;
mod upcoming;
mod work;
mod world;
