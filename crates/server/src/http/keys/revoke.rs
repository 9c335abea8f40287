//! Taking a key back.

use axum::extract::State;
use axum::http::StatusCode;

use super::rights;
use crate::http::app::App;
use crate::http::caller::Caller;
use crate::http::path::Path;
use crate::http::problem::Problem;

/// Take a key back
///
/// It works nowhere a second later, and neither do sessions that were begun with it. It stays on record. Again is the same as once.
#[utoipa::path(
    delete,
    path = "/v1/keys/{id}",
    tag = "keys",
    params(("id" = String, Path, description = "What it is known by")),
    responses((status = 204, description = "It works no more")),
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
