//! Console sessions, and login links that start one.
//!
//! A session is a mark in the store, named by the hash of a random token, so read access to the store grants
//! no access to a session. A session ends when it was idle for 30 minutes, at its maximum age, or with the
//! key that started it.

use jiff::{SignedDuration, Timestamp};
use refrain::Refrain;
use refrain::store::{Mark, MarkName, StoreError};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::key_text::hex;
use super::keys::KeySecret;
use super::random::{self, BASE62};
use crate::tenant::system_tenant;

/// Maximum time a session may be idle.
const IDLE_FOR_MAX: SignedDuration = SignedDuration::from_mins(30);
/// Minimum time between two updates of a session's expiry.
const EXTEND_EVERY: SignedDuration = SignedDuration::from_mins(1);
/// Number of characters in a token: 190 bits.
const TOKEN_LENGTH: usize = 32;
/// Value of a login link's mark.
const LINK: &str = "unused";

/// The key and the start time of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Session {
    /// ID of the key that started the session. `None` if a login link started it.
    pub(crate) key: Option<String>,
    /// Hash of the secret that started the session. The session ends when that secret becomes invalid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) secret_sha256: Option<String>,
    pub(crate) began_at: Timestamp,
}

/// Lifetimes of sessions and login links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionLifetimes {
    /// Maximum age of a session, regardless of use.
    pub session_for: SignedDuration,
    /// Lifetime of a login link that is not used.
    pub link_for: SignedDuration,
}

impl Default for SessionLifetimes {
    fn default() -> Self {
        Self { session_for: SignedDuration::from_hours(12), link_for: SignedDuration::from_mins(10) }
    }
}

/// The sessions of a store.
pub(crate) struct Sessions {
    refrain: Refrain,
    lasting: SessionLifetimes,
}

impl Sessions {
    pub(crate) fn new(refrain: Refrain, lasting: SessionLifetimes) -> Self {
        Self { refrain, lasting }
    }

    /// Starts a session with the secret of a key or by a login link, and returns its token.
    pub(crate) async fn begin(&self, secret: Option<KeySecret>) -> Result<String, StoreError> {
        let now = self.refrain.now();
        let (key, secret_sha256) = secret.map_or((None, None), |secret| (Some(secret.id), secret.sha256));
        let value = serde_json::to_string(&Session { key, secret_sha256, began_at: now })
            .map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let token = random::text(BASE62, TOKEN_LENGTH);
        let name = SessionId::of(&token).mark();
        self.refrain.store().mark_if_absent(&name, &value, IDLE_FOR_MAX.min(self.lasting.session_for), now).await?;
        Ok(token)
    }

    /// Returns the session of a token if it is still valid, and extends its idle time.
    pub(crate) async fn find(&self, token: &str) -> Result<Option<Session>, StoreError> {
        if !is_token(token) {
            return Ok(None);
        }
        let (now, name) = (self.refrain.now(), SessionId::of(token).mark());
        let Some((session, mark)) = self.read(&name, now).await? else { return Ok(None) };
        let ends_at = self.ends_at(&session);
        let until = now.saturating_add(IDLE_FOR_MAX).unwrap_or(now).min(ends_at);
        if until.duration_since(mark.until) >= EXTEND_EVERY {
            let longer = Mark { value: mark.value.clone(), until };
            self.refrain.store().replace_mark(&name, Some(&mark.value), Some(&longer), now).await?;
        }
        Ok(Some(session))
    }

    /// Returns the session of an ID if it is still valid, without extending its idle time.
    pub(crate) async fn peek(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        Ok(self.read(&id.mark(), self.refrain.now()).await?.map(|(session, _)| session))
    }

    async fn read(&self, name: &MarkName, now: Timestamp) -> Result<Option<(Session, Mark)>, StoreError> {
        let Some(mark) = self.refrain.store().mark(name, now).await? else { return Ok(None) };
        let session: Session =
            serde_json::from_str(&mark.value).map_err(|error| StoreError::Corrupt(format!("a session: {error}")))?;
        Ok((now < self.ends_at(&session)).then_some((session, mark)))
    }

    fn ends_at(&self, session: &Session) -> Timestamp {
        session.began_at.saturating_add(self.lasting.session_for).unwrap_or(session.began_at)
    }

    /// Ends a session. It is not an error if the session has already ended.
    pub(crate) async fn end(&self, token: &str) -> Result<(), StoreError> {
        self.remove("session", token).await.map(|_| ())
    }

    /// Creates the token of a login link. The token starts one session within a few minutes.
    pub(crate) async fn link(&self) -> Result<String, StoreError> {
        let token = random::text(BASE62, TOKEN_LENGTH);
        let name = mark_name("login", &token);
        self.refrain.store().mark_if_absent(&name, LINK, self.lasting.link_for, self.refrain.now()).await?;
        Ok(token)
    }

    /// Consumes a login link. Of two concurrent callers, only one gets `true`.
    pub(crate) async fn follow(&self, token: &str) -> Result<bool, StoreError> {
        self.remove("login", token).await
    }

    async fn remove(&self, kind: &str, token: &str) -> Result<bool, StoreError> {
        if !is_token(token) {
            return Ok(false);
        }
        let (now, name) = (self.refrain.now(), mark_name(kind, token));
        let Some(mark) = self.refrain.store().mark(&name, now).await? else { return Ok(false) };
        self.refrain.store().replace_mark(&name, Some(&mark.value), None, now).await
    }
}

/// The form in which a session is kept in memory: the hash of its token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SessionId(String);

impl SessionId {
    pub(super) fn of(token: &str) -> Self {
        Self(hex(&Sha256::digest(token)))
    }

    fn mark(&self) -> MarkName {
        MarkName { tenant: system_tenant(), name: format!("session/{}", self.0) }
    }
}

fn is_token(text: &str) -> bool {
    text.len() == TOKEN_LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn mark_name(kind: &str, token: &str) -> MarkName {
    MarkName { tenant: system_tenant(), name: format!("{kind}/{}", hex(&Sha256::digest(token))) }
}
