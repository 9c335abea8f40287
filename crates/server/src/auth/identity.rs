//! The identity of a caller: its name, its tenants and its rights.

use jiff::Timestamp;
use refrain::control::{Right, Rights};
use refrain::model::Tenant;

use super::Mode;
use super::api_key::{Permission, Role, rights};
use super::credential::Credential;

/// Tenants whose data a caller may access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// One tenant.
    One(Tenant),
    /// All tenants: an operator of the server.
    All,
}

/// Identity of a caller, before the tenant of the request is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// Name in the audit log.
    pub(crate) actor: String,
    /// Tenants whose data the caller may access.
    pub(crate) reach: Reach,
    /// Role of the caller.
    pub(crate) role: Role,
    /// Permissions in addition to the role.
    pub(crate) permissions: Vec<Permission>,
    /// ID of the API key. `None` for an operator without a key.
    pub(crate) key: Option<String>,
    /// Time at which the API key expires.
    pub(crate) expires_at: Option<Timestamp>,
    /// Whether API keys are required.
    pub(crate) mode: Mode,
    /// Credential that the caller presented.
    pub(crate) credential: Credential,
    /// Whether viewers need permissions to see payloads and the audit log.
    pub(crate) is_multi_tenant: bool,
}

impl Identity {
    /// Returns a caller with all rights, as on a local machine.
    pub(crate) fn operator(actor: &str) -> Self {
        Self {
            actor: actor.to_owned(),
            reach: Reach::All,
            role: Role::Admin,
            permissions: Permission::ALL.to_vec(),
            key: None,
            expires_at: None,
            mode: Mode::Keys,
            credential: Credential::None,
            is_multi_tenant: false,
        }
    }

    /// Returns the caller's rights, for any tenant.
    pub(crate) fn rights(&self) -> Rights {
        let rights = rights(self.role, &self.permissions);
        if self.is_multi_tenant { rights } else { rights.with(Right::Payloads).with(Right::Audit) }
    }
}
