//! The `celery` provider: an occurrence becomes a task for Celery 5 workers, sent over Redis or AMQP.
//!
//! The task ID is derived from the idempotency key. A task that was sent twice because a response was lost is
//! therefore the same task in results and monitoring. Celery does not deduplicate: a task whose effect must not
//! happen twice has to check its own ID (`self.request.id`).

#[cfg(feature = "amqp")]
mod amqp_transport;
mod message;
#[cfg(feature = "redis")]
mod redis_transport;

use std::sync::Arc;

use async_trait::async_trait;
use jiff::SignedDuration;
use refrain_recurrence::Length;
use serde::Deserialize;

#[cfg(feature = "amqp")]
use self::amqp_transport::AmqpTransport;
use self::message::Task;
#[cfg(feature = "redis")]
use self::redis_transport::RedisTransport;
use super::call::receiver_from_url;
use super::password::{Password, PasswordSource};
use crate::delivery::OutgoingAction;
use crate::delivery::Provider;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{Action, Target};
use crate::outcome::Outcome;

/// Usual name of this provider.
pub const PROVIDER: &str = "celery";

/// Connection options. There is no `Debug` implementation because the URL may contain a password.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CeleryOptions {
    /// Broker URL, as in Celery's `broker_url`: `redis://host/0`, or `amqp://user:password@host/vhost`.
    pub url: String,
    /// Password, replacing one in the URL: the password itself, or `secret:NAME`.
    #[serde(default)]
    pub password: Option<Password>,
    /// Queue for tasks that do not name one. Default: `celery`.
    #[serde(default = "queue")]
    pub queue: String,
    /// Time after which Celery discards a task that no worker has taken. Default: never.
    #[serde(default)]
    pub expires: Option<Length>,
    /// Timeout for sending one task to the broker.
    #[serde(default = "timeout")]
    pub timeout: Length,
}

crate::options::changeable!(CeleryOptions);

fn queue() -> String {
    "celery".to_owned()
}

fn timeout() -> Length {
    Length::from_seconds(10)
}

impl CeleryOptions {
    /// Creates options for a broker, with defaults for the rest.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), password: None, queue: queue(), expires: None, timeout: timeout() }
    }
}

/// Sends tasks. The action's target is the task name and its payload is `{"args": […], "kwargs": {…}}`. Its
/// metadata may name a queue as `celery.queue`.
pub struct CeleryProvider {
    options: CeleryOptions,
    broker: Broker,
}

enum Broker {
    #[cfg(feature = "redis")]
    Redis(Box<RedisTransport>),
    #[cfg(feature = "amqp")]
    Amqp(Box<AmqpTransport>),
}

impl CeleryProvider {
    /// Creates a provider for one broker. It connects on first use.
    ///
    /// # Errors
    /// When the URL names a broker that this program was not built for.
    pub fn new(options: CeleryOptions) -> Result<Self, Error> {
        let scheme = options.url.split("://").next().unwrap_or_default();
        let broker = match scheme {
            #[cfg(feature = "redis")]
            "redis" | "rediss" | "redis+unix" => Broker::Redis(Box::new(RedisTransport::new(&options)?)),
            #[cfg(feature = "amqp")]
            "amqp" | "amqps" => Broker::Amqp(Box::new(AmqpTransport::new(&options)?)),
            _ => {
                let problem = format!("{scheme:?} is not a supported broker");
                return Err(Error::invalid(ErrorCode::UnknownBroker, problem)
                    .with_hint("redis:// with the cargo feature `redis`, amqp:// with `amqp`"));
            }
        };
        Ok(Self { options, broker })
    }

    /// Sets the source of the secret that the password may name.
    #[must_use]
    pub fn with_secrets(mut self, source: Arc<dyn PasswordSource>) -> Self {
        match &mut self.broker {
            #[cfg(feature = "redis")]
            Broker::Redis(broker) => broker.broker.source = Some(source),
            #[cfg(feature = "amqp")]
            Broker::Amqp(broker) => broker.broker.source = Some(source),
        }
        self
    }

    fn task(&self, sending: &OutgoingAction) -> Result<Task, Error> {
        let expires = self.options.expires.and_then(|expires| {
            let at = sending.run.started_at.checked_add(expires.duration()).ok()?;
            Some(at.to_string())
        });
        Task::new(sending, &self.options.queue, expires.as_deref())
    }
}

#[async_trait]
impl Provider for CeleryProvider {
    async fn send(&self, sending: &OutgoingAction) -> Outcome {
        let task = match self.task(sending) {
            Ok(task) => task,
            Err(error) => return Outcome::rejected(error.to_string()),
        };
        let sent = match &self.broker {
            #[cfg(feature = "redis")]
            Broker::Redis(broker) => broker.send(&task).await,
            #[cfg(feature = "amqp")]
            Broker::Amqp(broker) => broker.send(&task).await,
        };
        match sent {
            Ok(()) => {
                let target = Target { kind: "celery_task".to_owned(), id: task.id };
                Outcome::Delivered { target: Some(target), work: Vec::new() }
            }
            Err(fault) => fault.outcome(sending),
        }
    }

    fn default_target(&self, action: &Action) -> Option<String> {
        Some(action.kind.clone())
    }

    fn check(&self, action: &Action) -> Result<(), Error> {
        message::check(action)
    }

    fn receiver(&self, _: &Action) -> String {
        receiver_from_url(&self.options.url)
    }

    fn timeout_for(&self) -> Option<SignedDuration> {
        Some(self.options.timeout.duration())
    }

    async fn health(&self) -> Result<(), String> {
        match &self.broker {
            #[cfg(feature = "redis")]
            Broker::Redis(broker) => broker.health().await,
            #[cfg(feature = "amqp")]
            Broker::Amqp(broker) => broker.health().await,
        }
    }
}
