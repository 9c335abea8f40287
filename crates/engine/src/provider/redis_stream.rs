//! The `redis_stream` provider: an occurrence becomes an entry of a Redis stream.
//!
//! An entry has these fields:
//! - `payload`: the action's payload as JSON text.
//! - `idempotency_key`: the same for every attempt.
//! - One field for each trusted metadata entry of the occurrence (`_recurring_id`, `_period_key`, …).
//! - One field for each metadata entry of the action, as `metadata.NAME`.
//!
//! Redis does not deduplicate: an attempt whose response was lost adds a second entry with the same key.
//! Readers can detect the duplicate by its key.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::SignedDuration;
use redis::Value;
use refrain_recurrence::Length;
use serde::Deserialize;

use super::password::{Password, PasswordSource};
use super::redis_broker::RedisBroker;
use crate::delivery::OutgoingAction;
use crate::delivery::Provider;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{Action, Target};
use crate::outcome::Outcome;

/// Usual name of this provider.
pub const PROVIDER: &str = "redis_stream";

/// Maximum length of a stream key in bytes.
const STREAM_BYTES_MAX: usize = 512;

/// Connection options. There is no `Debug` implementation because the URL may contain a password.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RedisStreamOptions {
    /// Server URL: `redis://`, `rediss://` for TLS, or `redis+unix://`.
    pub url: String,
    /// Password, replacing one in the URL: the password itself, or `secret:NAME`.
    #[serde(default)]
    pub password: Option<Password>,
    /// Approximate maximum number of entries kept in a stream; the oldest are removed. Default: unlimited.
    #[serde(default)]
    pub entries_max: Option<u64>,
    /// Timeout for adding one entry.
    #[serde(default = "timeout")]
    pub timeout: Length,
}

crate::options::changeable!(RedisStreamOptions);

fn timeout() -> Length {
    Length::from_seconds(10)
}

impl RedisStreamOptions {
    /// Creates options for a server, with defaults for the rest.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), password: None, entries_max: None, timeout: timeout() }
    }
}

/// Adds entries to streams. The action's target is the key of the stream.
pub struct RedisStreamProvider {
    broker: RedisBroker,
    entries_max: Option<u64>,
}

impl RedisStreamProvider {
    /// Creates a provider for one server. It connects on first use.
    ///
    /// # Errors
    /// When the URL is invalid.
    pub fn new(options: RedisStreamOptions) -> Result<Self, Error> {
        let RedisStreamOptions { url, password, entries_max, timeout } = options;
        Ok(Self { broker: RedisBroker::new(&url, password, timeout)?, entries_max })
    }

    /// Sets the source of the secret that the password may name.
    #[must_use]
    pub fn with_secrets(mut self, source: Arc<dyn PasswordSource>) -> Self {
        self.broker.source = Some(source);
        self
    }

    fn command(&self, sending: &OutgoingAction) -> redis::Cmd {
        let action = sending.action();
        let mut command = redis::cmd("XADD");
        command.arg(&action.target);
        if let Some(entries_max) = self.entries_max {
            // Approximate trimming: an exact limit would make Redis walk through the stream each time.
            command.arg("MAXLEN").arg("~").arg(entries_max);
        }
        command.arg("*");
        command.arg("payload").arg(action.payload.to_string());
        command.arg("idempotency_key").arg(sending.run.idempotency_key().to_string());
        if !action.kind.is_empty() {
            command.arg("kind").arg(&action.kind);
        }
        for (name, value) in sending.trusted() {
            command.arg(name).arg(value);
        }
        for (name, value) in &action.metadata {
            command.arg(format!("metadata.{name}")).arg(value);
        }
        command
    }
}

#[async_trait]
impl Provider for RedisStreamProvider {
    async fn send(&self, sending: &OutgoingAction) -> Outcome {
        if let Err(error) = self.check(sending.action()) {
            return Outcome::rejected(error.to_string());
        }
        match self.broker.call(&self.command(sending)).await {
            Ok(answer) => Outcome::Delivered { target: entry(answer), work: Vec::new() },
            Err(fault) => fault.outcome(sending),
        }
    }

    fn default_target(&self, action: &Action) -> Option<String> {
        Some(action.kind.clone())
    }

    fn check(&self, action: &Action) -> Result<(), Error> {
        let bytes = action.target.len();
        if (1..=STREAM_BYTES_MAX).contains(&bytes) {
            return Ok(());
        }
        let problem = format!("the stream's key has {bytes} bytes; expected 1 to {STREAM_BYTES_MAX}");
        Err(Error::invalid(ErrorCode::BadValue, problem).with_hint("the action's target is the key of a stream"))
    }

    fn receiver(&self, _: &Action) -> String {
        self.broker.receiver().to_owned()
    }

    fn timeout_for(&self) -> Option<SignedDuration> {
        Some(self.broker.timeout().duration())
    }

    async fn health(&self) -> Result<(), String> {
        self.broker.health().await
    }
}

/// Returns the entry ID that the server assigned.
fn entry(answer: Value) -> Option<Target> {
    let id = redis::from_redis_value::<String>(answer).ok()?;
    Some(Target { kind: "redis_stream_entry".to_owned(), id })
}
