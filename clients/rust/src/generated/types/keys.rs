// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `keys`.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::text_enum::text_enum;

/// An API key, without its secret.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ApiKey {
    /// Key ID. It is not secret.
    pub id: String,
    /// Tenants that the key can access.
    pub reach: KeyReach,
    /// Role of the key.
    pub role: Role,
    /// Permissions in addition to the role.
    pub permissions: Vec<Permission>,
    /// Purpose of the key.
    pub note: String,
    /// Status of the key.
    pub status: ApiKeyStatus,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Creator of the key.
    pub created_by: String,
    /// Expiry time. Null if the key never expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// Time of the last use, to the minute. Null if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<Timestamp>,
    /// Time until which the old secret keeps working.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_secret_until: Option<Timestamp>,
    /// Time of revocation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<Timestamp>,
    /// Tenant of the key, as `namespace/tenant`. Null if the key can access all tenants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ApiKeyList {
    /// Items of the page.
    pub items: Vec<ApiKey>,
    /// Cursor of the next page. Null on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

text_enum! {
    /// Status of an API key.
    ApiKeyStatus {
        Active = "active",
        Expired = "expired",
        Revoked = "revoked",
    }
}

/// An API key with its secret, which is shown only once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ApiKeyWithSecret {
    /// Key to send as `Authorization: Bearer …`. It cannot be shown again.
    pub key: String,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Creator of the key.
    pub created_by: String,
    /// Expiry time. Null if the key never expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// Key ID. It is not secret.
    pub id: String,
    /// Time of the last use, to the minute. Null if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<Timestamp>,
    /// Purpose of the key.
    pub note: String,
    /// Time until which the old secret keeps working.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_secret_until: Option<Timestamp>,
    /// Permissions in addition to the role.
    pub permissions: Vec<Permission>,
    /// Tenants that the key can access.
    pub reach: KeyReach,
    /// Time of revocation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<Timestamp>,
    /// Role of the key.
    pub role: Role,
    /// Status of the key.
    pub status: ApiKeyStatus,
    /// Tenant of the key, as `namespace/tenant`. Null if the key can access all tenants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
}

text_enum! {
    /// Whether API keys are required.
    AuthMode {
        Open = "open",
        Keys = "keys",
    }
}

/// A new API key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CreateKeyRequest {
    /// Role of the key.
    pub role: Role,
    /// Expiry time. Default: never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// Purpose of the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Permissions in addition to the role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permissions: Option<Vec<Permission>>,
    /// Tenants that the key can access. Default: the tenant of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reach: Option<KeyReach>,
}

impl CreateKeyRequest {
    /// Creates the value with its required fields.
    pub fn new(role: impl Into<Role>) -> Self {
        Self { role: role.into(), expires_at: None, note: None, permissions: None, reach: None }
    }

    /// Sets `expires_at`: expiry time.
    #[must_use]
    pub fn with_expires_at(mut self, expires_at: Timestamp) -> Self {
        self.expires_at = Some(expires_at);
        self
    }

    /// Sets `note`: purpose of the key.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// Sets `permissions`: permissions in addition to the role.
    #[must_use]
    pub fn with_permissions(mut self, permissions: impl IntoIterator<Item = impl Into<Permission>>) -> Self {
        self.permissions = Some(permissions.into_iter().map(Into::into).collect::<Vec<Permission>>());
        self
    }

    /// Sets `reach`: tenants that the key can access.
    #[must_use]
    pub fn with_reach(mut self, reach: impl Into<KeyReach>) -> Self {
        self.reach = Some(reach.into());
        self
    }
}

text_enum! {
    /// Tenants that an API key can access.
    KeyReach {
        Tenant = "tenant",
        All = "all",
    }
}

/// Credentials for a login.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LoginRequest {
    /// API key.
    pub key: String,
}

impl LoginRequest {
    /// Creates the value with its required fields.
    pub fn new(key: impl Into<String>) -> Self {
        Self { key: key.into() }
    }
}

text_enum! {
    /// Permission in addition to a role. Every role except `viewer` includes `payloads` and `audit`.
    Permission {
        Backfill = "backfill",
        Fire = "fire",
        Command = "command",
        Secrets = "secrets",
        Payloads = "payloads",
        Audit = "audit",
    }
}

text_enum! {
    /// Role of an API key. Each role includes the ones before it.
    Role {
        Viewer = "viewer",
        Operator = "operator",
        Editor = "editor",
        Admin = "admin",
    }
}

/// The caller and its rights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Session {
    /// Name in the audit log.
    pub actor: String,
    /// Whether API keys are required.
    pub mode: AuthMode,
    /// Tenants that the caller can access.
    pub reach: KeyReach,
    /// Role of the caller.
    pub role: Role,
    /// Permissions of the caller, including those that the role includes.
    pub permissions: Vec<Permission>,
    /// Expiry time of the API key. Null if it never expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// ID of the API key. Null for an operator without a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Tenant of the caller, as `namespace/tenant`. Null if the caller can access all tenants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
}
