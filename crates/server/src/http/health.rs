//! Health checks: whether the process is alive, and whether it is ready to serve.

use axum::extract::State;
use axum::http::StatusCode;
use jiff::SignedDuration;
use refrain::store::{MarkName, StoreError};
use serde::Serialize;
use utoipa::ToSchema;

use super::app::App;
use super::body::Json;
use super::problem::{MEDIA_TYPE, Problem};
use super::problem_code::ProblemCode;
use crate::tenant::system_tenant;

/// Lifetime of the mark that a probe writes: shorter than the interval between probes.
const MARK_LIFETIME: SignedDuration = SignedDuration::from_secs(1);
/// Time after which a client may ask a server that is not ready again, in seconds.
const RETRY_SECONDS: u64 = 5;

/// Result of the liveness check.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// Always `ok`.
    #[schema(example = "ok")]
    status: &'static str,
}

/// Result of the readiness check.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Ready {
    /// Always `ready`.
    #[schema(example = "ready")]
    status: &'static str,
    /// Kind of store.
    #[schema(example = "sqlite")]
    store: &'static str,
    /// Schema version of the store.
    schema_version: i64,
    /// Version of the time zone database.
    #[schema(example = "2026e")]
    tzdb: String,
    /// Warnings for the operator.
    warnings: Vec<String>,
}

/// Check liveness
///
/// Returns 200 as long as the process runs. The check does not contact the store, so that an unavailable
/// database does not get the process killed.
#[utoipa::path(get, path = "/healthz", tag = "operations", responses((status = 200, description = "The process is alive", body = Health)))]
pub(crate) async fn healthz() -> Json<Health> {
    Json(Health { status: "ok" })
}

/// Check readiness
///
/// Returns 503 with a `code` if the server cannot work: the code of the store's error, `node_failed` if the
/// node has failed, `disk_full` if the store is full, `writes_fail` if a small write fails, or `clock_ahead`
/// while planning is halted because the store's clock jumped forward.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "operations",
    responses(
        (status = 200, description = "The server is ready", body = Ready),
        (status = 503, description = "The server is not ready; `code` is the reason", body = Problem, content_type = MEDIA_TYPE),
    ),
)]
pub(crate) async fn readyz(State(app): State<App>) -> Result<Json<Ready>, Problem> {
    if let Some(failure) = app.refrain().failure() {
        return Err(Problem::new(ProblemCode::NodeFailed, failure.to_string()));
    }
    let health = app
        .store()
        .health()
        .await
        .map_err(|error| Problem::from(error).with_status(StatusCode::SERVICE_UNAVAILABLE).retry_after(1))?;
    if let Some(full) = health.full {
        return Err(not_ready(ProblemCode::DiskFull, format!("The store is full: {full}."))
            .with_hint("free disk space, or shorten the retention with engine.keep_for"));
    }
    if let Err(problem) = app.write_probe().check(write(&app)).await {
        return Err(not_ready(ProblemCode::WritesFail, format!("The store does not accept writes: {problem}.")));
    }
    if let Some(ahead_for) = app.refrain().clock_ahead_for() {
        let detail = format!(
            "The store's clock jumped ahead by {ahead_for:#}. Planning is halted until the clock has run steadily for a minute."
        );
        return Err(not_ready(ProblemCode::ClockAhead, detail).with_hint("correct the clock of the store's host"));
    }
    Ok(Json(Ready {
        status: "ready",
        store: health.kind,
        schema_version: health.schema_version,
        tzdb: refrain_recurrence::tzdb_version().to_owned(),
        warnings: health.warnings,
    }))
}

fn not_ready(code: ProblemCode, detail: String) -> Problem {
    Problem::new(code, detail).retry_after(RETRY_SECONDS)
}

/// Writes the mark of this node and replaces the previous one.
async fn write(app: &App) -> Result<(), StoreError> {
    let name = MarkName { tenant: system_tenant(), name: format!("ready/{}", app.refrain().node().as_str()) };
    app.store().mark_if_absent(&name, "", MARK_LIFETIME, app.refrain().now()).await.map(drop)
}
