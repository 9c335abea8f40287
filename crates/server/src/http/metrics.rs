//! Metrics for a monitoring system.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use refrain::observe::metrics::CONTENT_TYPE;

use super::app::App;

/// Get the metrics of this node
///
/// In the Prometheus text format. Each node reports only its own activity.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "operations",
    responses((status = 200, description = "The metrics", body = String, content_type = "text/plain")),
)]
pub(crate) async fn metrics(State(app): State<App>) -> Response {
    let text = app.refrain().metrics().text() + &app.requests().text();
    ([(header::CONTENT_TYPE, CONTENT_TYPE)], text).into_response()
}
