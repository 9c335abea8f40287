//! Schedules that nobody looks after.

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::app::App;
use super::body::Json;
use super::caller::Caller;
use super::problem::Problem;

/// So many are named.
const NAMED_MAX: usize = 500;

/// A schedule that nobody has planned although its time has come.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaleView {
    /// Which.
    #[schema(example = "digest")]
    id: String,
    /// When it was due; null when its definition cannot be read.
    due_at: Option<Timestamp>,
    /// Why it cannot be read.
    problem: Option<String>,
}

/// How the tenant's schedules are looked after.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SchedulesHealth {
    /// Those that should have been planned a minute ago or earlier, the earliest first. There are none while nodes work.
    stale: Vec<StaleView>,
    /// Whether there may be more than are named.
    is_cut: bool,
}

/// Tell which schedules nobody looks after
#[utoipa::path(
    get,
    path = "/v1/schedules/health",
    tag = "insight",
    responses((status = 200, description = "Those that are stale", body = SchedulesHealth)),
)]
pub(crate) async fn health(State(app): State<App>, caller: Caller) -> Result<Json<SchedulesHealth>, Problem> {
    let found = app.control().stale(&caller.tenant, NAMED_MAX).await?;
    let is_cut = found.len() == NAMED_MAX;
    let show = |stale: refrain::control::Stale| StaleView {
        id: stale.schedule.id.to_string(),
        due_at: stale.due_at,
        problem: stale.problem,
    };
    Ok(Json(SchedulesHealth { stale: found.into_iter().map(show).collect(), is_cut }))
}
