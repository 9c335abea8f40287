//! The `email` provider: an occurrence becomes a mail, sent through one SMTP server.
//!
//! Every attempt has the same Message-ID, derived from the idempotency key, so that servers and mailboxes can
//! detect duplicates. A mail goes to all its recipients or to none: if the server rejects one of them, nothing
//! is sent.
//!
//! Each mail uses its own connection. A send may be dropped at any time, and a connection that was interrupted
//! in the middle of a mail must not carry the next one.

mod mail;
mod options;
mod session;

use std::sync::Arc;

use async_trait::async_trait;
use jiff::SignedDuration;

use self::mail::Mail;
pub use self::options::{EmailOptions, Encryption};
use self::session::Server;
use super::call::{Fault, within};
use super::password::PasswordSource;
use crate::delivery::OutgoingAction;
use crate::delivery::Provider;
use crate::error::Error;
use crate::model::Action;
use crate::outcome::Outcome;

/// Usual name of this provider.
pub const PROVIDER: &str = "email";

/// Sends mails. The action's payload has the fields `to`, `cc`, `bcc` (one address or a list), `reply_to`,
/// `subject`, `text` and `html`.
pub struct EmailProvider {
    options: EmailOptions,
    server: Server,
}

impl EmailProvider {
    /// Creates a provider for one server.
    ///
    /// # Errors
    /// When an option is invalid: the sender is not an address, the certificate file contains no certificates,
    /// or mails would cross the network unencrypted.
    pub fn new(options: EmailOptions) -> Result<Self, Error> {
        let server = Server::new(&options)?;
        Ok(Self { options, server })
    }

    /// Sets the source of the secret that the password may name.
    #[must_use]
    pub fn with_secrets(mut self, source: Arc<dyn PasswordSource>) -> Self {
        self.server.source = Some(source);
        self
    }
}

#[async_trait]
impl Provider for EmailProvider {
    async fn send(&self, sending: &OutgoingAction) -> Outcome {
        let message = match Mail::read(sending.action()).and_then(|mail| mail.message(&self.server.from, sending)) {
            Ok(message) => message,
            Err(error) => return Outcome::rejected(error.to_string()),
        };
        match within(self.options.timeout, self.server.send(&message)).await {
            Ok(()) => Outcome::DELIVERED,
            Err(fault) => fault.outcome(sending),
        }
    }

    fn check(&self, action: &Action) -> Result<(), Error> {
        Mail::read(action)?.check()
    }

    fn receiver(&self, _: &Action) -> String {
        self.server.address()
    }

    fn timeout_for(&self) -> Option<SignedDuration> {
        Some(self.options.timeout.duration())
    }

    async fn health(&self) -> Result<(), String> {
        within(self.options.timeout, self.server.check_login()).await.map_err(Fault::message)
    }
}
