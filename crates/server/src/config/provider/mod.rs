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

/// Declares the kinds of providers: the variants of [`ProviderConfig`], and everything that differs by kind.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $(#[cfg($($cfg:tt)*)])? $name:ident($options:ty) = $kind:literal,)*) => {
        /// A provider and its options.
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        // This name makes the deserializer select the variant by the key `kind`, and keeps the places of all other
        // keys.
        #[serde(rename = "by kind")]
        pub enum ProviderConfig {
            $($(#[doc = $doc])* $(#[cfg($($cfg)*)])? #[serde(rename = $kind)] $name($options),)*
        }

        impl ProviderConfig {
            /// Returns the value of `kind`.
            pub fn kind(&self) -> &'static str {
                match self {
                    $($(#[cfg($($cfg)*)])? Self::$name(_) => $kind,)*
                }
            }

            fn options(&self) -> &dyn BuildProvider {
                match self {
                    $($(#[cfg($($cfg)*)])? Self::$name(options) => options,)*
                }
            }
        }

        impl Serialize for ProviderConfig {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let kind = self.kind();
                match self {
                    $($(#[cfg($($cfg)*)])? Self::$name(options) => Written { kind, options }.serialize(serializer),)*
                }
            }
        }
    };
}

kinds! {
    /// Signed HTTP requests.
    Webhook(WebhookOptions) = "webhook",
    /// Mail through an SMTP server.
    #[cfg(feature = "email")]
    Email(EmailConfig) = "email",
    /// Work items in Refrain's own queues.
    Queue(QueueOptions) = "queue",
    /// Tasks for Celery workers.
    #[cfg(any(feature = "amqp", feature = "redis"))]
    Celery(CeleryConfig) = "celery",
    /// Messages to a RabbitMQ exchange.
    #[cfg(feature = "amqp")]
    Amqp(AmqpConfig) = "amqp",
    /// Messages to a NATS JetStream stream.
    #[cfg(feature = "nats")]
    Nats(NatsConfig) = "nats",
    /// Entries of a Redis stream.
    #[cfg(feature = "redis")]
    RedisStream(RedisStreamConfig) = "redis_stream",
    /// Programs on this machine.
    #[cfg(all(feature = "command", unix))]
    Command(CommandConfig) = "command",
    /// Log records.
    Log(LogConfig) = "log",
}

/// A provider as the configuration shows it.
#[derive(Serialize)]
struct Written<'a, T> {
    kind: &'static str,
    #[serde(flatten)]
    options: &'a T,
}

/// Options that a provider is created from.
trait BuildProvider {
    /// Creates the provider without connecting to anything.
    fn build(&self, name: &str, needs: &ProviderDependencies) -> Result<Arc<dyn Provider>, ProviderError>;
}

impl BuildProvider for WebhookOptions {
    fn build(&self, _: &str, needs: &ProviderDependencies) -> Result<Arc<dyn Provider>, ProviderError> {
        into_provider(Webhook::new(self.clone(), Arc::clone(&needs.clock), needs.secrets.clone()), "")
    }
}

impl BuildProvider for QueueOptions {
    fn build(&self, _: &str, _: &ProviderDependencies) -> Result<Arc<dyn Provider>, ProviderError> {
        Ok(Arc::new(QueueProvider::new(*self)))
    }
}

impl BuildProvider for LogConfig {
    fn build(&self, _: &str, _: &ProviderDependencies) -> Result<Arc<dyn Provider>, ProviderError> {
        Ok(Arc::new(LogProvider))
    }
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
    /// Creates the provider without connecting to anything.
    ///
    /// # Errors
    /// Fails if a credential cannot be read or an option is invalid. The problem never contains a secret.
    pub fn build(&self, name: &str, needs: &ProviderDependencies) -> Result<Arc<dyn Provider>, Problem> {
        self.options().build(name, needs).map_err(|ProviderError { code, detail }| {
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
            let reported = error.to_string();
            let detail = if secret.is_empty() { reported } else { reported.replace(secret, super::redact::HIDDEN) };
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
