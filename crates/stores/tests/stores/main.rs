//! The stores of this crate: each passes the contract of `refrain_ledger::testing`, and has tests of its own for
//! faults of its database.
#![cfg(any(feature = "postgres", feature = "redis", feature = "sqlite"))]
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

#[cfg(any(feature = "postgres", feature = "redis"))]
mod news;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "postgres")]
mod postgres_failover;
#[cfg(feature = "postgres")]
mod postgres_faults;
#[cfg(feature = "postgres")]
mod postgres_proxy;
#[cfg(feature = "postgres")]
#[expect(dead_code, reason = "the process tests share this module and use more of it")]
mod postgres_server;
#[cfg(feature = "postgres")]
mod postgres_tls;
#[cfg(feature = "postgres")]
mod postgres_vacuum;
#[cfg(feature = "redis")]
mod redis;
#[cfg(feature = "redis")]
mod redis_cluster;
#[cfg(feature = "redis")]
mod redis_damage;
#[cfg(feature = "redis")]
mod redis_faults;
#[cfg(feature = "redis")]
mod redis_hints;
#[cfg(feature = "redis")]
mod redis_proxy;
#[cfg(feature = "redis")]
mod redis_server;
#[cfg(feature = "redis")]
mod redis_tls;
mod restored;
mod rolling;
#[cfg(feature = "sqlite")]
mod sqlite;
#[cfg(feature = "sqlite")]
mod sqlite_backup;
#[cfg(feature = "sqlite")]
mod sqlite_faults;
#[cfg(all(feature = "sqlite", unix))]
mod sqlite_files;
#[cfg(feature = "sqlite")]
mod sqlite_full;
#[cfg(feature = "sqlite")]
mod sqlite_kill;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod upgrades;
