//! Who a request comes from: nobody needs a key on a machine of one's own, until there is one; then everyone does.
//!
//! Invariants: no secret and no token is kept, only hashes; what nobody can say for sure lets nobody in; a key that was taken back works
//! nowhere a second later.

mod browser;
mod credential;
mod key_text;
mod keys;
mod known;
mod random;
mod session;
mod shown;
mod used;

use std::sync::Arc;

use axum::http::StatusCode;
use axum::http::request::Parts;
use refrain::Refrain;
use refrain::error::Error;

pub(crate) use browser::check_site;
pub(crate) use credential::Credential;
pub(crate) use key_text::KeyText;
pub(crate) use keys::{Kept, KeySecret, Keys, NewKey, Refusal};
pub use session::Lasting;
pub(crate) use session::{SessionId, Sessions};
pub(crate) use shown::{Shown, cookie_name, shown};
pub(crate) use used::Used;

use crate::http::caller::{Identity, Reach};
use crate::http::problem::Problem;

/// When a key is needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeysNeeded {
    /// Once there is one. Until then whoever can reach the port may do everything.
    #[default]
    OnceThereIsOne,
    /// Always.
    Always,
}

/// How callers are known.
#[derive(Clone, Debug, Default)]
pub struct AuthOptions {
    /// When a key is needed.
    pub keys: KeysNeeded,
    /// What the server is called besides `localhost` and its addresses, while no key is needed: `name` or `name:port`.
    pub hosts: Vec<String>,
    /// Whether it may be called anything, though no key is needed. Any page that a browser on the network shows can then do everything.
    pub any_host: bool,
    /// Whether callers reach it over TLS, so that cookies go nowhere else.
    pub is_secure: bool,
    /// How long sessions last.
    pub lasting: Lasting,
    /// Whether tenants that do not know each other share the server: viewers then need `payloads` and `audit` to see these, and
    /// new secrets name where they may be sent.
    pub is_multi_tenant: bool,
}

/// Whether keys are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Whoever can reach the port may do everything: a machine of one's own.
    Open,
    /// Everyone shows a key, or a session that was begun with one.
    Keys,
}

/// Knows callers by what they show. Clones are the same.
#[derive(Clone)]
pub struct Authority {
    inner: Arc<Inner>,
}

struct Inner {
    options: AuthOptions,
    keys: Keys,
    sessions: Sessions,
    used: Used,
}

impl Authority {
    /// An authority over the keys of a node's store.
    pub fn new(refrain: &Refrain, options: AuthOptions) -> Self {
        let (keys, sessions, used) =
            (Keys::new(refrain.clone()), Sessions::new(refrain.clone(), options.lasting), Used::new(refrain.clone()));
        Self { inner: Arc::new(Inner { options, keys, sessions, used }) }
    }

    /// A link that lets whoever follows it first into the console as an operator, within a few minutes and once.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn one_time_link(&self, base: &str) -> Result<String, Error> {
        let token = self.inner.sessions.link().await?;
        Ok(format!("{}/login?token={token}", base.trim_end_matches('/')))
    }

    pub(crate) fn lasting(&self) -> Lasting {
        self.inner.options.lasting
    }

    /// Whether a key is needed.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn needs_keys(&self) -> Result<bool, Error> {
        Ok(self.inner.options.keys == KeysNeeded::Always || self.inner.keys.are_any().await?)
    }

    /// Whether there is a key.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn has_keys(&self) -> Result<bool, Error> {
        Ok(self.inner.keys.are_any().await?)
    }

    async fn mode_now(&self) -> Result<Mode, Problem> {
        let has_keys = self.inner.keys.are_any_now().await.map_err(unknown)?;
        Ok(if has_keys { Mode::Keys } else { Mode::Open })
    }

    pub(crate) async fn mode(&self) -> Result<Mode, Problem> {
        let needs_keys = self.needs_keys().await.map_err(unknown)?;
        Ok(if needs_keys { Mode::Keys } else { Mode::Open })
    }

    /// Who it is; none when nothing was shown.
    pub(crate) async fn identify(&self, parts: &Parts) -> Result<Option<Identity>, Problem> {
        let options = &self.inner.options;
        let shown = shown(&parts.headers, options.is_secure);
        let mode = match self.mode().await? {
            // Whoever shows a key expects to be judged by it, also when it is the first one and was made a moment ago elsewhere.
            Mode::Open if matches!(shown, Shown::Key(_)) => self.mode_now().await?,
            mode => mode,
        };
        match mode {
            Mode::Open => {
                if !options.any_host {
                    browser::check_host(parts, &options.hosts)?;
                }
                Ok(Some(Identity { mode: Mode::Open, ..Identity::operator("local") }))
            }
            Mode::Keys => match shown {
                Shown::Key(text) => self.by_key(&text).await.map(Some),
                Shown::Session(token) => self.by_session(&token).await,
                Shown::Unknown | Shown::Nothing => Ok(None),
            },
        }
    }

    /// Who the owner of a key is.
    async fn by_key(&self, text: &str) -> Result<Identity, Problem> {
        let secret = KeySecret::parse(text).ok_or_else(|| refused(Refusal::Malformed))?;
        let kept = self.inner.keys.check(&secret).await.map_err(refused)?;
        self.inner.used.note(&kept.id);
        Ok(self.identity(kept, Credential::Key(secret)))
    }

    /// Begins a session with a key, and returns its token.
    pub(crate) async fn log_in(&self, text: &str) -> Result<(Identity, String), Problem> {
        let identity = self.by_key(text).await?;
        let secret = KeySecret::parse(text).ok_or_else(|| refused(Refusal::Malformed))?;
        let token = self.inner.sessions.begin(Some(secret)).await?;
        Ok((identity, token))
    }

    async fn by_session(&self, token: &str) -> Result<Option<Identity>, Problem> {
        let Some(session) = self.inner.sessions.find(token).await.map_err(unknown)? else { return Ok(None) };
        let credential = Credential::Session(SessionId::of(token));
        let Some(id) = session.key else {
            return Ok(Some(Identity { credential, ..Identity::operator("console") }));
        };
        match self.inner.keys.check(&KeySecret { id, sha256: session.secret_sha256 }).await {
            Ok(kept) => {
                self.inner.used.note(&kept.id);
                Ok(Some(self.identity(kept, credential)))
            }
            Err(Refusal::Store(error)) => Err(unknown(error)),
            // The session ends with its key.
            Err(Refusal::Malformed | Refusal::Wrong | Refusal::Expired | Refusal::Revoked) => Ok(None),
        }
    }

    fn identity(&self, kept: Kept, credential: Credential) -> Identity {
        Identity {
            actor: format!("key/{}", kept.id),
            reach: kept.key.tenant.map_or(Reach::All, Reach::One),
            role: kept.key.role,
            permissions: kept.key.permissions,
            key: Some(kept.id),
            expires_at: kept.key.expires_at,
            mode: Mode::Keys,
            is_multi_tenant: self.is_multi_tenant(),
            credential,
        }
    }

    /// Whether tenants that do not know each other share the server.
    pub(crate) fn is_multi_tenant(&self) -> bool {
        self.inner.options.is_multi_tenant
    }

    pub(crate) fn keys(&self) -> &Keys {
        &self.inner.keys
    }

    pub(crate) fn sessions(&self) -> &Sessions {
        &self.inner.sessions
    }

    pub(crate) fn used(&self) -> &Used {
        &self.inner.used
    }

    pub(crate) fn is_secure(&self) -> bool {
        self.inner.options.is_secure
    }
}

/// Why a key lets nobody in. Only whoever knows its secret learns that it was good once.
fn refused(refusal: Refusal) -> Problem {
    let (code, detail, hint) = match refusal {
        Refusal::Malformed => {
            ("malformed_key", "this is not the text of a key", "look for a typo, or a part that was not copied")
        }
        Refusal::Wrong => ("wrong_key", "there is no such key", "ask an administrator of your tenant for one"),
        Refusal::Expired => {
            ("expired_key", "the time of this key is over", "ask an administrator of your tenant for a new one")
        }
        Refusal::Revoked => {
            ("revoked_key", "this key was taken back", "ask an administrator of your tenant for a new one")
        }
        Refusal::Store(error) => return unknown(error),
    };
    Problem::new(StatusCode::UNAUTHORIZED, code, detail).with_hint(hint)
}

/// When nobody can say who it is, nobody is let in.
fn unknown(error: impl Into<Error>) -> Problem {
    let error = error.into();
    tracing::error!(name: "auth.store_error", %error, "keys cannot be read");
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", "keys cannot be read at the moment")
        .with_hint("try again in a moment")
        .retry_after(1)
}

/// The tenant of what belongs to the server itself: keys, and the passwords of providers.
pub(crate) fn system_tenant() -> refrain::id::Tenant {
    refrain::id::Tenant::new("refrain", "system").expect("both are names")
}
