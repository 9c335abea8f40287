// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `secrets`.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::previews::Warning;

/// A new value of a secret.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct NewSecret {
    /// Value of the secret. It is never shown.
    pub value: String,
    /// Destinations that the secret may be sent to: `PROVIDER` or `PROVIDER:HOST`, such as `email`,
    /// `webhook:api.example.com` or `webhook:*.example.com`. An empty list allows any destination. Default: unchanged.
    /// A new secret may be sent anywhere by default; in multi-tenant mode, the list is required.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow: Option<Vec<String>>,
}

impl NewSecret {
    /// Creates the value with its required fields.
    pub fn new(value: impl Into<String>) -> Self {
        Self { value: value.into(), allow: None }
    }

    /// Sets `allow`: destinations that the secret may be sent to: `PROVIDER` or `PROVIDER:HOST`, such as `email`,
    /// `webhook:api.example.com` or `webhook:*.example.com`.
    #[must_use]
    pub fn with_allow(mut self, allow: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.allow = Some(allow.into_iter().map(Into::into).collect::<Vec<String>>());
        self
    }
}

/// A secret, without its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Secret {
    /// Name of the secret.
    pub name: String,
    /// Version, which increases with every write and every re-encryption.
    pub version: i64,
    /// Time of the last write or re-encryption.
    pub updated_at: Timestamp,
    /// Destinations that the secret may be sent to. Empty: any destination.
    pub allow: Vec<String>,
    /// Name of the master key that encrypted the secret. Null if the record cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encrypted_by: Option<String>,
    /// Warnings about providers in `allow` that no live node has. Only in responses to a save. Omitted if there are
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<Warning>>,
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SecretList {
    /// Items of the page.
    pub items: Vec<Secret>,
    /// Cursor of the next page. Null on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A secret that could not be re-encrypted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SecretRotationFailure {
    /// Name of the secret.
    pub name: String,
    /// Reason for the failure.
    pub problem: String,
}

/// Result of re-encrypting the secrets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SecretRotationResult {
    /// Number of secrets that were re-encrypted.
    pub reencrypted: i64,
    /// Number of secrets that already used the newest key.
    pub unchanged: i64,
    /// Secrets that could not be decrypted. Keep all old master keys while there are any.
    pub refused: Vec<SecretRotationFailure>,
}
