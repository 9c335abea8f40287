//! `kind = "redis_stream"`, `"amqp"`, `"nats"`, `"celery"`: connections to message brokers.

use std::sync::Arc;

use refrain::delivery::Provider;
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::super::credential::Credential;
use super::{BuildProvider, ProviderDependencies, ProviderError, into_provider, password, resolved};

/// Options of the `redis_stream` provider: entries of a Redis stream.
#[cfg(feature = "redis")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RedisStreamConfig {
    /// Address: `redis://`, `rediss://` for TLS, or `redis+unix://`.
    pub url: Credential,
    /// Password that replaces the one in the URL. `secret:NAME` refers to a secret of the operator.
    pub password: Option<Credential>,
    /// Approximate maximum number of entries in a stream; older ones are trimmed. Default: no limit.
    pub entries_max: Option<u64>,
    /// Timeout for adding one entry. Default: 10 seconds.
    #[serde(default = "timeout")]
    pub timeout: Length,
}

/// Options of the `amqp` provider: messages to a RabbitMQ exchange.
#[cfg(feature = "amqp")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmqpConfig {
    /// Address: `amqp://user:password@host:5672/vhost`.
    pub url: Credential,
    /// Password that replaces the one in the URL. `secret:NAME` refers to a secret of the operator.
    pub password: Option<Credential>,
    /// Exchange that receives the messages. Default: the default exchange, which routes to the queue named by the
    /// routing key.
    #[serde(default)]
    pub exchange: String,
    /// Timeout for one message. Default: 10 seconds.
    #[serde(default = "timeout")]
    pub timeout: Length,
}

/// Options of the `nats` provider: messages to a NATS JetStream stream.
#[cfg(feature = "nats")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NatsConfig {
    /// Address: `nats://host:4222`, or `tls://` for TLS.
    pub url: Credential,
    /// User name. Default: no login.
    pub username: Option<String>,
    /// Password of the user.
    pub password: Option<Credential>,
    /// Token in place of a user name and password.
    pub token: Option<Credential>,
    /// Timeout for one message. Default: 10 seconds.
    #[serde(default = "timeout")]
    pub timeout: Length,
}

/// Options of the `celery` provider: tasks for Celery workers.
#[cfg(any(feature = "amqp", feature = "redis"))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CeleryConfig {
    /// Address of the broker, the same as Celery's `broker_url`.
    pub url: Credential,
    /// Password that replaces the one in the URL. `secret:NAME` refers to a secret of the operator.
    pub password: Option<Credential>,
    /// Queue of tasks that name none. Default: `celery`.
    #[serde(default = "queue")]
    pub queue: String,
    /// Time after which a task that no worker has started expires. Default: never.
    pub expires: Option<Length>,
    /// Timeout for enqueuing one task. Default: 10 seconds.
    #[serde(default = "timeout")]
    pub timeout: Length,
}

fn timeout() -> Length {
    Length::from_seconds(10)
}

#[cfg(any(feature = "amqp", feature = "redis"))]
fn queue() -> String {
    "celery".to_owned()
}

#[cfg(feature = "redis")]
impl BuildProvider for RedisStreamConfig {
    fn build(&self, name: &str, needs: &ProviderDependencies) -> Result<Arc<dyn Provider>, ProviderError> {
        use refrain::provider::redis_stream::{RedisStreamOptions, RedisStreamProvider};
        let url = resolved(&self.url)?;
        let password = password(self.password.as_ref())?;
        let options = RedisStreamOptions::new(&url).with(|it| {
            it.password = password;
            it.entries_max = self.entries_max;
            it.timeout = self.timeout;
        });
        let provider = RedisStreamProvider::new(options).map(|it| match needs.passwords(name) {
            Some(source) => it.with_secrets(source),
            None => it,
        });
        into_provider(provider, &url)
    }
}

#[cfg(feature = "amqp")]
impl BuildProvider for AmqpConfig {
    fn build(&self, name: &str, needs: &ProviderDependencies) -> Result<Arc<dyn Provider>, ProviderError> {
        use refrain::provider::amqp::{AmqpOptions, AmqpProvider};
        let url = resolved(&self.url)?;
        let password = password(self.password.as_ref())?;
        let options = AmqpOptions::new(&url).with(|it| {
            it.password = password;
            it.exchange.clone_from(&self.exchange);
            it.timeout = self.timeout;
        });
        let provider = AmqpProvider::new(options).map(|it| match needs.passwords(name) {
            Some(source) => it.with_secrets(source),
            None => it,
        });
        into_provider(provider, &url)
    }
}

#[cfg(feature = "nats")]
impl BuildProvider for NatsConfig {
    fn build(&self, name: &str, needs: &ProviderDependencies) -> Result<Arc<dyn Provider>, ProviderError> {
        use refrain::provider::nats::{NatsOptions, NatsProvider};
        let url = resolved(&self.url)?;
        let (token, password) = (password(self.token.as_ref())?, password(self.password.as_ref())?);
        let options = NatsOptions::new(&url).with(|it| {
            it.username.clone_from(&self.username);
            it.password = password;
            it.token = token;
            it.timeout = self.timeout;
        });
        let provider = NatsProvider::new(options).map(|it| match needs.passwords(name) {
            Some(source) => it.with_secrets(source),
            None => it,
        });
        into_provider(provider, &url)
    }
}

#[cfg(any(feature = "amqp", feature = "redis"))]
impl BuildProvider for CeleryConfig {
    fn build(&self, name: &str, needs: &ProviderDependencies) -> Result<Arc<dyn Provider>, ProviderError> {
        use refrain::provider::celery::{CeleryOptions, CeleryProvider};
        let url = resolved(&self.url)?;
        let password = password(self.password.as_ref())?;
        let options = CeleryOptions::new(&url).with(|it| {
            it.password = password;
            it.queue.clone_from(&self.queue);
            it.expires = self.expires;
            it.timeout = self.timeout;
        });
        let provider = CeleryProvider::new(options).map(|it| match needs.passwords(name) {
            Some(source) => it.with_secrets(source),
            None => it,
        });
        into_provider(provider, &url)
    }
}
