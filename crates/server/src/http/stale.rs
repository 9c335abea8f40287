//! Schedules whose planning is overdue.

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::app::App;
use super::body::Json;
use super::caller::Caller;
use super::problem::Problem;

/// Maximum number of schedules in the response.
const LISTED_MAX: usize = 500;

/// A schedule that was not planned in time.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaleView {
    /// Schedule ID.
    #[schema(example = "digest")]
    id: String,
    /// Time at which planning was due. Null if the definition cannot be read.
    due_at: Option<Timestamp>,
    /// Reason why the definition cannot be read.
    problem: Option<String>,
}

/// Health of a tenant's schedules.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SchedulesHealth {
    /// Schedules whose planning is overdue by a minute or more, most overdue first. Empty as long as nodes
    /// work. At most 500.
    stale: Vec<StaleView>,
    /// Whether there may be more schedules than are listed.
    is_cut: bool,
}

/// Check the health of schedules
///
/// Lists the schedules that no node has planned although their planning is overdue by a minute or more.
#[utoipa::path(
    get,
    path = "/v1/schedules/health",
    tag = "insight",
    responses((status = 200, description = "The stale schedules", body = SchedulesHealth)),
)]
pub(crate) async fn health(State(app): State<App>, caller: Caller) -> Result<Json<SchedulesHealth>, Problem> {
    let found = app.control().stale(&caller.tenant, LISTED_MAX).await?;
    let is_cut = found.len() == LISTED_MAX;
    let show = |stale: refrain::control::StaleSchedule| StaleView {
        id: stale.schedule.id.to_string(),
        due_at: stale.due_at,
        problem: stale.problem,
    };
    Ok(Json(SchedulesHealth { stale: found.into_iter().map(show).collect(), is_cut }))
}
