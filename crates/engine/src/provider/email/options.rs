//! Options of the SMTP server that mails are sent through.

use std::net::IpAddr;
use std::path::PathBuf;

use refrain_recurrence::Length;
use serde::Deserialize;

use crate::provider::password::Password;

/// Encryption of the connection to the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Encryption {
    /// TLS from the first byte. Default port: 465.
    #[default]
    Tls,
    /// STARTTLS before any mail or password; without it, nothing is sent. Default port: 587.
    Starttls,
    /// No encryption. Default port: 25. Allowed only to this machine, unless `allow_clear_text` is set.
    None,
}

impl Encryption {
    /// Returns the port to connect to if no other is set.
    pub const fn port(self) -> u16 {
        match self {
            Self::Tls => 465,
            Self::Starttls => 587,
            Self::None => 25,
        }
    }
}

/// Options of an SMTP server. There is no `Debug` implementation because the options contain a password.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct EmailOptions {
    /// Host name; the certificate must be valid for it.
    pub host: String,
    /// Port. Default: the usual port for the encryption.
    #[serde(default)]
    pub port: Option<u16>,
    /// Encryption of the connection.
    #[serde(default)]
    pub encryption: Encryption,
    /// Whether mails and passwords may cross a network unencrypted.
    #[serde(default)]
    pub allow_clear_text: bool,
    /// User name. Default: no login.
    #[serde(default)]
    pub username: Option<String>,
    /// Password: the password itself, or `secret:NAME`.
    #[serde(default)]
    pub password: Option<Password>,
    /// Sender of the mails: `ann@example.org` or `Ann <ann@example.org>`.
    pub from: String,
    /// Timeout for one mail.
    #[serde(default = "timeout")]
    pub timeout: Length,
    /// PEM file of trusted certificates, replacing those of the system.
    #[serde(default)]
    pub root_certificates: Option<PathBuf>,
}

crate::options::changeable!(EmailOptions);

fn timeout() -> Length {
    Length::from_seconds(30)
}

impl EmailOptions {
    /// Creates options for a server and a sender, with defaults for the rest.
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

    /// Returns whether the server is on this machine.
    pub(super) fn is_local(&self) -> bool {
        self.host == "localhost" || self.host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }
}
