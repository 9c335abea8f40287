//! What the server was told to do.

use axum::extract::State;
use serde_json::{Map, Value};

use super::app::App;
use super::body::Json;

/// Read the configuration
///
/// The effective values as `refrain config` shows them. No secret is among them.
#[utoipa::path(
    get,
    path = "/v1/config",
    tag = "operations",
    responses((status = 200, description = "The effective values", body = Object)),
)]
pub(crate) async fn config(State(app): State<App>) -> Json<Map<String, Value>> {
    Json(app.config().clone())
}
