//! Logs out.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use super::cookie;
use crate::auth::{PresentedCredential, presented_credential};
use crate::http::app::App;
use crate::http::problem::{MEDIA_TYPE, Problem};

/// Log out of the console
///
/// Ends the session immediately, wherever it is used. The response is the same if there is no session.
#[utoipa::path(
    delete,
    path = "/v1/session",
    tag = "keys",
    responses(
        (status = 204, description = "Logged out", headers(("Set-Cookie" = String))),
        (status = 403, description = "The request comes from a page of another site", body = Problem, content_type = MEDIA_TYPE),
    ),
)]
pub(crate) async fn end(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let authority = app.authority();
    if let PresentedCredential::Session(token) = presented_credential(&headers, authority.is_secure()) {
        authority.sessions().end(&token).await?;
    }
    Ok((StatusCode::NO_CONTENT, cookie::clear_session(authority)).into_response())
}
