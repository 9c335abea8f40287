//! Updates and deletes recurring actions.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use refrain::Error;
use refrain::control::{ResumeFrom, SaveScheduleRequest, UnknownProviders};
use refrain::model::{Schedule, Source, Status};
use refrain::store::{ExpectedVersion, StoreError};

use super::defaults::Defaults;
use super::place::{TenantCaller, TenantQuery};
use super::read::{found, updated};
use super::refusal::{DialectError, precondition};
use super::update::UpdateRecurring;
use super::view::{RecurringAction, is_enabled};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::etag;
use crate::http::path::Path;
use crate::http::problem::Problem;

/// Maximum number of times an update is merged again after a concurrent change.
const TRIES: usize = 20;

/// Update a recurring action
///
/// Absent fields stay as they are. Null removes the value of an optional field; the time zone becomes UTC.
/// Concurrent updates are merged, unless `If-Match` names the revision to change. `updated_at` changes even if
/// nothing else does.
#[utoipa::path(
    put,
    path = "/v1/recurring/{id}",
    tag = "recurring",
    params(
        ("id" = String, Path, description = "Recurring action ID."),
        TenantQuery,
        ("If-Match" = Option<String>, Header, description = "Entity tag: update only this revision."),
    ),
    request_body = UpdateRecurring,
    responses((status = 200, description = "The updated recurring action", body = RecurringAction, headers(("ETag" = String)))),
)]
pub(crate) async fn change(
    State(app): State<App>,
    place: TenantCaller,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Result<Json<UpdateRecurring>, Problem>,
) -> Result<Response, DialectError> {
    let (Json(asked), expect) = (body?, etag::expected(&headers)?);
    for _ in 1..TRIES {
        let old = found(&app, &place, &id, expect).await?;
        match update(&app, &place, &old, &asked).await? {
            Err(Error::Store(StoreError::Conflict { .. })) if expect == ExpectedVersion::Any => {}
            done => return updated(&app, &done.map_err(|error| precondition(expect, error))?).await,
        }
    }
    let old = found(&app, &place, &id, expect).await?;
    let done = update(&app, &place, &old, &asked).await?;
    updated(&app, &done.map_err(|error| precondition(expect, error))?).await
}

/// Merges an update into the stored definition. The inner error is the engine's and may be a conflict with a
/// concurrent change.
async fn update(
    app: &App,
    place: &TenantCaller,
    old: &Schedule,
    asked: &UpdateRecurring,
) -> Result<Result<Schedule, Error>, DialectError> {
    let definition = asked.apply_to(&old.definition, &Defaults::new(app))?;
    let by = place.0.by();
    // A completed action stays completed as long as nothing is left to execute.
    let is_completed = old.status == Status::Finished;
    let is_switched = !is_completed && asked.enabled.is_some_and(|enabled| enabled != is_enabled(old));
    let control = app.acting_as(&place.0).with_unknown_providers(UnknownProviders::Allow);
    // A change of the status updates `updated_at` by itself.
    let control = if is_switched { control } else { control.with_touch() };
    let expect = ExpectedVersion::Exactly(old.revision.0);
    let save = SaveScheduleRequest { key: old.key.clone(), expect, definition, source: Source::Api, by: by.clone() };
    if asked.enabled == Some(false) {
        return Ok(control.save_paused(save).await);
    }
    let new = match control.save(save).await {
        Ok(new) => new,
        Err(error) => return Ok(Err(error)),
    };
    // An edit of a completed action has already decided whether something is left to execute.
    let is_decided = new.status == Status::Finished && new.definition != old.definition;
    let switched = match asked.enabled {
        Some(true) if !is_enabled(&new) && !is_decided => {
            control.resume(&new.key, ExpectedVersion::Any, ResumeFrom::Now, by).await
        }
        Some(_) | None => Ok(new),
    };
    Ok(switched)
}

/// Delete a recurring action
///
/// Its history is kept until retention removes it.
#[utoipa::path(
    delete,
    path = "/v1/recurring/{id}",
    tag = "recurring",
    params(
        ("id" = String, Path, description = "Recurring action ID."),
        TenantQuery,
        ("If-Match" = Option<String>, Header, description = "Entity tag: delete only this revision."),
    ),
    responses((status = 204, description = "The recurring action is deleted")),
)]
pub(crate) async fn delete(
    State(app): State<App>,
    place: TenantCaller,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, DialectError> {
    let expect = etag::expected(&headers)?;
    let schedule = found(&app, &place, &id, expect).await?;
    let deleted = app.acting_as(&place.0).delete(&schedule.key, expect, &place.0.by()).await;
    deleted.map_err(|error| precondition(expect, error))?;
    Ok(StatusCode::NO_CONTENT)
}
