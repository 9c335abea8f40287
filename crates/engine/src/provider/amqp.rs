//! The `amqp` provider: an occurrence becomes a message on an exchange of RabbitMQ or any other AMQP 0.9.1
//! broker.
//!
//! The body is the action's payload as JSON text. The message ID is the idempotency key, which is the same for
//! every attempt. The headers are the trusted metadata of the occurrence (`_recurring_id`, `_period_key`, …)
//! and the action's metadata as `metadata.NAME`. Messages are persistent and mandatory: a message is delivered
//! when the broker has confirmed it, and is rejected if its routing key leads to no queue.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::SignedDuration;
use lapin::BasicProperties;
use lapin::types::{AMQPValue, FieldTable};
use refrain_recurrence::Length;
use serde::Deserialize;

use super::amqp_broker::{AmqpBroker, PERSISTENT, Publication};
use super::password::{Password, PasswordSource};
use crate::delivery::OutgoingAction;
use crate::delivery::Provider;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::Action;
use crate::outcome::Outcome;

/// Usual name of this provider.
pub const PROVIDER: &str = "amqp";

/// Maximum length of an AMQP name in bytes.
const NAME_BYTES_MAX: usize = 255;

/// Connection options. There is no `Debug` implementation because the URL may contain a password.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct AmqpOptions {
    /// Broker URL: `amqp://user:password@host:5672/vhost`, or `amqps://` for TLS.
    pub url: String,
    /// Password, replacing one in the URL: the password itself, or `secret:NAME`.
    #[serde(default)]
    pub password: Option<Password>,
    /// Exchange to publish to. Default: the default exchange, which routes to the queue named by the routing
    /// key. Only the operator sets the exchange: a nonexistent exchange closes the channel that all messages
    /// share.
    #[serde(default)]
    pub exchange: String,
    /// Timeout for one message.
    #[serde(default = "timeout")]
    pub timeout: Length,
}

crate::options::changeable!(AmqpOptions);

fn timeout() -> Length {
    Length::from_seconds(10)
}

impl AmqpOptions {
    /// Creates options for a broker, with defaults for the rest.
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
    /// Creates a provider for one broker. It connects on first use.
    ///
    /// # Errors
    /// When the URL is invalid, or the name of the exchange is too long.
    pub fn new(options: AmqpOptions) -> Result<Self, Error> {
        let AmqpOptions { url, password, exchange, timeout } = options;
        name("the exchange", &exchange)?;
        Ok(Self { broker: AmqpBroker::new(&url, password, timeout)?, exchange })
    }

    /// Sets the source of the secret that the password may name.
    #[must_use]
    pub fn with_secrets(mut self, source: Arc<dyn PasswordSource>) -> Self {
        self.broker.source = Some(source);
        self
    }
}

#[async_trait]
impl Provider for AmqpProvider {
    async fn send(&self, sending: &OutgoingAction) -> Outcome {
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
            return Err(Error::invalid(ErrorCode::MissingValue, "the message has no routing key")
                .with_hint("the action's target is the routing key; for the default exchange, it is a queue name"));
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

fn properties(sending: &OutgoingAction) -> BasicProperties {
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

/// Truncates a text to the length of an AMQP short string. Only used for the kind, which is informational.
fn cut(text: &str) -> &str {
    crate::model::cut(text, NAME_BYTES_MAX)
}

fn name(what: &str, name: &str) -> Result<(), Error> {
    if name.len() <= NAME_BYTES_MAX {
        return Ok(());
    }
    let problem = format!("{what} has {} bytes; AMQP allows at most {NAME_BYTES_MAX}", name.len());
    Err(Error::invalid(ErrorCode::TooLarge, problem))
}
