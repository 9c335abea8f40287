//! Following a link that lets one in once.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, State};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::cookie;
use crate::http::app::App;
use crate::http::problem::{MEDIA_TYPE, Problem};
use crate::http::query::Query;

/// What a link carries.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Link {
    /// Works once, within ten minutes.
    token: String,
}

/// Follow a link into the console
///
/// The server prints such a link when it starts; it makes whoever follows it first an operator of the server.
#[utoipa::path(
    get,
    path = "/login",
    tag = "keys",
    params(Link),
    responses(
        (status = 303, description = "Logged in; on to the console", headers(("Set-Cookie" = String), ("Location" = String))),
        (status = 400, description = "Bad Request", body = Problem, content_type = MEDIA_TYPE),
        (status = 401, description = "The link was used, or its time is over", body = Problem, content_type = MEDIA_TYPE),
        (status = 429, description = "Too many tries", body = Problem, content_type = MEDIA_TYPE),
    ),
)]
pub(crate) async fn login(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    method: Method,
    Query(link): Query<Link>,
) -> Result<Response, Problem> {
    let on = (StatusCode::SEE_OTHER, [(header::LOCATION, "/")]);
    if method == Method::HEAD {
        // Whoever only looks at a link, as programs that show a preview do, does not use it up.
        return Ok(on.into_response());
    }
    app.rates().login(peer.ip(), app.refrain().now())?;
    let authority = app.authority();
    if !authority.sessions().follow(&link.token).await? {
        let detail = "this link was used, or its time is over";
        return Err(Problem::new(StatusCode::UNAUTHORIZED, "wrong_link", detail)
            .with_hint("start the server again for a new one"));
    }
    let token = authority.sessions().begin(None).await?;
    tracing::info!(name: "auth.login", actor = "console", %peer, "someone followed the link");
    Ok((cookie::given(authority, &token), on).into_response())
}
