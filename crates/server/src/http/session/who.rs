//! Shows the caller.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::{Identity, Mode, Permission, Reach};
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::keys::view::{PermissionName, ReachName, RoleName};

/// Whether API keys are required.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ModeName {
    /// Anyone who can reach the port has full access.
    Open,
    /// Every request needs a key.
    Keys,
}

/// The caller and its rights.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CallerView {
    /// Name in the audit log.
    #[schema(example = "key/k3m9x0q7c2ab")]
    actor: String,
    /// Whether API keys are required.
    mode: ModeName,
    /// Tenants that the caller can access.
    reach: ReachName,
    /// Tenant of the caller, as `namespace/tenant`. Null if the caller can access all tenants.
    #[schema(example = "default/acme")]
    tenant: Option<String>,
    /// Role of the caller.
    role: RoleName,
    /// Permissions of the caller, including those that the role includes.
    permissions: Vec<PermissionName>,
    /// ID of the API key. Null for an operator without a key.
    key: Option<String>,
    /// Expiry time of the API key. Null if it never expires.
    expires_at: Option<Timestamp>,
}

impl CallerView {
    pub(super) fn new(identity: Identity) -> Self {
        let rights = identity.rights();
        let has = |permission: &Permission| rights.has((*permission).into());
        let permissions = Permission::ALL.into_iter().filter(has).map(PermissionName::from).collect();
        let (reach, tenant) = match identity.reach {
            Reach::One(tenant) => (ReachName::Tenant, Some(tenant.to_string())),
            Reach::All => (ReachName::All, None),
        };
        Self {
            actor: identity.actor,
            mode: match identity.mode {
                Mode::Open => ModeName::Open,
                Mode::Keys => ModeName::Keys,
            },
            reach,
            tenant,
            role: identity.role.into(),
            permissions,
            key: identity.key,
            expires_at: identity.expires_at,
        }
    }
}

/// Get the current caller
///
/// Returns the caller's role, permissions and tenant.
#[utoipa::path(get, path = "/v1/session", tag = "keys", responses((status = 200, description = "The caller", body = CallerView)))]
pub(crate) async fn who(caller: Caller) -> Json<CallerView> {
    Json(CallerView::new(caller.identity))
}
