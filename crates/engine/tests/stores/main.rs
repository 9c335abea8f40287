//! One contract for every store: named cases, races, and random sequences of operations compared with the model.
//!
//! A store joins with a file that contains its [`Subject`](subject::Subject) and one line,
//! `store_contract!(its::Subject)`. The cases are written once, against the store traits; nothing here knows
//! how a store keeps its rows.
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod everything;
mod fixture;
mod stage;
mod subject;
mod upgrades;

#[macro_use]
mod random;
#[macro_use]
mod contract;

mod model;
mod mutants;
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
