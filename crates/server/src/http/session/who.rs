//! Who the caller is.

use jiff::Timestamp;
use refrain::api_key::Permission;
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::Mode;
use crate::http::body::Json;
use crate::http::caller::{Caller, Identity, Reach};
use crate::http::keys::view::{PermissionName, ReachName, RoleName};

/// Whether keys are needed.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ModeName {
    /// Whoever can reach the port may do everything.
    Open,
    /// Everyone shows a key.
    Keys,
}

/// Who the caller is, and what they may do.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WhoView {
    /// As the audit names them.
    #[schema(example = "key/k3m9x0q7c2ab")]
    actor: String,
    /// Whether keys are needed.
    mode: ModeName,
    /// Whose rows they may see.
    reach: ReachName,
    /// Their tenant, as `namespace/tenant`; null when they see all.
    #[schema(example = "default/acme")]
    tenant: Option<String>,
    /// What they may do.
    role: RoleName,
    /// What they may do besides, including the permissions that their role includes.
    permissions: Vec<PermissionName>,
    /// The id of their key; null for whoever is an operator without one.
    key: Option<String>,
    /// When their key ends; null is never.
    expires_at: Option<Timestamp>,
}

impl WhoView {
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

/// Say who the caller is
#[utoipa::path(get, path = "/v1/session", tag = "keys", responses((status = 200, description = "Who it is", body = WhoView)))]
pub(crate) async fn who(caller: Caller) -> Json<WhoView> {
    Json(WhoView::new(caller.identity))
}
