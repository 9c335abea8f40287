//! Who asks, and for which tenant. Known before any handler is called; a handler cannot find out more.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use jiff::Timestamp;
use refrain::api_key::{Permission, Role};
use refrain::audit::By;
use refrain::id::{ScheduleId, ScheduleKey, Tenant};
use refrain::occurrence::MESSAGE_BYTES_MAX;
use refrain::rights::{Right, Rights};

use super::app::App;
use super::problem::Problem;
use crate::auth::{Credential, Mode};

/// Whose rows a caller may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// One tenant's.
    One(Tenant),
    /// Everyone's: an operator of the server.
    All,
}

/// Who it is, before a request has said which tenant it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// As the audit names them.
    pub(crate) actor: String,
    /// Whose rows they may see.
    pub(crate) reach: Reach,
    /// What they may do.
    pub(crate) role: Role,
    /// What they may do besides.
    pub(crate) permissions: Vec<Permission>,
    /// The id of their key; none for whoever is an operator without one.
    pub(crate) key: Option<String>,
    /// When their key ends.
    pub(crate) expires_at: Option<Timestamp>,
    /// Whether keys are needed.
    pub(crate) mode: Mode,
    /// The credential that let them in.
    pub(crate) credential: Credential,
    /// Whether viewers need permissions to see payloads and the audit log.
    pub(crate) is_multi_tenant: bool,
}

impl Identity {
    /// Someone who may do everything, as on a machine of their own.
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

    /// What they may do, in whichever tenant.
    pub(crate) fn rights(&self) -> Rights {
        let rights = Rights::of_key(self.role, &self.permissions);
        if self.is_multi_tenant { rights } else { rights.with(Right::Payloads).with(Right::Audit) }
    }
}

/// Who asks, and for which tenant.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) identity: Identity,
    pub(crate) tenant: Tenant,
    /// What the request is called in logs, answers and the audit.
    pub(crate) request_id: String,
}

impl Caller {
    /// As the audit names them.
    pub(crate) fn by(&self) -> By {
        By { request_id: Some(self.request_id.clone()), ..By::new(self.identity.actor.clone()) }
    }

    /// The same, with a note why. It is looked at here, since what changes nothing asks no store.
    pub(crate) fn by_note(&self, note: Option<String>) -> Result<By, Problem> {
        match note {
            Some(note) if note.len() > MESSAGE_BYTES_MAX || note.contains('\0') => {
                let detail = format!("a note has at most {MESSAGE_BYTES_MAX} bytes and no NUL; it has {}", note.len());
                Err(Problem::bad_request("bad_value", detail).at_path("note"))
            }
            note => Ok(By { reason: note, ..self.by() }),
        }
    }

    /// The name of one of the tenant's schedules. A name that cannot be one is of nothing that exists.
    pub(crate) fn key(&self, id: &str) -> Result<ScheduleKey, Problem> {
        let id =
            ScheduleId::new(id).map_err(|error| Problem::not_found(format!("{error}: there is no such schedule")))?;
        Ok(ScheduleKey { tenant: self.tenant.clone(), id })
    }

    /// The same caller about another tenant, if their reach allows it.
    pub(crate) fn within(&self, namespace: &str, tenant: &str) -> Result<Self, Problem> {
        let tenant = Tenant::new(namespace, tenant)?;
        if let Reach::One(own) = &self.identity.reach
            && *own != tenant
        {
            return Err(foreign(&tenant));
        }
        Ok(Self { tenant, ..self.clone() })
    }
}

/// What a credential of one tenant hears when it names another.
pub(crate) fn foreign(tenant: &Tenant) -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "foreign_tenant", format!("this key is not one of tenant {tenant}"))
}

impl FromRequestParts<App> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or_else(|| Problem::new(StatusCode::UNAUTHORIZED, "unauthenticated", "this operation needs a key"))
    }
}
