//! Writes and deletes secrets.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use refrain::model::DocumentName;
use refrain::secret::{Allowances, NewSecret, Secret};
use serde::Deserialize;
use utoipa::ToSchema;

use super::list::SecretView;
use super::{change, secrets};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::preview::ScheduleWarning;

/// A new value of a secret.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewSecret)]
pub(crate) struct SecretRequest {
    /// Value of the secret. It is never shown.
    #[schema(example = "hunter2hunter2", min_length = 4, max_length = 65536, write_only)]
    value: String,
    /// Destinations that the secret may be sent to: `PROVIDER` or `PROVIDER:HOST`, such as `email`,
    /// `webhook:api.example.com` or `webhook:*.example.com`. An empty list allows any destination. Default:
    /// unchanged. A new secret may be sent anywhere by default; in multi-tenant mode, the list is required.
    #[schema(example = json!(["webhook:api.example.com"]), max_items = 50)]
    allow: Option<Vec<String>>,
}

/// Create or replace a secret
///
/// Actions use the new value within a second. The value has at most 64 KiB and cannot be read back. `allow`
/// has at most 50 destinations and is unchanged by default; a new secret may be sent anywhere by default, but in
/// multi-tenant mode its list is required. A provider in `allow` that no live node has is accepted with a warning.
/// With `If-Match`, the secret is replaced only if its version matches; with `If-None-Match: *`, it is only
/// created. Otherwise the request returns 412. If the server has no master key, the request returns 409
/// (`no_master_key`).
#[utoipa::path(
    put,
    path = "/v1/secrets/{name}",
    tag = "secrets",
    params(("name" = String, Path, description = "Name of the secret.")),
    request_body = SecretRequest,
    responses((status = 200, description = "The secret is saved", body = SecretView)),
)]
pub(crate) async fn put(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    headers: HeaderMap,
    Json(asked): Json<SecretRequest>,
) -> Result<Json<SecretView>, Problem> {
    let expect = etag::expected(&headers)?;
    let allow =
        asked.allow.map(Allowances::parse).transpose().map_err(|error| Problem::from(error).at_path("allow"))?;
    let secret = NewSecret { value: Secret::new(asked.value)?, allow };
    let name = DocumentName::new(&name)?;
    let written = secrets(&app)?.put(&app.rights_of(&caller), &change(&caller, name, expect), &secret).await;
    let written = written.map_err(|error| Problem::from(error).with_precondition(expect))?;
    let mut warnings = Vec::new();
    for provider in written.allow.providers() {
        warnings.extend(app.control().provider_warning(provider).await?.map(ScheduleWarning::from));
    }
    Ok(Json(SecretView::of(written).with_warnings(warnings)))
}

/// Delete a secret
///
/// Actions that use the secret fail within a second. With `If-Match`, the secret is deleted only if its
/// version matches; otherwise the request returns 412.
#[utoipa::path(
    delete,
    path = "/v1/secrets/{name}",
    tag = "secrets",
    params(("name" = String, Path, description = "Name of the secret.")),
    responses((status = 204, description = "The secret is deleted")),
)]
pub(crate) async fn delete(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let expect = etag::expected(&headers)?;
    // An invalid name is reported as not found.
    let name = DocumentName::new(&name).map_err(|error| Problem::not_found(error.to_string()))?;
    let removed = secrets(&app)?.remove(&app.rights_of(&caller), &change(&caller, name, expect)).await;
    removed.map_err(|error| Problem::from(error).with_precondition(expect))?;
    Ok(StatusCode::NO_CONTENT)
}
