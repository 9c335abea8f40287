//! Whether the server lives, and whether it can work.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::app::App;
use super::body::Json;
use super::problem::Problem;

/// Alive, or able to work.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`.
    #[schema(example = "ok")]
    status: &'static str,
}

/// The store as the server finds it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Ready {
    /// `ready`.
    #[schema(example = "ready")]
    status: &'static str,
    /// Which kind of store it works on.
    #[schema(example = "sqlite")]
    store: &'static str,
    /// The version of the store's layout.
    schema_version: i64,
    /// The time zone database it plans with.
    #[schema(example = "2026e")]
    tzdb: String,
    /// What an operator should know.
    warnings: Vec<String>,
}

/// Says that the process lives
///
/// It asks nobody else, so that a database that is away does not get the process killed.
#[utoipa::path(get, path = "/healthz", tag = "operations", responses((status = 200, description = "It lives", body = Health)))]
pub(crate) async fn healthz() -> Json<Health> {
    Json(Health { status: "ok" })
}

/// Says whether it can work
///
/// The store is asked; when it does not answer, the status is 503.
#[utoipa::path(get, path = "/readyz", tag = "operations", responses((status = 200, description = "It can work", body = Ready)))]
pub(crate) async fn readyz(State(app): State<App>) -> Result<Json<Ready>, Problem> {
    if let Some(failure) = app.refrain().failure() {
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "node_failed", failure.to_string()));
    }
    let health = app
        .store()
        .health()
        .await
        .map_err(|error| Problem::from(error).with_status(StatusCode::SERVICE_UNAVAILABLE).retry_after(1))?;
    Ok(Json(Ready {
        status: "ready",
        store: health.kind,
        schema_version: health.schema_version,
        tzdb: refrain_recurrence::tzdb_version().to_owned(),
        warnings: health.warnings,
    }))
}
