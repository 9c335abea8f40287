//! Changing schedules: as a whole, in part, and taking them away.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use refrain::control::{Save, UnknownProviders};
use refrain::definition::Definition;
use refrain::id::ScheduleKey;
use refrain::schedule::{Schedule, Source};
use refrain::store::Expect;
use serde_json::{Map, Value};

use super::definition;
use super::view::ScheduleView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::path::Path;
use crate::http::problem::Problem;

/// Make or replace a schedule
///
/// The id is the caller's own. The same definition again changes nothing. `If-Match` lets the change happen only to the revision it
/// names, `If-None-Match: *` only when there is none yet.
#[utoipa::path(
    put,
    path = "/v1/schedules/{id}",
    tag = "schedules",
    params(("id" = String, Path, description = "What it is called", pattern = "^[A-Za-z0-9_-]{1,128}$")),
    request_body = super::super::schema::ScheduleDefinition,
    responses(
        (status = 200, description = "It is changed, or was so already", body = ScheduleView, headers(("ETag" = String))),
        (status = 201, description = "It is made", body = ScheduleView, headers(("ETag" = String))),
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
        let detail = format!("the body's id {given} is not the path's, {}", key.id);
        return Err(Problem::bad_request("bad_value", detail).at_path("id"));
    }
    let expect = etag::expected(&headers)?;
    let unknown_providers = definition::take_unknown_providers(&mut body)?;
    let definition = definition::read(body, app.timezone())?;
    let old = app.store().schedule(&key).await.or_else(damaged)?;
    let status = if old.is_none() { StatusCode::CREATED } else { StatusCode::OK };
    let saved = save(&app, &caller, unknown_providers, SaveRequest { key, expect, definition }).await?;
    answer(&app, status, saved).await
}

/// Change a part of a schedule
///
/// The body is a merge patch (RFC 7396): what it does not name stays, what is null goes back to its default. A recurrence is replaced as a
/// whole.
#[utoipa::path(
    patch,
    path = "/v1/schedules/{id}",
    tag = "schedules",
    params(("id" = String, Path, description = "What it is called")),
    request_body(content((super::super::schema::SchedulePatch = "application/merge-patch+json"), (super::super::schema::SchedulePatch = "application/json"))),
    responses((status = 200, description = "It is changed, or was so already", body = ScheduleView, headers(("ETag" = String)))),
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
    let old = app.control().schedule(&key).await?;
    let definition = definition::patched(&old.definition, body, app.timezone())?;
    // The patch was made for what was just read.
    let expect = if asked == Expect::Any { Expect::Exactly(old.revision.0) } else { asked };
    let saved =
        save(&app, &caller, unknown_providers, SaveRequest { key, expect, definition }).await.map_err(|problem| {
            if asked == Expect::Any && problem.code == "conflict" {
                problem.with_status(StatusCode::CONFLICT)
            } else {
                problem
            }
        })?;
    answer(&app, StatusCode::OK, saved).await
}

/// Take a schedule away
///
/// What is planned is skipped, what runs is asked to stop. Its history stays as long as history is kept.
#[utoipa::path(
    delete,
    path = "/v1/schedules/{id}",
    tag = "schedules",
    params(("id" = String, Path, description = "What it is called")),
    responses((status = 204, description = "It is gone")),
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
    deleted.map_err(|error| etag::precondition(expect, error.into()))?;
    Ok(StatusCode::NO_CONTENT)
}

/// What is to be saved, and what must be there before.
struct SaveRequest {
    key: ScheduleKey,
    expect: Expect,
    definition: Definition,
}

async fn save(
    app: &App,
    caller: &Caller,
    unknown_providers: UnknownProviders,
    request: SaveRequest,
) -> Result<Schedule, Problem> {
    let SaveRequest { key, expect, definition } = request;
    let save = Save { key, expect, definition, source: Source::Api, by: caller.by() };
    let control = app.acting_as(caller).with_unknown_providers(unknown_providers);
    control.save(save).await.map_err(|error| etag::precondition(expect, error.into()))
}

async fn answer(app: &App, status: StatusCode, saved: Schedule) -> Result<Response, Problem> {
    let tag = etag::tag(saved.revision);
    let view = ScheduleView::saved(saved, app).await?;
    Ok((status, [(header::ETAG, tag)], Json(view)).into_response())
}

/// A schedule that cannot be read is healed by an edit, and may be taken away.
fn damaged(error: refrain::store::StoreError) -> Result<Option<Schedule>, Problem> {
    match error {
        refrain::store::StoreError::Corrupt(_) => Ok(None),
        other => Err(other.into()),
    }
}
