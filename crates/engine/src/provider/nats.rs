//! The provider `nats`: an occurrence becomes a message in a stream of NATS JetStream.
//!
//! The body is the JSON text of the action's payload. The header `Nats-Msg-Id` is the idempotency key: within its window the
//! server itself drops what it has had already. Other headers say what is known of the occurrence (`_recurring_id`,
//! `_period_key`, …) and, as `metadata.NAME`, what the action says besides. A message counts as delivered when a stream has
//! acknowledged it; without a stream that listens to its subject it is tried again, since a stream may also be between two
//! leaders.

use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::header::NATS_MESSAGE_ID;
use async_nats::jetstream::context::{ContextBuilder, PublishErrorKind};
use async_nats::jetstream::{self, context::PublishError};
use async_nats::{Client, ConnectOptions, HeaderMap, ServerAddr};
use async_trait::async_trait;
use jiff::SignedDuration;
use refrain_recurrence::Length;
use serde::Deserialize;
use tokio::sync::Mutex;
use zeroize::Zeroizing;

use super::Provider;
use super::call::{Fault, receiver_of, within};
use super::password::{Password, PasswordSource, scrubbed};
use crate::action::Action;
use crate::dispatch::Sending;
use crate::error::Error;
use crate::occurrence::Target;
use crate::outcome::Outcome;

/// What the provider is called, as a rule.
pub const PROVIDER: &str = "nats";

/// No subject is longer, in bytes.
const SUBJECT_BYTES_MAX: usize = 255;

/// How to reach the server. It has no `Debug`, since it may hold a password.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NatsOptions {
    /// `nats://host:4222`, or `tls://` for TLS; with a name and a password before the host, these are who logs in.
    pub url: String,
    /// Who logs in; nobody without it.
    #[serde(default)]
    pub username: Option<String>,
    /// With which password: itself, or `secret:NAME`.
    #[serde(default)]
    pub password: Option<Password>,
    /// A token in place of a name and a password; the same.
    #[serde(default)]
    pub token: Option<Password>,
    /// How long one message may take.
    #[serde(default = "timeout")]
    pub timeout: Length,
}

fn timeout() -> Length {
    Length::from_seconds(10)
}

impl NatsOptions {
    /// The defaults for a server.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), username: None, password: None, token: None, timeout: timeout() }
    }
}

/// Publishes messages. The action's target is the subject.
pub struct NatsProvider {
    options: NatsOptions,
    source: Option<Arc<dyn PasswordSource>>,
    open: Mutex<Option<Open>>,
}

#[derive(Clone)]
struct Open {
    client: Client,
    context: jetstream::Context,
}

impl NatsProvider {
    /// A provider for one server; it is connected to when it is first needed.
    ///
    /// # Errors
    /// When the address is none, or a name has no password.
    pub fn new(mut options: NatsOptions) -> Result<Self, Error> {
        let address: ServerAddr = options.url.parse().map_err(|error| {
            Error::invalid("bad_value", format!("the address is no NATS address: {error}"))
                .with_hint("nats://host:4222, or tls://")
        })?;
        if options.username.is_none() && options.password.is_none() {
            options.username = address.username().map(ToOwned::to_owned);
            options.password = address.password().map(Password::new).transpose()?;
        }
        if options.username.is_some() != options.password.is_some() {
            return Err(Error::invalid("missing_value", "a username needs a password, and a password a username"));
        }
        super::call::use_ring();
        Ok(Self { options, source: None, open: Mutex::new(None) })
    }

    /// Knows the secrets that its password may name.
    #[must_use]
    pub fn with_secrets(mut self, source: Arc<dyn PasswordSource>) -> Self {
        self.source = Some(source);
        self
    }

    async fn open(&self) -> Result<Open, Fault> {
        let mut kept = self.open.lock().await;
        let open = match kept.take() {
            Some(open) => open,
            None => self.connect().await?,
        };
        // What is published while there is no connection would be sent whenever there is one again.
        let is_connected = match open.client.connection_state() {
            State::Connected => true,
            State::Pending | State::Disconnected => false,
        };
        // The client goes on with the password it has; where that may be another by now, a new one asks for it.
        if is_connected || !self.may_change() {
            *kept = Some(open.clone());
        }
        if is_connected { Ok(open) } else { Err(Fault::Failed("nats: the connection is lost".to_owned())) }
    }

    fn may_change(&self) -> bool {
        [&self.options.password, &self.options.token].into_iter().flatten().any(Password::is_named)
    }

    async fn resolved(&self, password: Option<&Password>) -> Result<Option<Zeroizing<String>>, Fault> {
        match password {
            Some(password) => password.resolve(self.source.as_ref()).await.map(Some),
            None => Ok(None),
        }
    }

    async fn connect(&self) -> Result<Open, Fault> {
        let NatsOptions { url, username, password, token, timeout } = &self.options;
        let timeout_for = Duration::from_secs(timeout.seconds().unsigned_abs());
        let mut options = ConnectOptions::new().name("refrain").connection_timeout(timeout_for);
        let (password, token) = (self.resolved(password.as_ref()).await?, self.resolved(token.as_ref()).await?);
        if let (Some(username), Some(password)) = (username, &password) {
            options = options.user_and_password(username.clone(), password.to_string());
        }
        if let Some(token) = &token {
            options = options.token(token.to_string());
        }
        let client = options.connect(url.as_str()).await.map_err(|error| {
            let message = scrubbed(&format!("nats: {error}"), password.as_ref());
            Fault::Failed(scrubbed(&message, token.as_ref()))
        })?;
        let context = ContextBuilder::new().timeout(timeout_for).build(client.clone());
        Ok(Open { client, context })
    }

    async fn publish(&self, sending: &Sending) -> Result<Target, Fault> {
        let open = self.open().await?;
        let body = sending.action().payload.to_string();
        let subject = sending.action().target.clone();
        let publishing = open.context.publish_with_headers(subject, headers(sending), body.into());
        let acknowledged = publishing.await.map_err(|error| fault(&error))?.await;
        let acknowledged = acknowledged.map_err(|error| fault(&error))?;
        let id = format!("{}/{}", acknowledged.stream, acknowledged.sequence);
        Ok(Target { kind: "nats_message".to_owned(), id })
    }
}

#[async_trait]
impl Provider for NatsProvider {
    async fn send(&self, sending: &Sending) -> Outcome {
        if let Err(error) = self.check(sending.action()) {
            return Outcome::rejected(error.to_string());
        }
        match within(self.options.timeout, self.publish(sending)).await {
            Ok(target) => Outcome::Delivered { target: Some(target), work: Vec::new() },
            Err(fault) => fault.outcome(sending),
        }
    }

    fn default_target(&self, action: &Action) -> Option<String> {
        Some(action.kind.clone())
    }

    fn check(&self, action: &Action) -> Result<(), Error> {
        subject(&action.target)?;
        action.metadata.iter().try_for_each(|(name, value)| header(name, value))
    }

    fn receiver(&self, _: &Action) -> String {
        receiver_of(&self.options.url)
    }

    fn timeout_for(&self) -> Option<SignedDuration> {
        Some(self.options.timeout.duration())
    }

    async fn health(&self) -> Result<(), String> {
        within(self.options.timeout, self.open()).await.map(drop).map_err(Fault::message)
    }
}

fn headers(sending: &Sending) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(NATS_MESSAGE_ID, sending.run.idempotency_key().to_string());
    headers.insert("Content-Type", "application/json");
    for (name, value) in sending.trusted() {
        headers.insert(name, value);
    }
    for (name, value) in &sending.action().metadata {
        headers.insert(format!("metadata.{name}"), value.as_str());
    }
    headers
}

/// A subject that a message can have: words between dots, and no wildcards.
fn subject(subject: &str) -> Result<(), Error> {
    let is_word = |word: &str| !word.is_empty() && !word.chars().any(|c| c.is_whitespace() || "*>".contains(c));
    if (1..=SUBJECT_BYTES_MAX).contains(&subject.len())
        && subject.split('.').all(is_word)
        && !subject.starts_with('$')
        && !subject.contains(char::is_control)
    {
        return Ok(());
    }
    let problem =
        format!("{subject:?} is no subject: words between dots, no wildcards, at most {SUBJECT_BYTES_MAX} bytes");
    Err(Error::invalid("bad_value", problem).with_hint("the action's target is the subject"))
}

/// What would break out of its header line.
fn header(name: &str, value: &str) -> Result<(), Error> {
    let is_token = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic() && byte != b':');
    if is_token && !value.contains(['\r', '\n']) {
        return Ok(());
    }
    Err(Error::invalid("bad_value", format!("{name:?}: {value:?} cannot be a header")))
}

/// What is too large stays so. A server that says no has not taken it; without its word nobody knows.
fn fault(error: &PublishError) -> Fault {
    let source = error.source().map(|source| format!(": {source}")).unwrap_or_default();
    let message = format!("nats: {error}{source}");
    match error.kind() {
        PublishErrorKind::MaxPayloadExceeded => Fault::Refused(message),
        PublishErrorKind::TimedOut => Fault::Late(message),
        PublishErrorKind::BrokenPipe => Fault::Lost(message),
        PublishErrorKind::StreamNotFound
        | PublishErrorKind::WrongLastMessageId
        | PublishErrorKind::WrongLastSequence
        | PublishErrorKind::MaxAckPending
        | PublishErrorKind::Other => Fault::Failed(message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_are_words_between_dots() {
        for good in ["orders", "orders.eu.new", "a-b_c"] {
            assert!(subject(good).is_ok(), "{good}");
        }
        for bad in
            ["", ".", "a..b", "a.", "a b", "a.*", "a.>", "a\r\nPUB b", "$JS.API.STREAM.DELETE.x", &"x".repeat(256)]
        {
            assert!(subject(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn headers_stay_on_their_line() {
        assert!(header("team", "billing").is_ok());
        for (name, value) in [("a b", "x"), ("", "x"), ("a:", "x"), ("a", "x\r\nNats-Msg-Id: y"), ("a\n", "x")] {
            assert!(header(name, value).is_err(), "{name:?} {value:?}");
        }
    }
}
