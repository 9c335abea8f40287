//! Sessions of the console, and links that begin one.
//!
//! A session is a mark of the store under the hash of a random token: what a reader of the store sees lets nobody in. It ends half an
//! hour after it was last used, some hours after it began, and with the key that it was begun with.

use jiff::{SignedDuration, Timestamp};
use refrain::Refrain;
use refrain::store::{Mark, MarkName, StoreError};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::key_text::hex;
use super::keys::{KeySecret, Keys};
use super::random::{self, BASE62};

/// A session that is not used ends.
const IDLE_FOR_MAX: SignedDuration = SignedDuration::from_mins(30);
/// Use is written down no more often.
const SEEN_EVERY: SignedDuration = SignedDuration::from_mins(1);
/// Characters of a token: 190 bits.
const TOKEN_LENGTH: usize = 32;
/// What a link's mark says.
const LINK: &str = "unused";

/// Who began a session, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Session {
    /// The id of the key it was begun with; none when it was begun by a link.
    pub(crate) key: Option<String>,
    /// The hash of the secret it was begun with. A session ends with its secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) secret_sha256: Option<String>,
    pub(crate) began_at: Timestamp,
}

/// How long sessions and links to them last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lasting {
    /// A session ends then, however much it is used.
    pub session_for: SignedDuration,
    /// A link that nobody follows ends then.
    pub link_for: SignedDuration,
}

impl Default for Lasting {
    fn default() -> Self {
        Self { session_for: SignedDuration::from_hours(12), link_for: SignedDuration::from_mins(10) }
    }
}

/// The sessions of a store.
pub(crate) struct Sessions {
    refrain: Refrain,
    lasting: Lasting,
}

impl Sessions {
    pub(crate) fn new(refrain: Refrain, lasting: Lasting) -> Self {
        Self { refrain, lasting }
    }

    /// Begins a session with the secret of a key, or by a link, and returns its token.
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

    /// The session of a token, if it lasts. That it was used is written down.
    pub(crate) async fn find(&self, token: &str) -> Result<Option<Session>, StoreError> {
        if !is_token(token) {
            return Ok(None);
        }
        let (now, name) = (self.refrain.now(), SessionId::of(token).mark());
        let Some((session, mark)) = self.read(&name, now).await? else { return Ok(None) };
        let ends_at = self.ends_at(&session);
        let until = now.saturating_add(IDLE_FOR_MAX).unwrap_or(now).min(ends_at);
        if until.duration_since(mark.until) >= SEEN_EVERY {
            let longer = Mark { value: mark.value.clone(), until };
            self.refrain.store().replace_mark(&name, Some(&mark.value), Some(&longer), now).await?;
        }
        Ok(Some(session))
    }

    /// The session of an ID, if it lasts. Looking at it is no use of it.
    pub(crate) async fn look(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
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

    /// Ends a session. One that is over already is no error.
    pub(crate) async fn end(&self, token: &str) -> Result<(), StoreError> {
        self.remove("session", token).await.map(|_| ())
    }

    /// A token that begins one session within a few minutes.
    pub(crate) async fn link(&self) -> Result<String, StoreError> {
        let token = random::text(BASE62, TOKEN_LENGTH);
        let name = mark_name("login", &token);
        self.refrain.store().mark_if_absent(&name, LINK, self.lasting.link_for, self.refrain.now()).await?;
        Ok(token)
    }

    /// Uses a link up; of two that try, one may.
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

/// A session as it may be kept in memory: the hash of its token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SessionId(String);

impl SessionId {
    pub(super) fn of(token: &str) -> Self {
        Self(hex(&Sha256::digest(token)))
    }

    fn mark(&self) -> MarkName {
        MarkName { tenant: Keys::system(), name: format!("session/{}", self.0) }
    }
}

fn is_token(text: &str) -> bool {
    text.len() == TOKEN_LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn mark_name(kind: &str, token: &str) -> MarkName {
    MarkName { tenant: Keys::system(), name: format!("{kind}/{}", hex(&Sha256::digest(token))) }
}
