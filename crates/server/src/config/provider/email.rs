//! `kind = "email"`: the SMTP server that accepts mail.

use std::path::PathBuf;
use std::sync::Arc;

use refrain::delivery::Provider;
use refrain::provider::email::{EmailOptions, EmailProvider, Encryption};
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::super::credential::Credential;
use super::{BuildProvider, ProviderDependencies, ProviderError, into_provider, password, resolved};

/// Options of the `email` provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmailConfig {
    /// Host name of the SMTP server. Its certificate must be valid for this name.
    pub host: String,
    /// Port. Default: the standard port of the encryption.
    pub port: Option<u16>,
    /// Encryption of the connection. Default: `tls`.
    #[serde(default)]
    pub encryption: EmailEncryption,
    /// Whether mail and passwords may be sent unencrypted over a network. Default: false.
    #[serde(default)]
    pub allow_clear_text: bool,
    /// User name. Default: no login.
    pub username: Option<String>,
    /// Password of the user.
    pub password: Option<Credential>,
    /// Sender of the mails.
    pub from: String,
    /// Timeout for one mail. Default: 30 seconds.
    #[serde(default = "timeout")]
    pub timeout: Length,
    /// File of PEM certificates that are trusted instead of the system's.
    pub root_certificates: Option<PathBuf>,
}

/// Encryption of the connection to a mail server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmailEncryption {
    /// TLS from the first byte.
    #[default]
    Tls,
    /// STARTTLS before any other command.
    Starttls,
    /// No encryption. Allowed only for connections to this machine, unless `allow_clear_text` is set.
    None,
}

fn timeout() -> Length {
    Length::from_seconds(30)
}

impl BuildProvider for EmailConfig {
    fn build(&self, name: &str, needs: &ProviderDependencies) -> Result<Arc<dyn Provider>, ProviderError> {
        let secret = self.password.as_ref().map(resolved).transpose()?.unwrap_or_default();
        let password = password(self.password.as_ref())?;
        let options = EmailOptions::new(&self.host, &self.from).with(|it| {
            it.port = self.port;
            it.encryption = match self.encryption {
                EmailEncryption::Tls => Encryption::Tls,
                EmailEncryption::Starttls => Encryption::Starttls,
                EmailEncryption::None => Encryption::None,
            };
            it.allow_clear_text = self.allow_clear_text;
            it.username.clone_from(&self.username);
            it.password = password;
            it.timeout = self.timeout;
            it.root_certificates.clone_from(&self.root_certificates);
        });
        let provider = EmailProvider::new(options).map(|it| match needs.passwords(name) {
            Some(source) => it.with_secrets(source),
            None => it,
        });
        into_provider(provider, &secret)
    }
}
