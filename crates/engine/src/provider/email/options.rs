//! Which server mails are handed to, and how.

use std::net::IpAddr;
use std::path::PathBuf;

use refrain_recurrence::Length;
use serde::Deserialize;

use crate::provider::password::Password;

/// How the way to the server is kept from others' eyes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Encryption {
    /// TLS from the first byte, on port 465.
    #[default]
    Tls,
    /// TLS before anything is said, or nothing is said, on port 587.
    Starttls,
    /// None, on port 25. To this machine alone, unless `allow_clear_text` is set.
    None,
}

impl Encryption {
    pub(super) const fn port(self) -> u16 {
        match self {
            Self::Tls => 465,
            Self::Starttls => 587,
            Self::None => 25,
        }
    }
}

/// How to reach an SMTP server. It has no `Debug`, since it holds a password.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmailOptions {
    /// Its name; the certificate must be for it.
    pub host: String,
    /// Its port; without it, the usual one.
    #[serde(default)]
    pub port: Option<u16>,
    /// How the way there is encrypted.
    #[serde(default)]
    pub encryption: Encryption,
    /// Whether mails and passwords may cross a network in the clear.
    #[serde(default)]
    pub allow_clear_text: bool,
    /// Who logs in; nobody without it.
    #[serde(default)]
    pub username: Option<String>,
    /// With which password: itself, or `secret:NAME`.
    #[serde(default)]
    pub password: Option<Password>,
    /// Who the mails are from: `ann@example.org` or `Ann <ann@example.org>`.
    pub from: String,
    /// How long one mail may take.
    #[serde(default = "timeout")]
    pub timeout: Length,
    /// Certificates in PEM that are trusted instead of those of the system.
    #[serde(default)]
    pub root_certificates: Option<PathBuf>,
}

fn timeout() -> Length {
    Length::from_seconds(30)
}

impl EmailOptions {
    /// The defaults for a server and a sender.
    pub fn new(host: impl Into<String>, from: impl Into<String>) -> Self {
        Self {
            host: host.into(),
            port: None,
            encryption: Encryption::default(),
            allow_clear_text: false,
            username: None,
            password: None,
            from: from.into(),
            timeout: timeout(),
            root_certificates: None,
        }
    }

    /// Whether the server is this very machine.
    pub(super) fn is_local(&self) -> bool {
        self.host == "localhost" || self.host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }
}
