//! Refrain embedded in a Rust program: open a store, add handlers, define schedules, start the node.
//!
//! ```
//! use refrain::recurrence::builder::hours;
//! use refrain::clock::ManualClock;
//! use refrain::{Failure, Refrain, RunContext};
//!
//! async fn send(context: RunContext, to: String) -> Result<(), Failure> {
//!     println!("{to}: the news of {}", context.period_key());
//!     Ok(())
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Failure> {
//! // A clock that is moved by hand, so that the example does not have to wait.
//! let clock = std::sync::Arc::new(ManualClock::new("2026-01-05T08:00:00Z".parse()?));
//! let refrain = Refrain::builder().clock(clock.clone()).open("memory:").await?;
//! let send = refrain.handler("send", send);
//! refrain.schedule("digest").cron("0 9 * * MON-FRI").in_zone("Europe/Berlin").run(&send, "ann").save().await?;
//! assert_eq!(refrain.tick().await?.ran, 0, "a new schedule does not run because it was created");
//! clock.advance(hours(24).duration());
//! assert_eq!(refrain.tick().await?.ran, 1);
//! # Ok(())
//! # }
//! ```
//!
//! This module adds no behavior to the engine: [`Refrain`] combines a store, a clock, a
//! [`Control`](crate::control::Control) and an [`Engine`](crate::engine::Engine). All of it can also be
//! done with these types directly.

mod address;
mod alerts;
mod builder;
mod controls;
mod dispatch;
mod draft;
mod follow;
mod handler;
mod hook_list;
mod hooks;
mod names;
mod node;
mod operations;
mod payload;
mod queue;
mod refrain;
mod registry;
mod rules;
#[cfg(feature = "secrets")]
mod secrets;
#[cfg(feature = "signal")]
mod signal;
#[cfg(any(feature = "sqlite", feature = "postgres"))]
mod transactional;
#[cfg(doctest)]
mod wrong_handlers;

pub use self::address::store_hosts;
pub use self::alerts::Alerts;
pub use self::builder::Builder;
pub use self::controls::{Holds, Quotas};
pub use self::draft::{AcceptsRecurrence, Draft, HasAction, HasRecurrence, NeedsAction, NoAction, Start, WithAction};
pub use self::handler::{Handler, PayloadFor};
pub use self::node::RunningNode;
pub use self::queue::{QueueWorker, WorkContext, WorkOptions, WorkQueue};
pub use self::refrain::Refrain;
pub use self::registry::Registry;
pub use self::rules::{CircuitBreakers, DispatchRules};
