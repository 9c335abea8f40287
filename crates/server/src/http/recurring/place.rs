//! The namespace and tenant of a request, which the query must name.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use refrain::model::{ScheduleId, ScheduleKey};
use serde::Deserialize;
use utoipa::IntoParams;

use super::refusal::{DialectError, not_found};
use crate::http::app::App;
use crate::http::caller::Caller;
use crate::http::problem_code::ProblemCode;
use crate::http::query::pairs;

/// Namespace and tenant.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes what `Place` reads")]
pub(crate) struct TenantQuery {
    /// Namespace of the tenant.
    #[param(example = "notifications", pattern = "^[A-Za-z0-9_.-]{1,128}$")]
    namespace: String,
    /// Tenant that owns the recurring actions.
    #[param(example = "tenant-1", pattern = "^[A-Za-z0-9_.-]{1,128}$")]
    tenant: String,
}

/// A caller whose query names namespace and tenant.
pub(crate) struct TenantCaller(pub(crate) Caller);

impl FromRequestParts<App> for TenantCaller {
    type Rejection = DialectError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, DialectError> {
        let caller = Caller::from_request_parts(parts, app).await?;
        let query = pairs(parts.uri.query().unwrap_or_default())?;
        for wanted in ["namespace", "tenant"] {
            if !query.iter().any(|(name, _)| name == wanted) {
                return Err(DialectError::new(ProblemCode::MissingValue, format!("{wanted} is required in the query")));
            }
        }
        Ok(Self(caller))
    }
}

impl TenantCaller {
    /// Returns the key of a recurring action. An invalid ID is reported as not found.
    pub(super) fn key(&self, id: &str) -> Result<ScheduleKey, DialectError> {
        let id = ScheduleId::new(id).map_err(|_| not_found())?;
        Ok(ScheduleKey { tenant: self.0.tenant.clone(), id })
    }
}
