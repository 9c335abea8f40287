//! Writing and removing secrets.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use refrain::id::DocumentName;
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

/// A new value.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewSecret)]
pub(crate) struct SecretAsked {
    /// The text that is to be sent and never shown.
    #[schema(example = "hunter2hunter2", min_length = 4, max_length = 65536, write_only)]
    value: String,
    /// Where it may be sent: `PROVIDER` or `PROVIDER:HOST`, such as `email`, `webhook:api.example.com` or
    /// `webhook:*.example.com`. Default: as before; a new secret may be sent anywhere, except in multi-tenant mode, where it is
    /// required. An empty list lets it be sent anywhere.
    #[schema(example = json!(["webhook:api.example.com"]), max_items = 50)]
    allow: Option<Vec<String>>,
}

/// Write a secret
///
/// What is sent from a second later on is sent with it. It can never be read back.
#[utoipa::path(
    put,
    path = "/v1/secrets/{name}",
    tag = "secrets",
    params(("name" = String, Path, description = "What it is called")),
    request_body = SecretAsked,
    responses((status = 200, description = "It is written", body = SecretView)),
)]
pub(crate) async fn put(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    headers: HeaderMap,
    Json(asked): Json<SecretAsked>,
) -> Result<Json<SecretView>, Problem> {
    let expect = etag::expected(&headers)?;
    let allow =
        asked.allow.map(Allowances::parse).transpose().map_err(|error| Problem::from(error).at_path("allow"))?;
    let secret = NewSecret { value: Secret::new(asked.value)?, allow };
    let name = DocumentName::new(&name)?;
    let written = secrets(&app)?.put(&app.rights_of(&caller), &change(&caller, name, expect), &secret).await;
    let written = written.map_err(|error| etag::precondition(expect, error.into()))?;
    Ok(Json(SecretView::of(written)))
}

/// Remove a secret
///
/// What names it fails from a second later on.
#[utoipa::path(
    delete,
    path = "/v1/secrets/{name}",
    tag = "secrets",
    params(("name" = String, Path, description = "What it is called")),
    responses((status = 204, description = "It is gone")),
)]
pub(crate) async fn delete(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let expect = etag::expected(&headers)?;
    // A name that cannot be one is of nothing that exists.
    let name = DocumentName::new(&name).map_err(|error| Problem::not_found(error.to_string()))?;
    let removed = secrets(&app)?.remove(&app.rights_of(&caller), &change(&caller, name, expect)).await;
    removed.map_err(|error| etag::precondition(expect, error.into()))?;
    Ok(StatusCode::NO_CONTENT)
}
