//! Pauses, resumes and cancels schedules.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use refrain::Error;
use refrain::control::ResumeFrom;
use refrain::model::Schedule;
use refrain::store::ExpectedVersion;
use serde::Deserialize;
use utoipa::ToSchema;

use super::view::ScheduleView;
use crate::http::app::App;
use crate::http::body::{Json, OptionalJson};
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::path::Path;
use crate::http::problem::Problem;

/// Options of a pause.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pause {
    /// Reason for the pause.
    #[schema(example = "the receiver is being moved", max_length = 2048)]
    note: Option<String>,
    /// Time at which the pause ends by itself. Default: none.
    until: Option<Timestamp>,
}

/// Options for resuming a schedule.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resume {
    /// What happens to the occurrences that were due during the pause. Default: `now`.
    from: Option<ResumeMode>,
    /// Reason for resuming.
    #[schema(max_length = 2048)]
    note: Option<String>,
}

/// What happens to the occurrences that were due during a pause.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ResumeMode {
    /// They are skipped; the next occurrence is the first one after now.
    Now,
    /// They count as missed; the schedule's catch-up policy decides.
    CatchUp,
}

/// Options of a cancellation.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cancel {
    /// Reason for the cancellation.
    #[schema(max_length = 2048)]
    note: Option<String>,
}

/// Pause a schedule
///
/// The schedule stays paused until it is resumed, or until `until`. Occurrences due during the pause are
/// skipped. Pausing a paused schedule changes the note and the end of the pause. With `If-Match`, the
/// schedule is paused only if its revision matches; otherwise the request returns 412.
#[utoipa::path(
    post,
    path = "/v1/schedules/{id}/pause",
    tag = "schedules",
    params(("id" = String, Path, description = "Schedule ID.")),
    request_body = Option<Pause>,
    responses((status = 200, description = "The schedule is paused", body = ScheduleView, headers(("ETag" = String)))),
)]
pub(crate) async fn pause(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    OptionalJson(asked): OptionalJson<Pause>,
) -> Result<Response, Problem> {
    let (key, expect) = (caller.key(&id)?, etag::expected(&headers)?);
    let by = caller.by_with_reason(asked.note)?;
    answer(&app, expect, app.acting_as(&caller).pause(&key, expect, asked.until, by).await).await
}

/// Resume a schedule
///
/// Resuming an active schedule changes nothing. With `If-Match`, the schedule is resumed only if its revision
/// matches; otherwise the request returns 412.
#[utoipa::path(
    post,
    path = "/v1/schedules/{id}/resume",
    tag = "schedules",
    params(("id" = String, Path, description = "Schedule ID.")),
    request_body = Option<Resume>,
    responses((status = 200, description = "The schedule is active", body = ScheduleView, headers(("ETag" = String)))),
)]
pub(crate) async fn resume(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    OptionalJson(asked): OptionalJson<Resume>,
) -> Result<Response, Problem> {
    let (key, expect) = (caller.key(&id)?, etag::expected(&headers)?);
    let by = caller.by_with_reason(asked.note)?;
    let from = match asked.from {
        None | Some(ResumeMode::Now) => ResumeFrom::Now,
        Some(ResumeMode::CatchUp) => ResumeFrom::CatchUp,
    };
    answer(&app, expect, app.acting_as(&caller).resume(&key, expect, from, by).await).await
}

/// Cancel a schedule
///
/// Stops the schedule permanently. Planned occurrences are skipped, and running ones are asked to stop. The
/// history is kept. With `If-Match`, the schedule is canceled only if its revision matches; otherwise the
/// request returns 412.
#[utoipa::path(
    post,
    path = "/v1/schedules/{id}/cancel",
    tag = "schedules",
    params(("id" = String, Path, description = "Schedule ID.")),
    request_body = Option<Cancel>,
    responses((status = 200, description = "The schedule is canceled", body = ScheduleView, headers(("ETag" = String)))),
)]
pub(crate) async fn cancel(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    OptionalJson(asked): OptionalJson<Cancel>,
) -> Result<Response, Problem> {
    let (key, expect) = (caller.key(&id)?, etag::expected(&headers)?);
    let by = caller.by_with_reason(asked.note)?;
    answer(&app, expect, app.acting_as(&caller).cancel(&key, expect, by).await).await
}

async fn answer(app: &App, expect: ExpectedVersion, done: Result<Schedule, Error>) -> Result<Response, Problem> {
    let schedule = done.map_err(|error| Problem::from(error).with_precondition(expect))?;
    let tag = etag::tag(schedule.revision);
    let view = ScheduleView::detailed(schedule, app).await?;
    Ok(([(header::ETAG, tag)], Json(view)).into_response())
}
