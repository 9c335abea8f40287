//! Replaces, patches and deletes schedules.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use refrain::control::{SaveScheduleRequest, UnknownProviders};
use refrain::model::{Definition, Schedule, ScheduleKey, Source};
use refrain::store::ExpectedVersion;
use serde_json::{Map, Value};

use super::definition;
use super::enabled::{self, take_enabled};
use super::view::ScheduleView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::http::read_only;
use crate::preview::ScheduleWarning;

/// Create or replace a schedule
///
/// The caller chooses the ID. Saving the same definition again changes nothing. With `If-Match`, the schedule
/// is replaced only if its revision matches; with `If-None-Match: *`, it is only created. Otherwise the
/// request returns 412.
#[utoipa::path(
    put,
    path = "/v1/schedules/{id}",
    tag = "schedules",
    params(("id" = String, Path, description = "Schedule ID.", pattern = "^[A-Za-z0-9_-]{1,128}$")),
    request_body = super::schema::ScheduleDefinition,
    responses(
        (status = 200, description = "The schedule is saved, or was already the same", body = ScheduleView, headers(("ETag" = String))),
        (status = 201, description = "The schedule is created", body = ScheduleView, headers(("ETag" = String))),
    ),
)]
pub(crate) async fn put(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(mut body): Json<Map<String, Value>>,
) -> Result<Response, Problem> {
    let key = ScheduleKey { tenant: caller.tenant.clone(), id: id.parse()? };
    if let Some(given) = body.remove("id")
        && given.as_str() != Some(key.id.as_str())
    {
        let detail = format!("the ID in the body, {given}, is not the ID in the path, {}", key.id);
        return Err(Problem::new(ProblemCode::BadValue, detail).at_path("id"));
    }
    let expect = etag::expected(&headers)?;
    let unknown_providers = definition::take_unknown_providers(&mut body)?;
    let enabled = take_enabled(&mut body)?;
    let read_only = read_only::take_from_schedule(&mut body);
    let definition = definition::read(body, app.timezone())?;
    let old = app.store().schedule(&key).await.or_else(absent_if_corrupt)?;
    let status = if old.is_none() { StatusCode::CREATED } else { StatusCode::OK };
    let request = SaveRequest { key, expect, definition, enabled };
    let saved = save(&app, &caller, unknown_providers, request).await;
    let saved = saved.map_err(|problem| problem.with_precondition(expect))?;
    answer(&app, status, saved, read_only).await
}

/// Update a schedule
///
/// The body is a JSON merge patch (RFC 7396): absent fields stay as they are, and null restores the default.
/// A recurrence is replaced as a whole. With `If-Match`, the schedule is updated only if its revision
/// matches; otherwise the request returns 412.
#[utoipa::path(
    patch,
    path = "/v1/schedules/{id}",
    tag = "schedules",
    params(("id" = String, Path, description = "Schedule ID.")),
    request_body(content((super::schema::SchedulePatch = "application/merge-patch+json"), (super::schema::SchedulePatch = "application/json"))),
    responses((status = 200, description = "The schedule is saved, or was already the same", body = ScheduleView, headers(("ETag" = String)))),
)]
pub(crate) async fn patch(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(mut body): Json<Map<String, Value>>,
) -> Result<Response, Problem> {
    let key = caller.key(&id)?;
    let asked = etag::expected(&headers)?;
    let unknown_providers = definition::take_unknown_providers(&mut body)?;
    let enabled = take_enabled(&mut body)?;
    let old = app.control().schedule(&key).await?;
    let definition = definition::patched(&old.definition, body, app.timezone())?;
    // The patch was computed for the revision that was just read.
    let expect = if asked == ExpectedVersion::Any { ExpectedVersion::Exactly(old.revision.0) } else { asked };
    let request = SaveRequest { key, expect, definition, enabled };
    let saved = save(&app, &caller, unknown_providers, request).await;
    let saved = saved.map_err(|problem| problem.with_precondition(asked))?;
    answer(&app, StatusCode::OK, saved, Vec::new()).await
}

/// Delete a schedule
///
/// Planned occurrences are skipped, and running ones are asked to stop. The history is kept until retention
/// removes it. With `If-Match`, the schedule is deleted only if its revision matches; otherwise the request
/// returns 412.
#[utoipa::path(
    delete,
    path = "/v1/schedules/{id}",
    tag = "schedules",
    params(("id" = String, Path, description = "Schedule ID.")),
    responses((status = 204, description = "The schedule is deleted")),
)]
pub(crate) async fn delete(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let key = caller.key(&id)?;
    let expect = etag::expected(&headers)?;
    let deleted = app.acting_as(&caller).delete(&key, expect, &caller.by()).await;
    deleted.map_err(|error| Problem::from(error).with_precondition(expect))?;
    Ok(StatusCode::NO_CONTENT)
}

/// A definition to save, and the state to expect before.
struct SaveRequest {
    key: ScheduleKey,
    expect: ExpectedVersion,
    definition: Definition,
    enabled: Option<bool>,
}

async fn save(
    app: &App,
    caller: &Caller,
    unknown_providers: UnknownProviders,
    request: SaveRequest,
) -> Result<Schedule, Problem> {
    let SaveRequest { key, expect, definition, enabled } = request;
    let save = SaveScheduleRequest { key, expect, definition, source: Source::Api, by: caller.by() };
    let control = app.acting_as(caller).with_unknown_providers(unknown_providers);
    Ok(enabled::save(&control, save, enabled).await?)
}

async fn answer(
    app: &App,
    status: StatusCode,
    saved: Schedule,
    warnings: Vec<ScheduleWarning>,
) -> Result<Response, Problem> {
    let tag = etag::tag(saved.revision);
    let view = ScheduleView::saved(saved, app).await?.with_warnings(warnings);
    Ok((status, [(header::ETAG, tag)], Json(view)).into_response())
}

/// A schedule that cannot be read counts as absent: saving a new definition repairs it.
fn absent_if_corrupt(error: refrain::store::StoreError) -> Result<Option<Schedule>, Problem> {
    match error {
        refrain::store::StoreError::Corrupt(_) => Ok(None),
        other => Err(other.into()),
    }
}
