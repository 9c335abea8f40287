//! Providers deliver actions: they send a message, call a function or enqueue work. Only providers touch the
//! outside world.
//!
//! A custom provider is a type with one required method:
//!
//! ```
//! use async_trait::async_trait;
//! use refrain::Failure;
//! use refrain::Refrain;
//! use refrain::delivery::{Outcome, OutgoingAction, Provider};
//!
//! struct Pager;
//!
//! #[async_trait]
//! impl Provider for Pager {
//!     async fn send(&self, sending: &OutgoingAction) -> Outcome {
//!         match sending.action().payload.as_str() {
//!             Some(text) => println!("{}: {text}", sending.run.occurrence.schedule),
//!             None => return Outcome::rejected("the payload must be a string"),
//!         }
//!         Outcome::DELIVERED
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Failure> {
//! let refrain = Refrain::open("memory:").await?;
//! refrain.provider("pager", Pager);
//! # Ok(())
//! # }
//! ```

#[cfg(feature = "amqp")]
pub mod amqp;
#[cfg(feature = "amqp")]
mod amqp_broker;
#[cfg(feature = "passwords")]
mod call;
#[cfg(any(feature = "amqp", feature = "redis"))]
pub mod celery;
#[cfg(all(feature = "command", unix))]
pub mod command;
#[cfg(feature = "email")]
pub mod email;
pub mod log;
#[cfg(feature = "nats")]
pub mod nats;
#[cfg(feature = "passwords")]
pub mod password;
pub mod queue;
#[cfg(feature = "redis")]
mod redis_broker;
#[cfg(feature = "redis")]
pub mod redis_stream;
#[cfg(feature = "webhook")]
pub mod webhook;
