//! A client for the HTTP API of Refrain, a scheduler for recurring work.
//!
//! ```no_run
//! use refrain_client::types::{Action, NewSchedule};
//! use refrain_client::{Client, ClientError};
//! use serde_json::json;
//!
//! #[tokio::main]
//! async fn main() -> Result<(), ClientError> {
//!     let client = Client::new("https://refrain.example.org", "rfn_…")?;
//!
//!     let action = Action::new("webhook")
//!         .with_target("https://example.org/hooks/digest")
//!         .with_payload(json!({"report": "weekly"}));
//!     let digest = NewSchedule::cron("0 9 * * MON-FRI", action).with_id("digest").with_timezone("Europe/Paris");
//!     client.create_schedule(digest).await?;
//!
//!     let run = client.fire_schedule("digest").note("a first test").await?;
//!     let occurrence = client.wait_for_occurrence(run.occurrence).await?;
//!     println!("{} after {} attempts", occurrence.state, occurrence.attempts.len());
//!     Ok(())
//! }
//! ```
//!
//! # Calls
//!
//! Each operation of the API is a method of [`Client`], named after its ID in the OpenAPI document. It takes what the
//! operation requires and returns a [`Call`]:
//!
//! - Set options with its methods, such as `limit(10)`, `note("…")`, [`if_match`](Call::if_match) or
//!   [`idempotency_key`](Call::idempotency_key).
//! - `.await` it for the value. [`response`](Call::response) also returns the `ETag`, the request ID and the raw body.
//! - Lists have [`items`](Call::items), a stream over all pages.
//!
//! [`types`] contains the types of requests and responses. Request types have a constructor that takes their required
//! fields, and a `with_…` method for each other field. Only what was set is sent.
//!
//! # Compatibility
//!
//! A client works with newer servers: unknown fields are ignored, and unknown values are read as `Other`.
//! [`Client::request`] calls operations that this version does not know.
//!
//! # Errors
//!
//! Every error is a [`ClientError`] with methods such as [`is_not_found`](ClientError::is_not_found) and
//! [`is_conflict`](ClientError::is_conflict), and with the server's [problem document](ClientError::problem).
//! Requests that fail for a moment are retried if that is safe; see [`RetryPolicy`].
#![forbid(unsafe_code)]

mod call;
mod client;
mod conversions;
mod error;
mod events;
#[path = "generated/operations/mod.rs"]
pub mod operations;
mod request;
mod response;
mod retry;
mod stream;
mod text_enum;
mod tls;
mod transport;
#[path = "generated/types/mod.rs"]
pub mod types;
mod values;
mod wait;

pub use call::{Cacheable, Call, Conditional, Creating, Endpoint, ItemStream, Keyed, Listing, Operation, Raw};
pub use client::{Client, ClientBuilder};
pub use error::ClientError;
pub use events::{EventStream, StreamItem};
pub use jiff;
pub use response::{EntityTag, Response};
pub use retry::RetryPolicy;
pub use serde_json;
pub use values::{InvalidSeconds, OneOrMany, Seconds};

/// Compiles the examples of the README and of the guide, so that they stay correct.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../../docs/clients.md")]
struct Readme;
