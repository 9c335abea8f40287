//! The effective configuration of the server.

use axum::extract::State;
use serde_json::{Map, Value};

use super::app::App;
use super::body::Json;

/// Get the configuration
///
/// Returns the effective values, as `refrain config` prints them. Secrets are not included.
#[utoipa::path(
    get,
    path = "/v1/config",
    tag = "operations",
    responses((status = 200, description = "The effective configuration", body = Object)),
)]
pub(crate) async fn config(State(app): State<App>) -> Json<Map<String, Value>> {
    Json(app.config().clone())
}
