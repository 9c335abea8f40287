//! The credential that let a caller in, and whether it still would.
//!
//! Requests are judged once. A stream lasts longer than its credential may, so it asks again.

use std::time::Duration;

use super::session::SessionId;
use super::{Authority, KeySecret, Mode};

/// Time between two checks of the credential of a stream.
const CHECK_EVERY: Duration = Duration::from_millis(500);

/// The credential that let a caller in. It holds hashes only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Credential {
    /// None was needed.
    None,
    /// The secret of a key.
    Key(KeySecret),
    /// A session of the console.
    Session(SessionId),
}

impl Authority {
    /// Completes when a credential no longer lets anybody in: revoked, rotated, expired or logged out. A credential that cannot
    /// be checked lets nobody in either.
    pub(crate) async fn ended(&self, credential: &Credential) {
        loop {
            tokio::time::sleep(CHECK_EVERY).await;
            if !self.is_good(credential).await {
                return;
            }
        }
    }

    async fn is_good(&self, credential: &Credential) -> bool {
        match credential {
            Credential::None => matches!(self.mode_now().await, Ok(Mode::Open)),
            Credential::Key(secret) => self.inner.keys.check_again(secret).await.is_ok(),
            Credential::Session(id) => match self.inner.sessions.look(id).await {
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
