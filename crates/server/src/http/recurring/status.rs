//! Pauses and resumes recurring actions. Both may be repeated.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use refrain::control::ResumeFrom;
use refrain::model::{Schedule, Status};

use super::place::{TenantCaller, TenantQuery};
use super::read::{found, next_execution};
use super::refusal::{DialectError, precondition};
use super::view::RecurringState;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::etag;
use crate::http::path::Path;

/// Pause a recurring action
///
/// Pausing a paused recurring action changes nothing.
#[utoipa::path(
    post,
    path = "/v1/recurring/{id}/pause",
    tag = "recurring",
    params(
        ("id" = String, Path, description = "Recurring action ID."),
        TenantQuery,
        ("If-Match" = Option<String>, Header, description = "Entity tag: pause only this revision."),
    ),
    responses((status = 200, description = "The recurring action is paused", body = RecurringState, headers(("ETag" = String)))),
)]
pub(crate) async fn pause(
    State(app): State<App>,
    place: TenantCaller,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, DialectError> {
    let expect = etag::expected(&headers)?;
    let schedule = found(&app, &place, &id, expect).await?;
    let paused = match schedule.status {
        Status::Paused => schedule,
        Status::Active | Status::Canceled | Status::Disabled | Status::Finished | Status::Deleted => {
            let paused = app.acting_as(&place.0).pause(&schedule.key, expect, None, place.0.by()).await;
            paused.map_err(|error| precondition(expect, error))?
        }
    };
    answer(&app, &paused).await
}

/// Resume a recurring action
///
/// The next execution is the first one after now; executions missed during the pause do not run.
#[utoipa::path(
    post,
    path = "/v1/recurring/{id}/resume",
    tag = "recurring",
    params(
        ("id" = String, Path, description = "Recurring action ID."),
        TenantQuery,
        ("If-Match" = Option<String>, Header, description = "Entity tag: resume only this revision."),
    ),
    responses((status = 200, description = "The recurring action is active", body = RecurringState, headers(("ETag" = String)))),
)]
pub(crate) async fn resume(
    State(app): State<App>,
    place: TenantCaller,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, DialectError> {
    let expect = etag::expected(&headers)?;
    let schedule = found(&app, &place, &id, expect).await?;
    let resumed = app.acting_as(&place.0).resume(&schedule.key, expect, ResumeFrom::Now, place.0.by()).await;
    answer(&app, &resumed.map_err(|error| precondition(expect, error))?).await
}

async fn answer(app: &App, schedule: &Schedule) -> Result<Response, DialectError> {
    let state = RecurringState::new(schedule, next_execution(app, schedule).await?);
    Ok(([(header::ETAG, etag::tag(schedule.revision))], Json(state)).into_response())
}
