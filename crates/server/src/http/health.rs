//! Whether the server lives, and whether it can work.

use axum::extract::State;
use axum::http::StatusCode;
use jiff::SignedDuration;
use refrain::store::{MarkName, StoreError};
use serde::Serialize;
use utoipa::ToSchema;

use super::app::App;
use super::body::Json;
use super::problem::{MEDIA_TYPE, Problem};
use crate::auth::system_tenant;

/// The mark of one write is gone when the next is made.
const MARKED_FOR: SignedDuration = SignedDuration::from_secs(1);
/// Time after which a server that is not ready may be asked again, in seconds.
const RETRY_SECONDS: u64 = 5;

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
/// The status is 503, with one of these codes, when it cannot: that of the store's error, `disk_full` when there is no room for more,
/// `writes_fail` when a small write fails, and `clock_ahead` while nothing is planned because the store's clock jumped ahead.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "operations",
    responses(
        (status = 200, description = "It can work", body = Ready),
        (status = 503, description = "It cannot work; `code` says why", body = Problem, content_type = MEDIA_TYPE),
    ),
)]
pub(crate) async fn readyz(State(app): State<App>) -> Result<Json<Ready>, Problem> {
    if let Some(failure) = app.refrain().failure() {
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "node_failed", failure.to_string()));
    }
    let health = app
        .store()
        .health()
        .await
        .map_err(|error| Problem::from(error).with_status(StatusCode::SERVICE_UNAVAILABLE).retry_after(1))?;
    if let Some(full) = health.full {
        return Err(unready("disk_full", format!("There is no room for more: {full}."))
            .with_hint("free some space, or keep less with engine.keep_for"));
    }
    if let Err(problem) = app.write_probe().check(write(&app)).await {
        return Err(unready("writes_fail", format!("The store does not take writes: {problem}.")));
    }
    if let Some(ahead_for) = app.refrain().clock_ahead_for() {
        let detail = format!(
            "The store's clock jumped ahead by {ahead_for:#}; nothing is planned until it has run steadily for a minute."
        );
        return Err(unready("clock_ahead", detail).with_hint("set the clock of the store's machine right"));
    }
    Ok(Json(Ready {
        status: "ready",
        store: health.kind,
        schema_version: health.schema_version,
        tzdb: refrain_recurrence::tzdb_version().to_owned(),
        warnings: health.warnings,
    }))
}

fn unready(code: &str, detail: String) -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, code, detail).retry_after(RETRY_SECONDS)
}

/// Writes a mark of this node, over the one of the last time.
async fn write(app: &App) -> Result<(), StoreError> {
    let name = MarkName { tenant: system_tenant(), name: format!("ready/{}", app.refrain().node().as_str()) };
    app.store().mark_if_absent(&name, "", MARKED_FOR, app.refrain().now()).await.map(drop)
}
