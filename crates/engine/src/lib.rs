//! A scheduler for recurring work, embedded in a Rust program. Every occurrence is recorded exactly once, runs on
//! time in its own time zone, and always completes with a reason.
//!
//! ```no_run
//! use refrain::{Failure, Refrain, RunContext};
//!
//! async fn send(context: RunContext, to: String) -> Result<(), Failure> {
//!     println!("to {to}: the digest of {}", context.period_key());
//!     Ok(()) // an error is retried with the same idempotency key
//! }
//!
//! #[tokio::main]
//! async fn main() -> Result<(), Failure> {
//!     let refrain = Refrain::open("sqlite:refrain.db").await?; // or postgres://…, redis://…, memory:
//!     let send = refrain.handler("send", send);
//!     refrain.schedule("digest").cron("30 2 * * *").in_zone("Europe/Berlin").run(&send, "ann").save().await?;
//!     let node = refrain.start().await?;
//!     tokio::signal::ctrl_c().await?;
//!     node.stop().await; // claims nothing new, and waits for running handlers
//!     Ok(())
//! }
//! ```
//!
//! # Terms
//!
//! | Term | Meaning |
//! |---|---|
//! | [`Schedule`] | A definition of recurring work: recurrence, policies and action |
//! | [`recurrence`] | The part of a schedule that says when: cron, intervals, periods, RFC 5545, plain English |
//! | [`Occurrence`] | One instance of a schedule: a record in the ledger, protected by a unique key |
//! | [`Period`](recurrence::Period) | The calendar interval that an occurrence stands for, and that identifies it |
//! | Outcome | The result of an occurrence: `succeeded`, `skipped` or `failed`, always with a reason |
//!
//! A [`provider`] delivers the action of an occurrence; a handler is a function in the same program. The [`store`]
//! keeps the ledger: one file (SQLite), many machines (PostgreSQL, Redis), or memory for tests.
//!
//! # Where to start
//!
//! - [`Refrain`] opens a store, registers handlers, saves schedules and starts a node. [`embed`] is the guide to it.
//! - [`Handler`] is a registered function; schedules run it with a payload of its type.
//! - [`RunContext`] is what a handler knows about its run. [`Failure`] and [`Reject`] are its errors.
//! - [`ManualClock`] moves time by hand in tests.
//! - [`recurrence`] is the date arithmetic, also available alone as the crate `refrain-recurrence`.
//!
//! # Guides
//!
//! | Guide | Content |
//! |---|---|
//! | [Embedding] | Handlers, schedules, queues, transactions, tests, shutdown |
//! | [Recurrences] | Every kind of recurrence, dialects, DST, calendars, limits |
//! | [Providers] | Webhooks, queues, email, brokers, commands, your own |
//! | [Dispatch rules] | Deny, change or delay actions; holds and quotas |
//! | [Storage] | Choice of a store, durability, size |
//! | [Observability] | Events, metrics, logs, traces, alerts |
//! | [Operations] | Deployment, backup, upgrades, incidents |
//!
//! [Embedding]: https://github.com/refrain-rs/refrain/blob/main/docs/embedding.md
//! [Recurrences]: https://github.com/refrain-rs/refrain/blob/main/docs/recurrence.md
//! [Providers]: https://github.com/refrain-rs/refrain/blob/main/docs/providers.md
//! [Dispatch rules]: https://github.com/refrain-rs/refrain/blob/main/docs/rules.md
//! [Storage]: https://github.com/refrain-rs/refrain/blob/main/docs/storage.md
//! [Observability]: https://github.com/refrain-rs/refrain/blob/main/docs/observability.md
//! [Operations]: https://github.com/refrain-rs/refrain/blob/main/docs/operations.md
//!
//! # Features
//!
//! | Feature | Adds |
//! |---|---|
//! | `sqlite` (default) | Ledger in one file, without a server |
//! | `postgres`, `redis` | Ledger for many machines |
//! | `webhook`, `email`, `amqp`, `nats`, `command` | Providers of these names; `amqp-tls` for brokers over TLS |
//! | `secrets` | Encrypted secrets that actions name |
//! | `signal` | Stops a node when its process is asked to end |
//! | `client` | The module `client`: a client for the HTTP API of a server |
//! | `schema` | OpenAPI schemas of the definition types |
//!
//! # What Refrain does not do
//!
//! Delivery outside the store is at least once, with the same idempotency key on every attempt. Only an effect in the
//! same database is exactly once. Refrain does not run workflows: an occurrence is one action.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod alert;
mod backoff;
mod breaker;
pub mod control;
pub mod delivery;
pub mod dispatch;
pub mod doctor;
pub mod embed;
mod encoding;
pub mod engine;
mod error;
mod error_code;
mod fresh_cache;
pub mod observe;
mod options;
mod outcome;
mod panics;
#[doc(hidden)]
pub mod planner;
pub mod provider;
mod recent;
mod right;
mod rights;
pub mod secret;
pub mod store;
#[doc(hidden)]
pub mod timing;
#[doc(hidden)]
pub mod worker;

pub use clock::ManualClock;
pub use delivery::{Failure, Reject, RunContext};
pub use embed::{Handler, Refrain, store_hosts};
pub use error::Error;
pub use error_code::ErrorCode;
pub use jiff;
pub use model::{CatchUp, CatchUpPolicy, Definition, Delivery, Occurrence, Overlap, Priority, Retry, Schedule};
#[cfg(feature = "client")]
pub use refrain_client as client;
pub use refrain_ledger::{clock, ledger, model};
pub use refrain_recurrence as recurrence;
pub use refrain_recurrence::Weekday;
pub use store::Page;

/// Compiles and runs the examples of the README, so that they stay correct.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Compiles and runs the examples of the embedding guide.
#[cfg(all(doctest, feature = "postgres"))]
#[doc = include_str!("../../../docs/embedding.md")]
struct Embedding;

/// Compiles and runs the examples of the guide to tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guides/test-your-schedules.md")]
struct TestGuide;

/// Compiles and runs the examples of the provider pages.
#[cfg(doctest)]
mod provider_pages {
    #[doc = include_str!("../../../docs/providers/own.md")]
    struct Own;

    #[cfg(feature = "postgres")]
    #[doc = include_str!("../../../docs/providers/queue.md")]
    struct Queue;

    #[cfg(feature = "email")]
    #[doc = include_str!("../../../docs/providers/email.md")]
    struct Email;

    #[cfg(feature = "redis")]
    #[doc = include_str!("../../../docs/providers/brokers.md")]
    struct Brokers;

    #[cfg(feature = "redis")]
    #[doc = include_str!("../../../docs/providers/celery.md")]
    struct Celery;

    #[cfg(all(feature = "command", unix))]
    #[doc = include_str!("../../../docs/providers/command.md")]
    struct Command;
}

/// Compiles and runs the examples of the guides to providers, dispatch rules and secrets.
#[cfg(all(doctest, feature = "redis", feature = "webhook"))]
#[doc = include_str!("../../../docs/providers.md")]
#[doc = include_str!("../../../docs/rules.md")]
#[doc = include_str!("../../../docs/secrets.md")]
struct Providers;
