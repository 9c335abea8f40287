//! An API key as it is kept: never the secret, only its hash. Kept in the catalog under its public id.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What a key may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Sees.
    Viewer,
    /// Sees, pauses, retries, skips.
    Operator,
    /// Writes schedules besides.
    Editor,
    /// Everything in its tenant.
    Admin,
}

/// What no role implies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    /// Asking for a past range.
    Backfill,
    /// Firing by hand.
    Fire,
    /// Using the command provider.
    Command,
    /// Writing secrets; nobody reads them.
    Secrets,
}

/// A key, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiKey {
    /// SHA-256 of the secret, in hex.
    pub secret_sha256: String,
    /// What it may do.
    pub role: Role,
    /// What it may do besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub permissions: Vec<Permission>,
    /// What it is for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Until when it works.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
}
