//! The provider `email`: an occurrence becomes a mail, handed to one SMTP server.
//!
//! Every attempt carries the same Message-ID, made from the idempotency key, so that servers and mailboxes that look for
//! doubles find them. A mail goes to all its recipients or to none: when the server refuses one of them, nothing was sent.
//!
//! Each mail has a connection of its own: a send may be dropped at any time, and a connection that was left in the middle of
//! a mail must not carry the next one.

mod mail;
mod options;
mod session;

use std::sync::Arc;

use async_trait::async_trait;
use jiff::SignedDuration;

use self::mail::Mail;
pub use self::options::{EmailOptions, Encryption};
use self::session::Server;
use super::Provider;
use super::call::{Fault, within};
use super::password::PasswordSource;
use crate::action::Action;
use crate::dispatch::Sending;
use crate::error::Error;
use crate::outcome::Outcome;

/// What the provider is called, as a rule.
pub const PROVIDER: &str = "email";

/// Sends mails. The action's payload says to whom and what: `to`, `cc`, `bcc` (one address or a list), `reply_to`,
/// `subject`, `text`, `html`.
pub struct EmailProvider {
    options: EmailOptions,
    server: Server,
}

impl EmailProvider {
    /// A provider for one server.
    ///
    /// # Errors
    /// When an option does not hold: a sender that is no address, a file without certificates, a password that would cross
    /// the network in the clear.
    pub fn new(options: EmailOptions) -> Result<Self, Error> {
        let server = Server::new(&options)?;
        Ok(Self { options, server })
    }

    /// Knows the secrets that its password may name.
    #[must_use]
    pub fn with_secrets(mut self, source: Arc<dyn PasswordSource>) -> Self {
        self.server.source = Some(source);
        self
    }
}

#[async_trait]
impl Provider for EmailProvider {
    async fn send(&self, sending: &Sending) -> Outcome {
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
        within(self.options.timeout, self.server.greet()).await.map_err(Fault::message)
    }
}
