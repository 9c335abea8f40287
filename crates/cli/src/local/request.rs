//! What can be done at a server and on a store alike.

use refrain_client::types::{CreateKeyRequest, NewSecret};

/// A request about keys, secrets or the audit log. It is not printed: it may contain the value of a secret.
#[expect(missing_debug_implementations, reason = "it may contain the value of a secret")]
pub enum StoreRequest {
    /// Lists API keys.
    ListKeys {
        /// Whether to list only the keys that reach all tenants.
        reaches_all: bool,
    },
    /// Gets an API key.
    GetKey {
        /// ID of the key.
        id: String,
    },
    /// Creates an API key. The response contains its text.
    CreateKey(CreateKeyRequest),
    /// Revokes an API key.
    RevokeKey {
        /// ID of the key.
        id: String,
    },
    /// Replaces the secret of an API key. The response contains its text.
    RotateKey {
        /// ID of the key.
        id: String,
        /// Time for which the old secret stays valid, in seconds.
        keep_old_seconds: u32,
    },
    /// Lists secrets, without their values.
    ListSecrets,
    /// Creates or replaces a secret.
    PutSecret {
        /// Name of the secret.
        name: String,
        /// Value, and where it may be sent.
        secret: NewSecret,
    },
    /// Deletes a secret.
    DeleteSecret {
        /// Name of the secret.
        name: String,
    },
    /// Encrypts all secrets of the tenant with the newest master key.
    RotateSecrets {
        /// Whether to add a master key first.
        adds_key: bool,
    },
    /// Lists the newest entries of the audit log.
    ListAuditEntries {
        /// Maximum number of entries; 0 for all.
        limit: usize,
    },
    /// Verifies the hash chain of the audit log.
    VerifyAuditLog,
}
