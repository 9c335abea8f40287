//! Logs in with an API key.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::cookie;
use super::who::CallerView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::problem::{MEDIA_TYPE, Problem};

/// Credentials for a login.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LoginRequest {
    /// API key.
    #[schema(example = "rfn_k3m9x0q7c2ab_…", max_length = 200)]
    key: String,
}

/// Log in to the console
///
/// The response sets a session cookie. The session ends after 12 hours, after 30 minutes without use, or when
/// the key ends. Each address may try 5 times per minute.
#[utoipa::path(
    post,
    path = "/v1/session",
    tag = "keys",
    request_body = LoginRequest,
    responses(
        (status = 201, description = "Logged in", body = CallerView, headers(("Set-Cookie" = String))),
        (status = 400, description = "Bad Request", body = Problem, content_type = MEDIA_TYPE),
        (status = 401, description = "The key is not valid", body = Problem, content_type = MEDIA_TYPE),
        (status = 403, description = "The request comes from a page of another site", body = Problem, content_type = MEDIA_TYPE),
        (status = 429, description = "Too many attempts", body = Problem, content_type = MEDIA_TYPE),
    ),
)]
pub(crate) async fn begin(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Json(login): Json<LoginRequest>,
) -> Result<Response, Problem> {
    app.rates().login(peer.ip(), app.refrain().now())?;
    let authority = app.authority();
    let (identity, token) = authority.log_in(login.key.trim()).await?;
    tracing::info!(name: "auth.login", actor = identity.actor, %peer, "logged in with a key");
    Ok((StatusCode::CREATED, cookie::set_session(authority, &token), Json(CallerView::new(identity))).into_response())
}
