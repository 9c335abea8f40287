//! Reasons to deny a request. `http` turns them into responses.

use refrain::store::StoreError;

/// Reason why a request is denied.
#[derive(Debug)]
pub(crate) enum Denial {
    /// The text is not the text of a key.
    MalformedKey,
    /// There is no such key, or the secret does not match.
    WrongKey,
    /// The key has expired. Only a caller that knows its secret learns this.
    ExpiredKey,
    /// The key was revoked. Only a caller that knows its secret learns this.
    RevokedKey,
    /// The request calls the server by this host name, which is not one of its names.
    WrongHost(String),
    /// The browser reports that the request for a change comes from a page of this kind: `cross-site`, `same-site`.
    ForeignSite(String),
    /// The request for a change comes from a page of this origin.
    ForeignOrigin(String),
    /// The store cannot be read, so the caller cannot be determined.
    UnreadableKeys,
    /// The session could not be written.
    NoSession(StoreError),
}
