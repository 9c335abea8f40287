//! The caller of a request, and the tenant it is about. Both are determined before any handler runs; a
//! handler cannot learn more.

use crate::auth::{Permission, Role, rights};
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use jiff::Timestamp;
use refrain::control::{Right, Rights};
use refrain::model::{By, MESSAGE_BYTES_MAX, ScheduleId, ScheduleKey, Tenant};

use super::app::App;
use super::problem::Problem;
use crate::auth::{Credential, Mode};

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

/// The caller of a request, and the tenant the request is about.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) identity: Identity,
    pub(crate) tenant: Tenant,
    /// ID of the request in logs, responses and the audit log.
    pub(crate) request_id: String,
}

impl Caller {
    /// Returns the caller as the audit log records it.
    pub(crate) fn by(&self) -> By {
        By { request_id: Some(self.request_id.clone()), ..By::new(self.identity.actor.clone()) }
    }

    /// Returns the caller with the reason for a change. The note is checked here, because a request that
    /// changes nothing does not reach the store.
    pub(crate) fn by_with_reason(&self, note: Option<String>) -> Result<By, Problem> {
        match note {
            Some(note) if note.len() > MESSAGE_BYTES_MAX || note.contains('\0') => {
                let detail = format!(
                    "a note may have at most {MESSAGE_BYTES_MAX} bytes and no NUL character; this one has {} bytes",
                    note.len()
                );
                Err(Problem::bad_request("bad_value", detail).at_path("note"))
            }
            note => Ok(By { reason: note, ..self.by() }),
        }
    }

    /// Returns the key of one of the tenant's schedules. An invalid ID is reported as not found.
    pub(crate) fn key(&self, id: &str) -> Result<ScheduleKey, Problem> {
        let id =
            ScheduleId::new(id).map_err(|error| Problem::not_found(format!("the schedule does not exist: {error}")))?;
        Ok(ScheduleKey { tenant: self.tenant.clone(), id })
    }

    /// Returns the same caller for another tenant, if the caller has access to it.
    pub(crate) fn within(&self, namespace: &str, tenant: &str) -> Result<Self, Problem> {
        let tenant = Tenant::new(namespace, tenant)?;
        if let Reach::One(own) = &self.identity.reach
            && *own != tenant
        {
            return Err(foreign_tenant(&tenant));
        }
        Ok(Self { tenant, ..self.clone() })
    }
}

/// Error for a credential of one tenant that names another one.
pub(crate) fn foreign_tenant(tenant: &Tenant) -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "foreign_tenant", format!("this key does not belong to tenant {tenant}"))
}

impl FromRequestParts<App> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or_else(|| Problem::new(StatusCode::UNAUTHORIZED, "unauthenticated", "this operation needs an API key"))
    }
}
