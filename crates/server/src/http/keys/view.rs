//! Keys as the API shows them: everything but the secret.

use jiff::Timestamp;
use refrain::api_key::{ApiKey, Permission, Role};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::auth::{Kept, KeyText};

/// What a key may do: each may do what those before it may.
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

/// What no role implies.
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

/// Whose rows a key reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReachName {
    /// One tenant's.
    #[default]
    Tenant,
    /// Everyone's: an operator's of the server.
    All,
}

/// Whether a key works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum KeyStatus {
    Active,
    Expired,
    Revoked,
}

/// A key, without its secret.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeyView {
    /// What it is known by. It is no secret.
    #[schema(example = "k3m9x0q7c2ab")]
    id: String,
    /// Whose rows it reaches.
    reach: ReachName,
    /// Whose it is, as `namespace/tenant`; null when it reaches all.
    #[schema(example = "default/acme")]
    tenant: Option<String>,
    /// What it may do.
    role: RoleName,
    /// What it may do besides.
    permissions: Vec<PermissionName>,
    /// What it is for.
    #[schema(example = "the deploy pipeline")]
    note: String,
    /// Whether it works.
    status: KeyStatus,
    /// When it was made.
    created_at: Timestamp,
    /// Who made it.
    #[schema(example = "key/9f0c2m1x7k4d")]
    created_by: String,
    /// Until when it works; null is for good.
    expires_at: Option<Timestamp>,
    /// When it was taken back.
    revoked_at: Option<Timestamp>,
    /// Until when the secret before works, too.
    old_secret_until: Option<Timestamp>,
    /// When it was last used, to the minute; null when it is not known.
    last_used_at: Option<Timestamp>,
}

impl KeyView {
    pub(super) fn new(kept: Kept, last_used_at: Option<Timestamp>, now: Timestamp) -> Self {
        let Kept { id, key } = kept;
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

/// A key with its secret, shown this once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeyShown {
    /// What requests send as `Authorization: Bearer …`. It cannot be shown again.
    #[schema(example = "rfn_k3m9x0q7c2ab_…")]
    key: String,
    /// The rest.
    #[serde(flatten)]
    view: KeyView,
}

impl KeyShown {
    pub(super) fn new(text: &KeyText, key: ApiKey, now: Timestamp) -> Self {
        let kept = Kept { id: text.id().to_owned(), key };
        Self { key: text.expose(), view: KeyView::new(kept, None, now) }
    }
}
