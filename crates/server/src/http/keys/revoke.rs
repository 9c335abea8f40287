//! Revokes an API key.

use axum::extract::State;
use axum::http::StatusCode;

use super::rights;
use crate::http::app::App;
use crate::http::caller::Caller;
use crate::http::path::Path;
use crate::http::problem::Problem;

/// Revoke an API key
///
/// Within a second, the key and all sessions started with it stop working everywhere. The key stays on
/// record. Revoking it again changes nothing.
#[utoipa::path(
    delete,
    path = "/v1/keys/{id}",
    tag = "keys",
    params(("id" = String, Path, description = "API key ID.")),
    responses((status = 204, description = "The API key is revoked")),
)]
pub(crate) async fn revoke(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let kept = rights::visible(&app, &caller, &id).await?;
    app.authority().keys().revoke(&kept.id, &caller.by()).await?;
    Ok(StatusCode::NO_CONTENT)
}
