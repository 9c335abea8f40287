//! The caller of a request, and the tenant it is about. Both are determined before any handler runs; a
//! handler cannot learn more.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use refrain::model::{By, MESSAGE_BYTES_MAX, ScheduleId, ScheduleKey, Tenant};

use super::problem::Problem;
use super::problem_code::ProblemCode;
use crate::auth::{Identity, Reach};

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
                Err(Problem::new(ProblemCode::BadValue, detail).at_path("note"))
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
    Problem::new(ProblemCode::ForeignTenant, format!("this key does not belong to tenant {tenant}"))
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or_else(|| Problem::new(ProblemCode::Unauthenticated, "this operation needs an API key"))
    }
}
