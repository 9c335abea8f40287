//! Reads recurring actions.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use refrain::schedule::Schedule;
use refrain::store::Expect;

use super::executed;
use super::place::{Place, PlaceQuery};
use super::refusal::{Refusal, not_found, of, stale};
use super::view::{RecurringAction, cron_expr};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::etag;
use crate::http::path::Path;

/// Get a recurring action
#[utoipa::path(
    get,
    path = "/v1/recurring/{id}",
    tag = "recurring",
    params(("id" = String, Path, description = "Recurring action ID."), PlaceQuery),
    responses((status = 200, description = "The recurring action", body = RecurringAction, headers(("ETag" = String)))),
)]
pub(crate) async fn one(State(app): State<App>, place: Place, Path(id): Path<String>) -> Result<Response, Refusal> {
    let schedule = found(&app, &place, &id, Expect::Any).await?;
    answer(&app, &schedule).await
}

/// Returns the schedule with an ID, if it is a recurring action with the expected revision.
pub(super) async fn found(app: &App, place: &Place, id: &str, expect: Expect) -> Result<Schedule, Refusal> {
    let schedule = app.control().schedule(&place.key(id)?).await.map_err(of)?;
    cron_expr(&schedule).map(|_| ()).ok_or_else(not_found)?;
    match expect {
        Expect::Any => Ok(schedule),
        Expect::Exactly(revision) if revision == schedule.revision.0 => Ok(schedule),
        Expect::Exactly(_) | Expect::New => Err(stale(expect, &schedule)),
    }
}

/// Returns the response for a recurring action, with its entity tag.
pub(super) async fn answer(app: &App, schedule: &Schedule) -> Result<Response, Refusal> {
    let next = next_execution(app, schedule).await?;
    let last = executed::last(app, std::slice::from_ref(schedule)).await?.pop().flatten();
    let view = RecurringAction::new(schedule, next, last);
    Ok(([(header::ETAG, etag::tag(schedule.revision))], Json(view)).into_response())
}

pub(super) async fn next_execution(app: &App, schedule: &Schedule) -> Result<Option<Timestamp>, Refusal> {
    Ok(app.control().next_of(schedule, 1).await.map_err(of)?.first().copied())
}
