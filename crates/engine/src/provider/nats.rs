//! The `nats` provider: an occurrence becomes a message in a NATS JetStream stream.
//!
//! The body is the action's payload as JSON text. The `Nats-Msg-Id` header is the idempotency key, by which the
//! server drops duplicates within its deduplication window. The other headers are the trusted metadata of the
//! occurrence (`_recurring_id`, `_period_key`, …) and the action's metadata as `metadata.NAME`.
//!
//! A message is delivered when a stream has acknowledged it. If no stream listens to its subject, the message
//! is retried, because the stream may be between two leaders.

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

use super::call::{Fault, receiver_from_url, within};
use super::password::{Password, PasswordSource, scrub_password};
use crate::delivery::OutgoingAction;
use crate::delivery::Provider;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{Action, Target};
use crate::outcome::Outcome;

/// Usual name of this provider.
pub const PROVIDER: &str = "nats";

/// Maximum length of a subject in bytes.
const SUBJECT_BYTES_MAX: usize = 255;

/// Connection options. There is no `Debug` implementation because the options may contain a password.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct NatsOptions {
    /// Server URL: `nats://host:4222`, or `tls://` for TLS. It may contain user name and password before the
    /// host.
    pub url: String,
    /// User name. Default: the one in the URL, otherwise no login.
    #[serde(default)]
    pub username: Option<String>,
    /// Password: the password itself, or `secret:NAME`.
    #[serde(default)]
    pub password: Option<Password>,
    /// Token, replacing user name and password: the token itself, or `secret:NAME`.
    #[serde(default)]
    pub token: Option<Password>,
    /// Timeout for one message.
    #[serde(default = "timeout")]
    pub timeout: Length,
}

crate::options::changeable!(NatsOptions);

fn timeout() -> Length {
    Length::from_seconds(10)
}

impl NatsOptions {
    /// Creates options for a server, with defaults for the rest.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), username: None, password: None, token: None, timeout: timeout() }
    }
}

/// Publishes messages. The action's target is the subject.
pub struct NatsProvider {
    options: NatsOptions,
    source: Option<Arc<dyn PasswordSource>>,
    open: Mutex<Option<OpenConnection>>,
}

#[derive(Clone)]
struct OpenConnection {
    client: Client,
    context: jetstream::Context,
}

impl NatsProvider {
    /// Creates a provider for one server. It connects on first use.
    ///
    /// # Errors
    /// When the URL is invalid, or only one of user name and password is set.
    pub fn new(mut options: NatsOptions) -> Result<Self, Error> {
        let address: ServerAddr = options.url.parse().map_err(|error| {
            Error::invalid(ErrorCode::BadValue, format!("the URL is not a NATS URL: {error}"))
                .with_hint("nats://host:4222, or tls://")
        })?;
        if options.username.is_none() && options.password.is_none() {
            options.username = address.username().map(ToOwned::to_owned);
            options.password = address.password().map(Password::new).transpose()?;
        }
        if options.username.is_some() != options.password.is_some() {
            return Err(Error::invalid(ErrorCode::MissingValue, "set both username and password, or neither"));
        }
        super::call::use_ring();
        Ok(Self { options, source: None, open: Mutex::new(None) })
    }

    /// Sets the source of the secrets that password and token may name.
    #[must_use]
    pub fn with_secrets(mut self, source: Arc<dyn PasswordSource>) -> Self {
        self.source = Some(source);
        self
    }

    async fn open(&self) -> Result<OpenConnection, Fault> {
        let mut kept = self.open.lock().await;
        let open = match kept.take() {
            Some(open) => open,
            None => self.connect().await?,
        };
        // A message published while disconnected would be buffered and sent on reconnection, at any later time.
        let is_connected = match open.client.connection_state() {
            State::Connected => true,
            State::Pending | State::Disconnected => false,
        };
        // The client reconnects with the password it has. If that password may have changed, drop the client,
        // so that the next one resolves the password again.
        if is_connected || !self.has_named_secret() {
            *kept = Some(open.clone());
        }
        if is_connected { Ok(open) } else { Err(Fault::Failed("nats: the connection is lost".to_owned())) }
    }

    fn has_named_secret(&self) -> bool {
        [&self.options.password, &self.options.token].into_iter().flatten().any(Password::is_named)
    }

    async fn resolved(&self, password: Option<&Password>) -> Result<Option<Zeroizing<String>>, Fault> {
        match password {
            Some(password) => password.resolve(self.source.as_ref()).await.map(Some),
            None => Ok(None),
        }
    }

    async fn connect(&self) -> Result<OpenConnection, Fault> {
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
            let message = scrub_password(&format!("nats: {error}"), password.as_ref());
            Fault::Failed(scrub_password(&message, token.as_ref()))
        })?;
        let context = ContextBuilder::new().timeout(timeout_for).build(client.clone());
        Ok(OpenConnection { client, context })
    }

    async fn publish(&self, sending: &OutgoingAction) -> Result<Target, Fault> {
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
    async fn send(&self, sending: &OutgoingAction) -> Outcome {
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
        receiver_from_url(&self.options.url)
    }

    fn timeout_for(&self) -> Option<SignedDuration> {
        Some(self.options.timeout.duration())
    }

    async fn health(&self) -> Result<(), String> {
        within(self.options.timeout, self.open()).await.map(drop).map_err(Fault::message)
    }
}

fn headers(sending: &OutgoingAction) -> HeaderMap {
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

/// Checks a subject: words separated by dots, without wildcards.
fn subject(subject: &str) -> Result<(), Error> {
    let is_word = |word: &str| !word.is_empty() && !word.chars().any(|c| c.is_whitespace() || "*>".contains(c));
    if (1..=SUBJECT_BYTES_MAX).contains(&subject.len())
        && subject.split('.').all(is_word)
        && !subject.starts_with('$')
        && !subject.contains(char::is_control)
    {
        return Ok(());
    }
    let problem = format!(
        "{subject:?} is not a subject: use words between dots, no wildcards, at most {SUBJECT_BYTES_MAX} bytes"
    );
    Err(Error::invalid(ErrorCode::BadValue, problem).with_hint("the action's target is the subject"))
}

/// Rejects a name or value that would break out of its header line.
fn header(name: &str, value: &str) -> Result<(), Error> {
    let is_token = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic() && byte != b':');
    if is_token && !value.contains(['\r', '\n']) {
        return Ok(());
    }
    Err(Error::invalid(ErrorCode::BadValue, format!("{name:?}: {value:?} is not a valid header")))
}

/// Classifies an error. A message that is too large stays too large. An error response means that the message
/// was not stored. Without a response, the effect is unknown.
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
