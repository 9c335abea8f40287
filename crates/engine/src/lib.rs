//! The engine for recurring work: schedules, the ledger of their occurrences, and the stores that keep it.
#![forbid(unsafe_code)]

pub mod action;
mod alarm;
pub mod alert;
pub mod api_key;
pub mod attempt;
pub mod audit;
pub mod backoff;
pub mod breaker;
pub mod cel;
pub mod clock;
pub mod completion;
pub mod control;
pub mod definition;
pub mod dispatch;
pub mod dispatch_rule;
pub mod doctor;
pub mod embed;
pub mod engine;
pub mod error;
pub mod event;
pub mod gap;
pub mod history;
pub mod hold;
pub mod id;
pub mod idempotency;
pub mod lateness;
pub mod ledger;
pub mod metrics;
pub mod moves;
pub mod node;
pub mod occurrence;
pub mod outcome;
pub mod planner;
#[doc(hidden)]
pub mod planted;
pub mod policy;
pub mod provider;
pub mod quota;
pub mod reason;
pub mod recent;
pub mod rights;
#[cfg(any(feature = "postgres", feature = "webhook"))]
mod roots;
pub mod schedule;
pub mod secret;
pub mod stats;
pub mod store;
pub mod template;
pub mod trace;
pub mod tzdb;
pub mod work_envelope;
pub mod work_item;
pub mod worker;

pub use dispatch::{Failure, Reject, RunContext};
pub use embed::{Refrain, store_hosts};
pub use refrain_recurrence as recurrence;
pub use refrain_recurrence::{Weekday, builder};

/// Compiles and runs the examples of the README, so that they stay correct.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Compiles and runs the examples of the embedding guide.
#[cfg(all(doctest, feature = "postgres"))]
#[doc = include_str!("../../../docs/embedding.md")]
struct Embedding;

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
