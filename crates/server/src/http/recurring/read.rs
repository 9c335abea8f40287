//! Reading recurring actions.

use axum::extract::State;
use jiff::Timestamp;
use refrain::schedule::{Schedule, Status};
use refrain::store::{Page, ScheduleFilter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::place::{Place, PlaceQuery};
use super::refusal::{RecurringError, Refusal, not_found, of};
use super::view::{RecurringAction, RecurringSummary, cron_expr};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// So many are in an answer at most; what is left out has a cursor.
const ROWS_MAX: usize = 500;

/// Which are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// Only those that are active, or only those that are not.
    enabled: Option<bool>,
    /// Where the answer before ended: its `next_cursor`.
    cursor: Option<String>,
}

/// Recurring actions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringList {
    recurring_actions: Vec<RecurringSummary>,
    /// Where the next answer begins, when there are more.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

/// List recurring actions
///
/// Schedules with rules of other kinds than cron are not among them.
#[utoipa::path(
    get,
    path = "/v1/recurring",
    tag = "recurring",
    params(PlaceQuery, Asked),
    responses(
        (status = 200, description = "They", body = RecurringList),
        (status = 400, description = "The query makes no sense", body = RecurringError),
    ),
)]
pub(crate) async fn list(
    State(app): State<App>,
    place: Place,
    asked: Result<Query<Asked>, Problem>,
) -> Result<Json<RecurringList>, Refusal> {
    let Query(asked) = asked?;
    let statuses = match asked.enabled {
        None => Vec::new(),
        Some(true) => vec![Status::Active],
        Some(false) => vec![Status::Paused, Status::Canceled, Status::Disabled, Status::Finished],
    };
    let filter = ScheduleFilter { statuses, ..ScheduleFilter::default() };
    let page = Page { limit: ROWS_MAX, after: asked.cursor };
    let found = app.store().schedules(&place.0.tenant, &filter, &page).await?;
    let mut recurring_actions = Vec::with_capacity(found.rows.len());
    for schedule in found.rows.iter().flatten() {
        // A schedule whose recurrence no longer compiles does not keep the list from being shown.
        let next = next_execution(&app, schedule).await.ok().flatten();
        recurring_actions.extend(RecurringSummary::of(schedule, next));
    }
    Ok(Json(RecurringList { recurring_actions, next_cursor: found.next }))
}

/// Read a recurring action
#[utoipa::path(
    get,
    path = "/v1/recurring/{id}",
    tag = "recurring",
    params(("id" = String, Path, description = "Its id"), PlaceQuery),
    responses(
        (status = 200, description = "The recurring action", body = RecurringAction),
        (status = 400, description = "The query makes no sense", body = RecurringError),
        (status = 404, description = "There is none", body = RecurringError),
    ),
)]
pub(crate) async fn one(
    State(app): State<App>,
    place: Place,
    Path(id): Path<String>,
) -> Result<Json<RecurringAction>, Refusal> {
    let schedule = found(&app, &place, &id).await?;
    shown(&app, &schedule).await
}

/// The schedule behind an id, if this dialect has words for it.
pub(super) async fn found(app: &App, place: &Place, id: &str) -> Result<Schedule, Refusal> {
    let schedule = app.control().schedule(&place.key(id)?).await.map_err(of)?;
    cron_expr(&schedule).map(|_| ()).ok_or_else(not_found)?;
    Ok(schedule)
}

pub(super) async fn shown(app: &App, schedule: &Schedule) -> Result<Json<RecurringAction>, Refusal> {
    Ok(Json(RecurringAction::of(schedule, next_execution(app, schedule).await?)))
}

pub(super) async fn next_execution(app: &App, schedule: &Schedule) -> Result<Option<Timestamp>, Refusal> {
    Ok(app.control().next_of(schedule, 1).await.map_err(of)?.first().copied())
}
