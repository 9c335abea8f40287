//! The provider `redis_stream`: an occurrence becomes an entry of a stream in Redis.
//!
//! An entry has the field `payload`, the JSON text of the action's payload; `idempotency_key`, the same for every attempt;
//! one field for each thing that is known of the occurrence (`_recurring_id`, `_period_key`, …); and one for each of the
//! action's metadata, as `metadata.NAME`. Redis keeps what it is given, so an attempt whose answer was lost adds a second
//! entry with the same key: readers tell by it.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::SignedDuration;
use redis::Value;
use refrain_recurrence::Length;
use serde::Deserialize;

use super::Provider;
use super::password::{Password, PasswordSource};
use super::redis_broker::RedisBroker;
use crate::action::Action;
use crate::dispatch::Sending;
use crate::error::Error;
use crate::occurrence::Target;
use crate::outcome::Outcome;

/// What the provider is called, as a rule.
pub const PROVIDER: &str = "redis_stream";

/// No name of a stream is longer, in bytes.
const STREAM_BYTES_MAX: usize = 512;

/// How to reach the server. It has no `Debug`, since the address may hold a password.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RedisStreamOptions {
    /// `redis://`, `rediss://` for TLS, or `redis+unix://`.
    pub url: String,
    /// The password, in place of one in the address: itself, or `secret:NAME`.
    #[serde(default)]
    pub password: Option<Password>,
    /// A stream keeps about so many entries, the latest; all without it.
    #[serde(default)]
    pub entries_max: Option<u64>,
    /// How long one entry may take.
    #[serde(default = "timeout")]
    pub timeout: Length,
}

fn timeout() -> Length {
    Length::from_seconds(10)
}

impl RedisStreamOptions {
    /// The defaults for a server.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), password: None, entries_max: None, timeout: timeout() }
    }
}

/// Adds entries to streams. The action's target is the stream's key.
pub struct RedisStreamProvider {
    broker: RedisBroker,
    entries_max: Option<u64>,
}

impl RedisStreamProvider {
    /// A provider for one server; it is connected to when it is first needed.
    ///
    /// # Errors
    /// When the address is none.
    pub fn new(options: RedisStreamOptions) -> Result<Self, Error> {
        let RedisStreamOptions { url, password, entries_max, timeout } = options;
        Ok(Self { broker: RedisBroker::new(&url, password, timeout)?, entries_max })
    }

    /// Knows the secrets that its password may name.
    #[must_use]
    pub fn with_secrets(mut self, source: Arc<dyn PasswordSource>) -> Self {
        self.broker.source = Some(source);
        self
    }

    fn command(&self, sending: &Sending) -> redis::Cmd {
        let action = sending.action();
        let mut command = redis::cmd("XADD");
        command.arg(&action.target);
        if let Some(entries_max) = self.entries_max {
            // About so many: exactly would cost a walk through the stream each time.
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
    async fn send(&self, sending: &Sending) -> Outcome {
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
        let problem = format!("the stream's key has {bytes} bytes; it has 1 to {STREAM_BYTES_MAX}");
        Err(Error::invalid("bad_value", problem).with_hint("the action's target is the key of a stream"))
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

/// The entry's number, as the server gave it.
fn entry(answer: Value) -> Option<Target> {
    let id = redis::from_redis_value::<String>(answer).ok()?;
    Some(Target { kind: "redis_stream_entry".to_owned(), id })
}
