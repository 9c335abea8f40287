//! The provider `amqp`: an occurrence becomes a message on an exchange of RabbitMQ or any broker that speaks AMQP 0.9.1.
//!
//! The body is the JSON text of the action's payload. The message's id is the idempotency key, the same for every attempt;
//! its headers say what is known of the occurrence (`_recurring_id`, `_period_key`, …) and, as `metadata.NAME`, what the
//! action says besides. It is persistent and mandatory: it counts as delivered when the broker has confirmed it, and a
//! routing key that leads to no queue is refused.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::SignedDuration;
use lapin::BasicProperties;
use lapin::types::{AMQPValue, FieldTable};
use refrain_recurrence::Length;
use serde::Deserialize;

use super::Provider;
use super::amqp_broker::{AmqpBroker, PERSISTENT, Publication};
use super::password::{Password, PasswordSource};
use crate::action::Action;
use crate::dispatch::Sending;
use crate::error::Error;
use crate::outcome::Outcome;

/// What the provider is called, as a rule.
pub const PROVIDER: &str = "amqp";

/// No name of AMQP is longer, in bytes.
const NAME_BYTES_MAX: usize = 255;

/// How to reach the broker. It has no `Debug`, since the address may hold a password.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmqpOptions {
    /// `amqp://user:password@host:5672/vhost`, or `amqps://` for TLS.
    pub url: String,
    /// The password, in place of one in the address: itself, or `secret:NAME`.
    #[serde(default)]
    pub password: Option<Password>,
    /// The exchange that messages go to; without it the one that leads to the queue of the routing key's name. It is the
    /// operator's to choose: an exchange that does not exist costs everybody their channel.
    #[serde(default)]
    pub exchange: String,
    /// How long one message may take.
    #[serde(default = "timeout")]
    pub timeout: Length,
}

fn timeout() -> Length {
    Length::from_seconds(10)
}

impl AmqpOptions {
    /// The defaults for a broker.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), password: None, exchange: String::new(), timeout: timeout() }
    }
}

/// Publishes messages. The action's target is the routing key.
pub struct AmqpProvider {
    broker: AmqpBroker,
    exchange: String,
}

impl AmqpProvider {
    /// A provider for one broker; it is connected to when it is first needed.
    ///
    /// # Errors
    /// When the address is none, or the exchange has no possible name.
    pub fn new(options: AmqpOptions) -> Result<Self, Error> {
        let AmqpOptions { url, password, exchange, timeout } = options;
        name("the exchange", &exchange)?;
        Ok(Self { broker: AmqpBroker::new(&url, password, timeout)?, exchange })
    }

    /// Knows the secrets that its password may name.
    #[must_use]
    pub fn with_secrets(mut self, source: Arc<dyn PasswordSource>) -> Self {
        self.broker.source = Some(source);
        self
    }
}

#[async_trait]
impl Provider for AmqpProvider {
    async fn send(&self, sending: &Sending) -> Outcome {
        if let Err(error) = self.check(sending.action()) {
            return Outcome::rejected(error.to_string());
        }
        let body = sending.action().payload.to_string();
        let publication = Publication {
            exchange: &self.exchange,
            routing_key: &sending.action().target,
            body: body.as_bytes(),
            properties: properties(sending),
        };
        match self.broker.publish(publication).await {
            Ok(()) => Outcome::DELIVERED,
            Err(fault) => fault.outcome(sending),
        }
    }

    fn default_target(&self, action: &Action) -> Option<String> {
        Some(action.kind.clone())
    }

    fn check(&self, action: &Action) -> Result<(), Error> {
        if action.target.is_empty() {
            return Err(Error::invalid("missing_value", "the message has no routing key")
                .with_hint("the action's target is the routing key; of the default exchange, a queue's name"));
        }
        name("the routing key", &action.target)?;
        action.metadata.keys().try_for_each(|key| name("the header", &format!("metadata.{key}")))
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

fn properties(sending: &Sending) -> BasicProperties {
    let action = sending.action();
    let mut headers = FieldTable::default();
    for (name, value) in sending.trusted() {
        headers.insert(name.into(), AMQPValue::LongString(value.into()));
    }
    for (name, value) in &action.metadata {
        headers.insert(format!("metadata.{name}").into(), AMQPValue::LongString(value.as_str().into()));
    }
    let properties = BasicProperties::default()
        .with_content_type("application/json".into())
        .with_delivery_mode(PERSISTENT)
        .with_message_id(sending.run.idempotency_key().to_string().into())
        .with_app_id("refrain".into())
        .with_headers(headers);
    if action.kind.is_empty() { properties } else { properties.with_type(cut(&action.kind).into()) }
}

/// A short text of AMQP; a kind is for people and may be cut.
fn cut(text: &str) -> &str {
    crate::ledger::check::cut(text, NAME_BYTES_MAX)
}

fn name(what: &str, name: &str) -> Result<(), Error> {
    if name.len() <= NAME_BYTES_MAX {
        return Ok(());
    }
    let problem = format!("{what} has {} bytes; AMQP takes at most {NAME_BYTES_MAX}", name.len());
    Err(Error::invalid("too_large", problem))
}
