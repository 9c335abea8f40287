//! `[providers.NAME]`: providers and their options. The key `kind` selects one of the engine's providers.
//!
//! Credentials may be given literally, but it is better to name their source: `{ file = "…" }` or `{ variable = "…"
//! }`.

#[cfg(any(feature = "amqp", feature = "nats", feature = "redis"))]
mod broker;
#[cfg(all(feature = "command", unix))]
mod command;
#[cfg(feature = "email")]
mod email;

use std::sync::Arc;

use refrain::Error;
use refrain::clock::Clock;
use refrain::delivery::Provider;
use refrain::provider::log::LogProvider;
#[cfg(feature = "passwords")]
use refrain::provider::password::Password;
use refrain::provider::queue::{QueueOptions, QueueProvider};
use refrain::provider::webhook::{Webhook, WebhookOptions};
use refrain::secret::Secrets;
#[cfg(feature = "passwords")]
use refrain::secret::TenantSecrets;
use serde::{Deserialize, Serialize, Serializer};

#[cfg(feature = "amqp")]
pub use self::broker::AmqpConfig;
#[cfg(any(feature = "amqp", feature = "redis"))]
pub use self::broker::CeleryConfig;
#[cfg(feature = "nats")]
pub use self::broker::NatsConfig;
#[cfg(feature = "redis")]
pub use self::broker::RedisStreamConfig;
#[cfg(all(feature = "command", unix))]
pub use self::command::{CommandConfig, CommandEntry, CommandParameter};
#[cfg(feature = "email")]
pub use self::email::{EmailConfig, EmailEncryption};
use super::problem::Problem;

/// A provider and its options.
#[derive(Clone, Debug, PartialEq, Deserialize)]
// This name makes the deserializer select the variant by the key `kind`, and keeps the places of all other keys.
#[serde(rename = "by kind", rename_all = "snake_case")]
pub enum ProviderConfig {
    /// Signed HTTP requests.
    Webhook(WebhookOptions),
    /// Mail through an SMTP server.
    #[cfg(feature = "email")]
    Email(EmailConfig),
    /// Work items in Refrain's own queues.
    Queue(QueueOptions),
    /// Tasks for Celery workers.
    #[cfg(any(feature = "amqp", feature = "redis"))]
    Celery(CeleryConfig),
    /// Messages to a RabbitMQ exchange.
    #[cfg(feature = "amqp")]
    Amqp(AmqpConfig),
    /// Messages to a NATS JetStream stream.
    #[cfg(feature = "nats")]
    Nats(NatsConfig),
    /// Entries of a Redis stream.
    #[cfg(feature = "redis")]
    RedisStream(RedisStreamConfig),
    /// Programs on this machine.
    #[cfg(all(feature = "command", unix))]
    Command(CommandConfig),
    /// Log records.
    Log(LogConfig),
}

/// Options of the `log` provider, which has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogConfig {}

/// Dependencies of providers.
#[derive(Clone)]
pub struct ProviderDependencies {
    /// The node's clock.
    pub clock: Arc<dyn Clock>,
    /// The secrets of the store. Without them, options that name a secret are rejected.
    pub secrets: Option<Arc<Secrets>>,
}

impl ProviderConfig {
    /// Returns the value of `kind`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Webhook(_) => "webhook",
            #[cfg(feature = "email")]
            Self::Email(_) => "email",
            Self::Queue(_) => "queue",
            #[cfg(any(feature = "amqp", feature = "redis"))]
            Self::Celery(_) => "celery",
            #[cfg(feature = "amqp")]
            Self::Amqp(_) => "amqp",
            #[cfg(feature = "nats")]
            Self::Nats(_) => "nats",
            #[cfg(feature = "redis")]
            Self::RedisStream(_) => "redis_stream",
            #[cfg(all(feature = "command", unix))]
            Self::Command(_) => "command",
            Self::Log(_) => "log",
        }
    }

    /// Creates the provider without connecting to anything.
    ///
    /// # Errors
    /// Fails if a credential cannot be read or an option is invalid. The problem never contains a secret.
    pub fn build(&self, name: &str, needs: &ProviderDependencies) -> Result<Arc<dyn Provider>, Problem> {
        let built = match self {
            Self::Webhook(options) => {
                into_provider(Webhook::new(options.clone(), Arc::clone(&needs.clock), needs.secrets.clone()), "")
            }
            #[cfg(feature = "email")]
            Self::Email(config) => config.build(name, needs),
            Self::Queue(options) => Ok(Arc::new(QueueProvider::new(*options)) as Arc<dyn Provider>),
            #[cfg(any(feature = "amqp", feature = "redis"))]
            Self::Celery(config) => config.build(name, needs),
            #[cfg(feature = "amqp")]
            Self::Amqp(config) => config.build(name, needs),
            #[cfg(feature = "nats")]
            Self::Nats(config) => config.build(name, needs),
            #[cfg(feature = "redis")]
            Self::RedisStream(config) => config.build(name, needs),
            #[cfg(all(feature = "command", unix))]
            Self::Command(config) => config.build(),
            Self::Log(LogConfig {}) => Ok(Arc::new(LogProvider) as Arc<dyn Provider>),
        };
        built.map_err(|ProviderError { code, detail }| {
            let key = format!("providers.{name}");
            let detail = format!("`{key}` cannot be used: {detail}");
            Problem::new(code, key, detail)
        })
    }
}

/// Reason why a provider cannot be created.
struct ProviderError {
    code: &'static str,
    detail: String,
}

/// Returns the provider, or the error without the secret that it may quote.
fn into_provider<P: Provider>(result: Result<P, Error>, secret: &str) -> Result<Arc<dyn Provider>, ProviderError> {
    match result {
        Ok(provider) => Ok(Arc::new(provider)),
        Err(error) => {
            let told = error.to_string();
            let detail = if secret.is_empty() { told } else { told.replace(secret, super::redact::HIDDEN) };
            Err(ProviderError { code: error.code(), detail })
        }
    }
}

/// Returns a password, or a reference to a secret of the operator's own tenant.
#[cfg(feature = "passwords")]
fn password(credential: Option<&super::credential::Credential>) -> Result<Option<Password>, ProviderError> {
    let text = credential.map(resolved).transpose()?;
    let read =
        |text| Password::new(text).map_err(|error| ProviderError { code: error.code(), detail: error.to_string() });
    text.map(read).transpose()
}

impl ProviderDependencies {
    /// Returns the source of passwords that refer to a secret.
    #[cfg(feature = "passwords")]
    fn passwords(&self, provider: &str) -> Option<Arc<TenantSecrets>> {
        self.secrets.clone().map(|secrets| TenantSecrets::new(secrets, crate::tenant::system_tenant(), provider))
    }
}

/// Returns the text of a credential.
#[cfg(feature = "passwords")]
fn resolved(credential: &super::credential::Credential) -> Result<String, ProviderError> {
    credential.resolve().map_err(|detail| ProviderError { code: "missing_value", detail })
}

impl Serialize for ProviderConfig {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a, T> {
            kind: &'static str,
            #[serde(flatten)]
            options: &'a T,
        }
        let kind = self.kind();
        match self {
            Self::Webhook(options) => Written { kind, options }.serialize(serializer),
            #[cfg(feature = "email")]
            Self::Email(options) => Written { kind, options }.serialize(serializer),
            Self::Queue(options) => Written { kind, options }.serialize(serializer),
            #[cfg(any(feature = "amqp", feature = "redis"))]
            Self::Celery(options) => Written { kind, options }.serialize(serializer),
            #[cfg(feature = "amqp")]
            Self::Amqp(options) => Written { kind, options }.serialize(serializer),
            #[cfg(feature = "nats")]
            Self::Nats(options) => Written { kind, options }.serialize(serializer),
            #[cfg(feature = "redis")]
            Self::RedisStream(options) => Written { kind, options }.serialize(serializer),
            #[cfg(all(feature = "command", unix))]
            Self::Command(options) => Written { kind, options }.serialize(serializer),
            Self::Log(options) => Written { kind, options }.serialize(serializer),
        }
    }
}
