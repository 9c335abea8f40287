//! Logs in with a one-time link.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, State};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::cookie;
use crate::http::app::App;
use crate::http::problem::{MEDIA_TYPE, Problem};
use crate::http::problem_code::ProblemCode;
use crate::http::query::Query;

/// Query of a login link.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct LoginLinkQuery {
    /// Token of the link. It works once, within 10 minutes.
    token: String,
}

/// Log in with a one-time link
///
/// The server prints such a link at startup. The first visitor becomes an operator of the server. Each
/// address may try 5 times per minute.
#[utoipa::path(
    get,
    path = "/login",
    tag = "keys",
    params(LoginLinkQuery),
    responses(
        (status = 303, description = "Logged in; redirects to the console", headers(("Set-Cookie" = String), ("Location" = String))),
        (status = 400, description = "Bad Request", body = Problem, content_type = MEDIA_TYPE),
        (status = 401, description = "The link was already used or has expired", body = Problem, content_type = MEDIA_TYPE),
        (status = 429, description = "Too many attempts", body = Problem, content_type = MEDIA_TYPE),
    ),
)]
pub(crate) async fn login(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    method: Method,
    Query(link): Query<LoginLinkQuery>,
) -> Result<Response, Problem> {
    let on = (StatusCode::SEE_OTHER, [(header::LOCATION, "/")]);
    if method == Method::HEAD {
        // A request for the headers alone, such as that of a link preview, does not use up the link.
        return Ok(on.into_response());
    }
    app.rates().login(peer.ip(), app.refrain().now())?;
    let authority = app.authority();
    if !authority.sessions().follow(&link.token).await? {
        let detail = "this link was already used or has expired";
        return Err(Problem::new(ProblemCode::WrongLink, detail).with_hint("restart the server to get a new link"));
    }
    let token = authority.sessions().begin(None).await?;
    tracing::info!(name: "auth.login", actor = "console", %peer, "logged in with a one-time link");
    Ok((cookie::set_session(authority, &token), on).into_response())
}
