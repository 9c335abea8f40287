//! API representation of API keys: everything except the secret.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::auth::{ApiKey, KeyRecord, KeyText, Permission, Role};

/// Role of an API key. Each role includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RoleName {
    Viewer,
    Operator,
    Editor,
    Admin,
}

impl From<RoleName> for Role {
    fn from(name: RoleName) -> Self {
        match name {
            RoleName::Viewer => Self::Viewer,
            RoleName::Operator => Self::Operator,
            RoleName::Editor => Self::Editor,
            RoleName::Admin => Self::Admin,
        }
    }
}

impl From<Role> for RoleName {
    fn from(role: Role) -> Self {
        match role {
            Role::Viewer => Self::Viewer,
            Role::Operator => Self::Operator,
            Role::Editor => Self::Editor,
            Role::Admin => Self::Admin,
        }
    }
}

/// Permission in addition to a role. Every role except `viewer` includes `payloads` and `audit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PermissionName {
    Backfill,
    Fire,
    Command,
    Secrets,
    Payloads,
    Audit,
}

impl From<PermissionName> for Permission {
    fn from(name: PermissionName) -> Self {
        match name {
            PermissionName::Backfill => Self::Backfill,
            PermissionName::Fire => Self::Fire,
            PermissionName::Command => Self::Command,
            PermissionName::Secrets => Self::Secrets,
            PermissionName::Payloads => Self::Payloads,
            PermissionName::Audit => Self::Audit,
        }
    }
}

impl From<Permission> for PermissionName {
    fn from(permission: Permission) -> Self {
        match permission {
            Permission::Backfill => Self::Backfill,
            Permission::Fire => Self::Fire,
            Permission::Command => Self::Command,
            Permission::Secrets => Self::Secrets,
            Permission::Payloads => Self::Payloads,
            Permission::Audit => Self::Audit,
        }
    }
}

/// Tenants that an API key can access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReachName {
    /// One tenant.
    #[default]
    Tenant,
    /// All tenants: a key of an operator of the server.
    All,
}

/// Status of an API key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum KeyStatus {
    Active,
    Expired,
    Revoked,
}

/// An API key, without its secret.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeyView {
    /// Key ID. It is not secret.
    #[schema(example = "k3m9x0q7c2ab")]
    id: String,
    /// Tenants that the key can access.
    reach: ReachName,
    /// Tenant of the key, as `namespace/tenant`. Null if the key can access all tenants.
    #[schema(example = "default/acme")]
    tenant: Option<String>,
    /// Role of the key.
    role: RoleName,
    /// Permissions in addition to the role.
    permissions: Vec<PermissionName>,
    /// Purpose of the key.
    #[schema(example = "the deploy pipeline")]
    note: String,
    /// Status of the key.
    status: KeyStatus,
    /// Time of creation.
    created_at: Timestamp,
    /// Creator of the key.
    #[schema(example = "key/9f0c2m1x7k4d")]
    created_by: String,
    /// Expiry time. Null if the key never expires.
    expires_at: Option<Timestamp>,
    /// Time of revocation.
    revoked_at: Option<Timestamp>,
    /// Time until which the old secret keeps working.
    old_secret_until: Option<Timestamp>,
    /// Time of the last use, to the minute. Null if unknown.
    last_used_at: Option<Timestamp>,
}

impl KeyView {
    pub(crate) fn new(kept: KeyRecord, last_used_at: Option<Timestamp>, now: Timestamp) -> Self {
        let KeyRecord { id, key } = kept;
        let ApiKey {
            tenant, role, permissions, note, created_at, created_by, expires_at, revoked_at, old_secret, ..
        } = key;
        let status = if revoked_at.is_some() {
            KeyStatus::Revoked
        } else if expires_at.is_some_and(|expires_at| expires_at <= now) {
            KeyStatus::Expired
        } else {
            KeyStatus::Active
        };
        Self {
            id,
            reach: if tenant.is_some() { ReachName::Tenant } else { ReachName::All },
            tenant: tenant.map(|tenant| tenant.to_string()),
            role: role.into(),
            permissions: permissions.into_iter().map(PermissionName::from).collect(),
            note,
            status,
            created_at,
            created_by,
            expires_at,
            revoked_at,
            old_secret_until: old_secret.map(|old| old.until).filter(|until| now < *until),
            last_used_at,
        }
    }
}

/// An API key with its secret, which is shown only once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeyWithSecret {
    /// Key to send as `Authorization: Bearer …`. It cannot be shown again.
    #[schema(example = "rfn_k3m9x0q7c2ab_…")]
    key: String,
    /// Everything else about the key.
    #[serde(flatten)]
    view: KeyView,
}

impl KeyWithSecret {
    pub(crate) fn new(text: &KeyText, key: ApiKey, now: Timestamp) -> Self {
        let kept = KeyRecord { id: text.id().to_owned(), key };
        Self { key: text.expose(), view: KeyView::new(kept, None, now) }
    }
}
