//! Pausing, resuming and canceling.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use refrain::control::ResumeFrom;
use refrain::error::Error;
use refrain::schedule::Schedule;
use refrain::store::Expect;
use serde::Deserialize;
use utoipa::ToSchema;

use super::view::ScheduleView;
use crate::http::app::App;
use crate::http::body::{Json, MaybeJson};
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::path::Path;
use crate::http::problem::Problem;

/// A pause.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pause {
    /// Why.
    #[schema(example = "the receiver is being moved", max_length = 2048)]
    note: Option<String>,
    /// When it ends by itself.
    until: Option<Timestamp>,
}

/// Going on after a pause.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resume {
    /// What becomes of what lay in the pause; `now` without a word.
    from: Option<Slots>,
    /// Why.
    #[schema(max_length = 2048)]
    note: Option<String>,
}

/// What becomes of what lay in a pause.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Slots {
    /// It was skipped; the next one is the first after now.
    Now,
    /// It was missed; the schedule's catch-up policy decides.
    CatchUp,
}

/// An end for good.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cancel {
    /// Why.
    #[schema(max_length = 2048)]
    note: Option<String>,
}

/// Let a schedule rest
///
/// Until it is resumed, or until then. What is planned is skipped when its time comes. Pausing what is paused changes the note and the end.
#[utoipa::path(
    post,
    path = "/v1/schedules/{id}/pause",
    tag = "schedules",
    params(("id" = String, Path, description = "What it is called")),
    request_body = Option<Pause>,
    responses((status = 200, description = "It rests", body = ScheduleView, headers(("ETag" = String)))),
)]
pub(crate) async fn pause(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    MaybeJson(asked): MaybeJson<Pause>,
) -> Result<Response, Problem> {
    let (key, expect) = (caller.key(&id)?, etag::expected(&headers)?);
    let by = caller.by_note(asked.note)?;
    answer(&app, expect, app.acting_as(&caller).pause(&key, expect, asked.until, by).await).await
}

/// Let a schedule go on
///
/// Resuming what is active changes nothing.
#[utoipa::path(
    post,
    path = "/v1/schedules/{id}/resume",
    tag = "schedules",
    params(("id" = String, Path, description = "What it is called")),
    request_body = Option<Resume>,
    responses((status = 200, description = "It goes on", body = ScheduleView, headers(("ETag" = String)))),
)]
pub(crate) async fn resume(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    MaybeJson(asked): MaybeJson<Resume>,
) -> Result<Response, Problem> {
    let (key, expect) = (caller.key(&id)?, etag::expected(&headers)?);
    let by = caller.by_note(asked.note)?;
    let from = match asked.from {
        None | Some(Slots::Now) => ResumeFrom::Now,
        Some(Slots::CatchUp) => ResumeFrom::CatchUp,
    };
    answer(&app, expect, app.acting_as(&caller).resume(&key, expect, from, by).await).await
}

/// End a schedule for good
///
/// What is planned is skipped, what runs is asked to stop. Its history stays.
#[utoipa::path(
    post,
    path = "/v1/schedules/{id}/cancel",
    tag = "schedules",
    params(("id" = String, Path, description = "What it is called")),
    request_body = Option<Cancel>,
    responses((status = 200, description = "It has ended", body = ScheduleView, headers(("ETag" = String)))),
)]
pub(crate) async fn cancel(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    MaybeJson(asked): MaybeJson<Cancel>,
) -> Result<Response, Problem> {
    let (key, expect) = (caller.key(&id)?, etag::expected(&headers)?);
    let by = caller.by_note(asked.note)?;
    answer(&app, expect, app.acting_as(&caller).cancel(&key, expect, by).await).await
}

async fn answer(app: &App, expect: Expect, done: Result<Schedule, Error>) -> Result<Response, Problem> {
    let schedule = done.map_err(|error| etag::precondition(expect, error.into()))?;
    let tag = etag::tag(schedule.revision);
    let view = ScheduleView::whole(schedule, app).await?;
    Ok(([(header::ETAG, tag)], Json(view)).into_response())
}
