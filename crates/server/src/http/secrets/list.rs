//! Lists secrets, without their values.

use axum::extract::State;
use jiff::Timestamp;
use refrain::secret::SecretInfo;
use serde::Serialize;
use utoipa::ToSchema;

use super::secrets;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::page::{List, PageQuery};
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::preview::ScheduleWarning;

/// A secret, without its value.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SecretView {
    /// Name of the secret.
    #[schema(example = "slack")]
    name: String,
    /// Version, which increases with every write and every re-encryption.
    #[schema(example = 1)]
    version: i64,
    /// Time of the last write or re-encryption.
    updated_at: Timestamp,
    /// Name of the master key that encrypted the secret. Null if the record cannot be read.
    encrypted_by: Option<String>,
    /// Destinations that the secret may be sent to. Empty: any destination.
    #[schema(example = json!(["webhook:api.example.com"]))]
    allow: Vec<String>,
    /// Warnings about providers in `allow` that no live node has. Only in responses to a save. Omitted if there are
    /// none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<ScheduleWarning>,
}

impl SecretView {
    pub(crate) fn of(secret: SecretInfo) -> Self {
        let SecretInfo { name, version, updated_at, encrypted_by, allow } = secret;
        let allow = allow.iter().map(ToString::to_string).collect();
        Self { name: name.to_string(), version, updated_at, encrypted_by, allow, warnings: Vec::new() }
    }

    /// Adds the warnings of a save.
    pub(crate) fn with_warnings(self, warnings: Vec<ScheduleWarning>) -> Self {
        Self { warnings, ..self }
    }
}

/// List secrets
///
/// In order of name. Values are not included. Page size: 50 by default, at most 500. If the server has no
/// master key, the request returns 409 (`no_master_key`).
#[utoipa::path(
    get,
    path = "/v1/secrets",
    tag = "secrets",
    params(PageQuery),
    responses((status = 200, description = "A page of secrets", body = List<SecretView>), (status = 409, description = "The server has no master key", body = Problem, content_type = "application/problem+json")),
)]
pub(crate) async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<SecretView>>, Problem> {
    let page = query.page(&app)?;
    let found = secrets(&app)?.list(&caller.tenant, &page).await?;
    Ok(Json(List::of(found, SecretView::of)))
}
