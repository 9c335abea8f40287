//! `kind = "email"`: which SMTP server mails are handed to.

use std::path::PathBuf;
use std::sync::Arc;

use refrain::provider::Provider;
use refrain::provider::email::{EmailOptions, EmailProvider, Encryption};
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::super::credential::Credential;
use super::{ProviderNeeds, Unusable, made, password, resolved};

/// How to reach an SMTP server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmailConfig {
    /// Its name; the certificate must be for it.
    pub host: String,
    /// Its port; the usual one when absent.
    pub port: Option<u16>,
    /// How the way there is encrypted; `tls` when absent.
    #[serde(default)]
    pub encryption: EmailEncryption,
    /// Whether mails and passwords may cross a network in the clear; false when absent.
    #[serde(default)]
    pub allow_clear_text: bool,
    /// Who logs in; nobody when absent.
    pub username: Option<String>,
    /// With which password.
    pub password: Option<Credential>,
    /// Who the mails are from.
    pub from: String,
    /// How long one mail may take; 30 seconds when absent.
    #[serde(default = "timeout")]
    pub timeout: Length,
    /// Certificates in PEM that are trusted in place of the system's.
    pub root_certificates: Option<PathBuf>,
}

/// How the way to a mail server is encrypted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmailEncryption {
    /// TLS from the first byte.
    #[default]
    Tls,
    /// TLS before anything is said.
    Starttls,
    /// None; to this machine alone, unless `allow_clear_text` is set.
    None,
}

fn timeout() -> Length {
    Length::from_seconds(30)
}

impl EmailConfig {
    pub(super) fn build(&self, name: &str, needs: &ProviderNeeds) -> Result<Arc<dyn Provider>, Unusable> {
        let secret = self.password.as_ref().map(resolved).transpose()?.unwrap_or_default();
        let options = EmailOptions {
            host: self.host.clone(),
            port: self.port,
            encryption: match self.encryption {
                EmailEncryption::Tls => Encryption::Tls,
                EmailEncryption::Starttls => Encryption::Starttls,
                EmailEncryption::None => Encryption::None,
            },
            allow_clear_text: self.allow_clear_text,
            username: self.username.clone(),
            password: password(self.password.as_ref())?,
            from: self.from.clone(),
            timeout: self.timeout,
            root_certificates: self.root_certificates.clone(),
        };
        let provider = EmailProvider::new(options).map(|it| match needs.passwords(name) {
            Some(source) => it.with_secrets(source),
            None => it,
        });
        made(provider, &secret)
    }
}
