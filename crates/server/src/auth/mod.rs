//! Authentication: determines the caller of a request.
//!
//! On a local machine, no key is required until the first one is created. From then on, every request needs a
//! key.
//!
//! Invariants:
//!
//! - Secrets and tokens are never stored, only their hashes.
//! - When the store cannot answer, access is denied.
//! - A revoked key stops working everywhere within a second.

mod api_key;
mod browser;
mod credential;
mod denial;
mod identity;
mod key_text;
mod keys;
mod presented_credential;
mod random;
mod session;
mod used;

use std::sync::Arc;

use axum::http::request::Parts;
use refrain::Error;
use refrain::Refrain;

pub(crate) use api_key::{ApiKey, Permission, Role};
pub(crate) use browser::check_site;
pub(crate) use credential::Credential;
pub(crate) use denial::Denial;
pub(crate) use identity::{Identity, Reach};
pub(crate) use key_text::KeyText;
pub(crate) use keys::{KeyRecord, KeySecret, Keys, NewKey, Refusal};
pub(crate) use presented_credential::{PresentedCredential, cookie_name, presented_credential};
pub use session::SessionLifetimes;
pub(crate) use session::{SessionId, Sessions};
pub(crate) use used::KeyUsage;

/// When an API key is required.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeyRequirement {
    /// As soon as one exists. Until then, anyone who can reach the port has full access.
    #[default]
    OnceOneExists,
    /// Always.
    Always,
}

/// Options for authentication.
#[derive(Clone, Debug, Default)]
pub struct AuthOptions {
    /// When an API key is required.
    pub keys: KeyRequirement,
    /// Host names of the server besides `localhost` and its addresses, while no key is required: `name` or
    /// `name:port`.
    pub hosts: Vec<String>,
    /// Whether to accept any host name even though no key is required. Any page open in a browser on the
    /// network then has full access.
    pub any_host: bool,
    /// Whether callers connect over TLS, so that cookies are restricted to TLS.
    pub is_secure: bool,
    /// Lifetimes of sessions and login links.
    pub lasting: SessionLifetimes,
    /// Whether the server is shared by tenants who must not see each other's data. Viewers then need the
    /// permissions `payloads` and `audit` to see payloads and the audit log, and new secrets must name where
    /// they may be sent.
    pub is_multi_tenant: bool,
}

/// Whether API keys are required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Anyone who can reach the port has full access: a local machine.
    Open,
    /// Every request needs a key, or a session started with one.
    Keys,
}

/// Authenticates callers. Clones share their state.
#[derive(Clone)]
pub struct Authority {
    inner: Arc<Inner>,
}

struct Inner {
    options: AuthOptions,
    keys: Keys,
    sessions: Sessions,
    used: KeyUsage,
}

impl Authority {
    /// Creates an authority over the API keys in the store of `refrain`.
    pub fn new(refrain: &Refrain, options: AuthOptions) -> Self {
        let (keys, sessions, used) = (
            Keys::new(refrain.clone()),
            Sessions::new(refrain.clone(), options.lasting),
            KeyUsage::new(refrain.clone()),
        );
        Self { inner: Arc::new(Inner { options, keys, sessions, used }) }
    }

    /// Creates a login link for the console. The first person to open it within a few minutes becomes an
    /// operator; the link works once.
    ///
    /// # Errors
    /// Fails if the store is unavailable.
    pub async fn one_time_link(&self, base: &str) -> Result<String, Error> {
        let token = self.inner.sessions.link().await?;
        Ok(format!("{}/login?token={token}", base.trim_end_matches('/')))
    }

    pub(crate) fn lasting(&self) -> SessionLifetimes {
        self.inner.options.lasting
    }

    /// Returns whether an API key is required.
    ///
    /// # Errors
    /// Fails if the store is unavailable.
    pub async fn needs_keys(&self) -> Result<bool, Error> {
        Ok(self.inner.options.keys == KeyRequirement::Always || self.inner.keys.any_exist().await?)
    }

    /// Returns whether an API key exists.
    ///
    /// # Errors
    /// Fails if the store is unavailable.
    pub async fn has_keys(&self) -> Result<bool, Error> {
        Ok(self.inner.keys.any_exist().await?)
    }

    async fn mode_now(&self) -> Result<Mode, Denial> {
        let has_keys = self.inner.keys.any_exist_now().await.map_err(unknown)?;
        Ok(if has_keys { Mode::Keys } else { Mode::Open })
    }

    pub(crate) async fn mode(&self) -> Result<Mode, Denial> {
        let needs_keys = self.needs_keys().await.map_err(unknown)?;
        Ok(if needs_keys { Mode::Keys } else { Mode::Open })
    }

    /// Returns the identity of the caller, or `None` if the request has no credential.
    pub(crate) async fn identify(&self, parts: &Parts) -> Result<Option<Identity>, Denial> {
        let options = &self.inner.options;
        let presented_credential = presented_credential(&parts.headers, options.is_secure);
        let mode = match self.mode().await? {
            // A caller that sends a key expects it to be checked, even if it is the first key and was just
            // created by another node.
            Mode::Open if matches!(presented_credential, PresentedCredential::Key(_)) => self.mode_now().await?,
            mode => mode,
        };
        match mode {
            Mode::Open => {
                if !options.any_host {
                    browser::check_host(parts, &options.hosts)?;
                }
                Ok(Some(Identity { mode: Mode::Open, ..Identity::operator("local") }))
            }
            Mode::Keys => match presented_credential {
                PresentedCredential::Key(text) => self.authenticate_key(&text).await.map(Some),
                PresentedCredential::Session(token) => self.authenticate_session(&token).await,
                PresentedCredential::Unknown | PresentedCredential::Nothing => Ok(None),
            },
        }
    }

    /// Returns the identity of a key's owner.
    async fn authenticate_key(&self, text: &str) -> Result<Identity, Denial> {
        let secret = KeySecret::parse(text).ok_or_else(|| refused(Refusal::Malformed))?;
        let kept = self.inner.keys.check(&secret).await.map_err(refused)?;
        self.inner.used.note(&kept.id);
        Ok(self.identity(kept, Credential::Key(secret)))
    }

    /// Starts a session with a key and returns the session's token.
    pub(crate) async fn log_in(&self, text: &str) -> Result<(Identity, String), Denial> {
        let identity = self.authenticate_key(text).await?;
        let secret = KeySecret::parse(text).ok_or_else(|| refused(Refusal::Malformed))?;
        let token = self.inner.sessions.begin(Some(secret)).await.map_err(Denial::NoSession)?;
        Ok((identity, token))
    }

    async fn authenticate_session(&self, token: &str) -> Result<Option<Identity>, Denial> {
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
            // The session ends when its key does.
            Err(Refusal::Malformed | Refusal::Wrong | Refusal::Expired | Refusal::Revoked) => Ok(None),
        }
    }

    fn identity(&self, kept: KeyRecord, credential: Credential) -> Identity {
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

    /// Returns whether the server is shared by tenants who must not see each other's data.
    pub(crate) fn is_multi_tenant(&self) -> bool {
        self.inner.options.is_multi_tenant
    }

    pub(crate) fn keys(&self) -> &Keys {
        &self.inner.keys
    }

    pub(crate) fn sessions(&self) -> &Sessions {
        &self.inner.sessions
    }

    pub(crate) fn used(&self) -> &KeyUsage {
        &self.inner.used
    }

    pub(crate) fn is_secure(&self) -> bool {
        self.inner.options.is_secure
    }
}

/// Returns the denial for a key that was refused.
fn refused(refusal: Refusal) -> Denial {
    match refusal {
        Refusal::Malformed => Denial::MalformedKey,
        Refusal::Wrong => Denial::WrongKey,
        Refusal::Expired => Denial::ExpiredKey,
        Refusal::Revoked => Denial::RevokedKey,
        Refusal::Store(error) => unknown(error),
    }
}

/// Denies access when the caller cannot be determined.
fn unknown(error: impl Into<Error>) -> Denial {
    let error = error.into();
    tracing::error!(name: "auth.store_error", %error, "keys cannot be read");
    Denial::UnreadableKeys
}
