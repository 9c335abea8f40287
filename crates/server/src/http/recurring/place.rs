//! Whose recurring actions a request is about: both names stand in its query.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use refrain::id::{ScheduleId, ScheduleKey};
use serde::Deserialize;
use utoipa::IntoParams;

use super::refusal::{Refusal, not_found};
use crate::http::app::App;
use crate::http::caller::Caller;
use crate::http::query::pairs;

/// Whose they are.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes what `Place` reads")]
pub(crate) struct PlaceQuery {
    /// Where the tenant is known.
    #[param(example = "notifications")]
    namespace: String,
    /// Whose they are.
    #[param(example = "tenant-1")]
    tenant: String,
}

/// A caller who has named both.
pub(crate) struct Place(pub(crate) Caller);

impl FromRequestParts<App> for Place {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        let caller = Caller::from_request_parts(parts, app).await?;
        let query = pairs(parts.uri.query().unwrap_or_default())?;
        for wanted in ["namespace", "tenant"] {
            if !query.iter().any(|(name, _)| name == wanted) {
                return Err(Refusal::bad_request("missing_value", format!("{wanted} is required in the query")));
            }
        }
        Ok(Self(caller))
    }
}

impl Place {
    /// The name of one of them. A name that cannot be one is of nothing that exists.
    pub(super) fn key(&self, id: &str) -> Result<ScheduleKey, Refusal> {
        let id = ScheduleId::new(id).map_err(|_| not_found())?;
        Ok(ScheduleKey { tenant: self.0.tenant.clone(), id })
    }
}
