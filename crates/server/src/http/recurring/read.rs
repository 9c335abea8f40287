//! Reads recurring actions.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use refrain::model::Schedule;
use refrain::store::ExpectedVersion;

use super::executed;
use super::place::{TenantCaller, TenantQuery};
use super::refusal::{DialectError, not_found, of, stale};
use super::view::{RecurringAction, cron_expr};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::etag;
use crate::http::path::Path;
use crate::preview::ScheduleWarning;

/// Get a recurring action
///
/// Returns the recurring action with its totals and the times of its last and next executions.
#[utoipa::path(
    get,
    path = "/v1/recurring/{id}",
    tag = "recurring",
    params(("id" = String, Path, description = "Recurring action ID."), TenantQuery),
    responses((status = 200, description = "The recurring action", body = RecurringAction, headers(("ETag" = String)))),
)]
pub(crate) async fn one(
    State(app): State<App>,
    place: TenantCaller,
    Path(id): Path<String>,
) -> Result<Response, DialectError> {
    let schedule = found(&app, &place, &id, ExpectedVersion::Any).await?;
    answer(&app, &schedule, Vec::new()).await
}

/// Returns the schedule with an ID, if it is a recurring action with the expected revision.
pub(super) async fn found(
    app: &App,
    place: &TenantCaller,
    id: &str,
    expect: ExpectedVersion,
) -> Result<Schedule, DialectError> {
    let schedule = app.control().schedule(&place.key(id)?).await.map_err(of)?;
    cron_expr(&schedule).map(|_| ()).ok_or_else(not_found)?;
    match expect {
        ExpectedVersion::Any => Ok(schedule),
        ExpectedVersion::Exactly(revision) if revision == schedule.revision.0 => Ok(schedule),
        ExpectedVersion::Exactly(_) | ExpectedVersion::New => Err(stale(expect, &schedule)),
    }
}

/// Returns the response to an update, with warnings.
pub(super) async fn updated(app: &App, schedule: &Schedule) -> Result<Response, DialectError> {
    answer(app, schedule, warnings(app, schedule).await?).await
}

/// Returns the warnings about the action of a recurring action.
pub(super) async fn warnings(app: &App, schedule: &Schedule) -> Result<Vec<ScheduleWarning>, DialectError> {
    ScheduleWarning::of_action(app.control(), &schedule.definition.action).await.map_err(of)
}

/// Returns the response for a recurring action, with its entity tag.
async fn answer(app: &App, schedule: &Schedule, warnings: Vec<ScheduleWarning>) -> Result<Response, DialectError> {
    let next = next_execution(app, schedule).await?;
    let last = executed::last(app, std::slice::from_ref(schedule)).await?.pop().flatten();
    let view = RecurringAction::new(schedule, next, last).with_warnings(warnings);
    Ok(([(header::ETAG, etag::tag(schedule.revision))], Json(view)).into_response())
}

pub(super) async fn next_execution(app: &App, schedule: &Schedule) -> Result<Option<Timestamp>, DialectError> {
    Ok(app.control().next_of(schedule, 1).await.map_err(of)?.first().copied())
}
