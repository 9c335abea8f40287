//! Writing and removing secrets.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use refrain::id::DocumentName;
use refrain::secret::Secret;
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
pub(crate) struct NewSecret {
    /// The text that is to be sent and never shown.
    #[schema(example = "hunter2hunter2", min_length = 4, max_length = 65536, write_only)]
    value: String,
}

/// Write a secret
///
/// What is sent from a second later on is sent with it. It can never be read back.
#[utoipa::path(
    put,
    path = "/v1/secrets/{name}",
    tag = "secrets",
    params(("name" = String, Path, description = "What it is called")),
    request_body = NewSecret,
    responses((status = 200, description = "It is written", body = SecretView)),
)]
pub(crate) async fn put(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    headers: HeaderMap,
    Json(asked): Json<NewSecret>,
) -> Result<Json<SecretView>, Problem> {
    let expect = etag::expected(&headers)?;
    let secret = Secret::new(asked.value)?;
    let name = DocumentName::new(&name)?;
    let written = secrets(&app)?.put(&change(&caller, name, expect), &secret).await;
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
    let removed = secrets(&app)?.remove(&change(&caller, name, expect)).await;
    removed.map_err(|error| etag::precondition(expect, error.into()))?;
    Ok(StatusCode::NO_CONTENT)
}
