//! `kind = "redis_stream"`, `"amqp"`, `"nats"`, `"celery"`: which broker messages go to.

use std::sync::Arc;

use refrain::provider::Provider;
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::super::credential::Credential;
use super::{ProviderNeeds, Unusable, made, password, resolved};

/// Entries of a stream in Redis.
#[cfg(feature = "redis")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RedisStreamConfig {
    /// `redis://`, `rediss://` for TLS, or `redis+unix://`.
    pub url: Credential,
    /// The password in place of the URL's; `secret:NAME` is a secret of the operator's.
    pub password: Option<Credential>,
    /// A stream keeps about so many entries, the latest; all when absent.
    pub entries_max: Option<u64>,
    /// How long one entry may take; 10 seconds when absent.
    #[serde(default = "timeout")]
    pub timeout: Length,
}

/// Messages on an exchange of RabbitMQ.
#[cfg(feature = "amqp")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmqpConfig {
    /// `amqp://user:password@host:5672/vhost`.
    pub url: Credential,
    /// The password in place of the URL's; `secret:NAME` is a secret of the operator's.
    pub password: Option<Credential>,
    /// The exchange that messages go to; the one that leads to the queue of the routing key's name when absent.
    #[serde(default)]
    pub exchange: String,
    /// How long one message may take; 10 seconds when absent.
    #[serde(default = "timeout")]
    pub timeout: Length,
}

/// Messages in a stream of NATS JetStream.
#[cfg(feature = "nats")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NatsConfig {
    /// `nats://host:4222`, or `tls://` for TLS.
    pub url: Credential,
    /// Who logs in; nobody when absent.
    pub username: Option<String>,
    /// With which password.
    pub password: Option<Credential>,
    /// A token in place of a name and a password.
    pub token: Option<Credential>,
    /// How long one message may take; 10 seconds when absent.
    #[serde(default = "timeout")]
    pub timeout: Length,
}

/// Tasks for Celery workers.
#[cfg(any(feature = "amqp", feature = "redis"))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CeleryConfig {
    /// The same as Celery's `broker_url`.
    pub url: Credential,
    /// The password in place of the URL's; `secret:NAME` is a secret of the operator's.
    pub password: Option<Credential>,
    /// The queue of tasks that name none; `celery` when absent.
    #[serde(default = "queue")]
    pub queue: String,
    /// A task that no worker has taken for so long is left undone; never when absent.
    pub expires: Option<Length>,
    /// How long handing over one task may take; 10 seconds when absent.
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
impl RedisStreamConfig {
    pub(super) fn build(&self, name: &str, needs: &ProviderNeeds) -> Result<Arc<dyn Provider>, Unusable> {
        use refrain::provider::redis_stream::{RedisStreamOptions, RedisStreamProvider};
        let url = resolved(&self.url)?;
        let options = RedisStreamOptions {
            url: url.clone(),
            password: password(self.password.as_ref())?,
            entries_max: self.entries_max,
            timeout: self.timeout,
        };
        let provider = RedisStreamProvider::new(options).map(|it| match needs.passwords(name) {
            Some(source) => it.with_secrets(source),
            None => it,
        });
        made(provider, &url)
    }
}

#[cfg(feature = "amqp")]
impl AmqpConfig {
    pub(super) fn build(&self, name: &str, needs: &ProviderNeeds) -> Result<Arc<dyn Provider>, Unusable> {
        use refrain::provider::amqp::{AmqpOptions, AmqpProvider};
        let url = resolved(&self.url)?;
        let options = AmqpOptions {
            url: url.clone(),
            password: password(self.password.as_ref())?,
            exchange: self.exchange.clone(),
            timeout: self.timeout,
        };
        let provider = AmqpProvider::new(options).map(|it| match needs.passwords(name) {
            Some(source) => it.with_secrets(source),
            None => it,
        });
        made(provider, &url)
    }
}

#[cfg(feature = "nats")]
impl NatsConfig {
    pub(super) fn build(&self, name: &str, needs: &ProviderNeeds) -> Result<Arc<dyn Provider>, Unusable> {
        use refrain::provider::nats::{NatsOptions, NatsProvider};
        let url = resolved(&self.url)?;
        let options = NatsOptions {
            url: url.clone(),
            username: self.username.clone(),
            password: password(self.password.as_ref())?,
            token: password(self.token.as_ref())?,
            timeout: self.timeout,
        };
        let provider = NatsProvider::new(options).map(|it| match needs.passwords(name) {
            Some(source) => it.with_secrets(source),
            None => it,
        });
        made(provider, &url)
    }
}

#[cfg(any(feature = "amqp", feature = "redis"))]
impl CeleryConfig {
    pub(super) fn build(&self, name: &str, needs: &ProviderNeeds) -> Result<Arc<dyn Provider>, Unusable> {
        use refrain::provider::celery::{CeleryOptions, CeleryProvider};
        let url = resolved(&self.url)?;
        let (queue, expires, timeout) = (self.queue.clone(), self.expires, self.timeout);
        let password = password(self.password.as_ref())?;
        let options = CeleryOptions { url: url.clone(), password, queue, expires, timeout };
        let provider = CeleryProvider::new(options).map(|it| match needs.passwords(name) {
            Some(source) => it.with_secrets(source),
            None => it,
        });
        made(provider, &url)
    }
}
