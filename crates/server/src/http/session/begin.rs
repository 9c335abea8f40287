//! Logging in with a key.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::cookie;
use super::who::WhoView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::problem::{MEDIA_TYPE, Problem};

/// Who logs in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Login {
    /// The text of a key.
    #[schema(example = "rfn_k3m9x0q7c2ab_…", max_length = 200)]
    key: String,
}

/// Log in to the console
///
/// The answer sets a cookie that lasts for twelve hours, half an hour without use, or as long as the key. An address may try five times a
/// minute.
#[utoipa::path(
    post,
    path = "/v1/session",
    tag = "keys",
    request_body = Login,
    responses(
        (status = 201, description = "Logged in", body = WhoView, headers(("Set-Cookie" = String))),
        (status = 400, description = "Bad Request", body = Problem, content_type = MEDIA_TYPE),
        (status = 401, description = "That is no key that works", body = Problem, content_type = MEDIA_TYPE),
        (status = 403, description = "A page of another site asks", body = Problem, content_type = MEDIA_TYPE),
        (status = 429, description = "Too many tries", body = Problem, content_type = MEDIA_TYPE),
    ),
)]
pub(crate) async fn begin(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Json(login): Json<Login>,
) -> Result<Response, Problem> {
    app.rates().login(peer.ip(), app.refrain().now())?;
    let authority = app.authority();
    let (identity, token) = authority.log_in(login.key.trim()).await?;
    tracing::info!(name: "auth.login", actor = identity.actor, %peer, "someone logged in");
    Ok((StatusCode::CREATED, cookie::given(authority, &token), Json(WhoView::new(identity))).into_response())
}
