//! The credential that authenticated a caller, and checks that the credential is still valid.
//!
//! A request is checked once. A stream can outlive its credential, so streams check repeatedly.

use std::time::Duration;

use super::session::SessionId;
use super::{Authority, KeySecret, Mode};

/// Time between two checks of a stream's credential.
const CHECK_EVERY: Duration = Duration::from_millis(500);

/// The credential that authenticated a caller. Holds only hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Credential {
    /// No credential was required.
    None,
    /// The secret of an API key.
    Key(KeySecret),
    /// A console session.
    Session(SessionId),
}

impl Authority {
    /// Completes when a credential is no longer valid: revoked, rotated, expired or logged out. A credential
    /// that cannot be checked counts as invalid.
    pub(crate) async fn ended(&self, credential: &Credential) {
        loop {
            tokio::time::sleep(CHECK_EVERY).await;
            if !self.is_valid(credential).await {
                return;
            }
        }
    }

    async fn is_valid(&self, credential: &Credential) -> bool {
        match credential {
            Credential::None => matches!(self.mode_now().await, Ok(Mode::Open)),
            Credential::Key(secret) => self.inner.keys.check_again(secret).await.is_ok(),
            Credential::Session(id) => match self.inner.sessions.peek(id).await {
                Ok(Some(session)) => match session.key {
                    Some(id) => {
                        let secret = KeySecret { id, sha256: session.secret_sha256 };
                        self.inner.keys.check_again(&secret).await.is_ok()
                    }
                    None => true,
                },
                Ok(None) | Err(_) => false,
            },
        }
    }
}
