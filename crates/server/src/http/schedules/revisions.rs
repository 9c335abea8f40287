//! Revisions of a schedule, and rolling back to one.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use refrain::control::SaveScheduleRequest;
use refrain::model::{Definition, Revision, RevisionRecord, ScheduleKey, Source};
use refrain::store::{NoDefinition, Page};
use serde::Serialize;
use utoipa::ToSchema;

use super::view::ScheduleView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::occurrences::number;
use crate::http::page::{List, PageQuery};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::http::query::Query;

/// A revision of a schedule.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RevisionView {
    /// Revision number.
    #[schema(example = 3)]
    revision: i64,
    /// Time of the change.
    at: Timestamp,
    /// Person, key or program that made the change.
    by: String,
    /// Kind of change.
    #[schema(example = "save")]
    change: String,
    /// Definition since this revision. Null if the change did not affect it.
    #[schema(value_type = Option<Object>)]
    definition: Option<Box<Definition>>,
    /// Reason why the definition of this revision cannot be read.
    problem: Option<String>,
}

impl RevisionView {
    pub(super) fn of(record: RevisionRecord) -> Self {
        Self {
            revision: record.revision.0,
            at: record.at,
            by: record.by,
            change: record.change,
            definition: record.definition.map(|definition| Box::new((*definition).clone())),
            problem: record.problem,
        }
    }
}

/// List the revisions of a schedule
///
/// Newest first. Page size: 50 by default, at most 500.
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}/revisions",
    tag = "schedules",
    params(("id" = String, Path, description = "Schedule ID."), PageQuery),
    responses((status = 200, description = "A page of revisions", body = List<RevisionView>)),
)]
pub(crate) async fn list(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<RevisionView>>, Problem> {
    let key = caller.key(&id)?;
    app.control().schedule(&key).await?;
    let page = query.page(&app)?;
    Ok(Json(List::of(app.store().revisions(&key, &page).await?, RevisionView::of)))
}

/// Get a revision of a schedule
///
/// Includes the definition in effect at that revision, even if an earlier change introduced it.
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}/revisions/{revision}",
    tag = "schedules",
    params(("id" = String, Path, description = "Schedule ID."), ("revision" = i64, Path, description = "Revision number.")),
    responses((status = 200, description = "The revision", body = RevisionView)),
)]
pub(crate) async fn one(
    State(app): State<App>,
    caller: Caller,
    Path((id, revision)): Path<(String, String)>,
) -> Result<Json<RevisionView>, Problem> {
    let (key, revision) = (caller.key(&id)?, Revision(number(&revision, "revision")?));
    let mut record = found(&app, &key, revision).await?;
    let uid = app.control().schedule(&key).await?.uid;
    match app.store().definitions(&[(uid, revision)]).await?.pop() {
        Some(Ok(definition)) => record.definition = Some(definition),
        Some(Err(problem)) => record.problem = Some(problem.to_string()),
        None => {}
    }
    Ok(Json(RevisionView::of(record)))
}

/// Roll back a schedule to a revision
///
/// Saves the definition of that revision as a new revision, like any other edit. A paused schedule stays
/// paused. If the stored definition cannot be read, the request returns 409 (`damaged`). With `If-Match`, the
/// schedule is changed only if its revision matches; otherwise the request returns 412.
#[utoipa::path(
    post,
    path = "/v1/schedules/{id}/revisions/{revision}/rollback",
    tag = "schedules",
    params(("id" = String, Path, description = "Schedule ID."), ("revision" = i64, Path, description = "Revision number.")),
    responses((status = 200, description = "The schedule with the restored definition", body = ScheduleView, headers(("ETag" = String)))),
)]
pub(crate) async fn rollback(
    State(app): State<App>,
    caller: Caller,
    Path((id, revision)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (key, revision) = (caller.key(&id)?, Revision(number(&revision, "revision")?));
    let expect = etag::expected(&headers)?;
    let schedule = app.control().schedule(&key).await?;
    found(&app, &key, revision).await?;
    let definition = match app.store().definitions(&[(schedule.uid, revision)]).await?.pop() {
        Some(Ok(definition)) => definition,
        Some(Err(problem @ NoDefinition::Damaged(_))) => {
            return Err(Problem::new(ProblemCode::Damaged, problem.to_string()));
        }
        Some(Err(NoDefinition::Missing)) | None => return Err(missing(&key, revision)),
    };
    let save =
        SaveScheduleRequest { key, expect, definition: (*definition).clone(), source: Source::Api, by: caller.by() };
    let saved =
        app.acting_as(&caller).save(save).await.map_err(|error| Problem::from(error).with_precondition(expect))?;
    let tag = etag::tag(saved.revision);
    Ok(([(header::ETAG, tag)], Json(ScheduleView::detailed(saved, &app).await?)).into_response())
}

/// Returns one revision. The list is in descending order of number, so the page after the next number starts
/// with it.
async fn found(app: &App, key: &ScheduleKey, revision: Revision) -> Result<RevisionRecord, Problem> {
    let page = Page::after(1, revision.0.saturating_add(1).to_string());
    let found = app.store().revisions(key, &page).await?.rows.into_iter().next();
    found.filter(|record| record.revision == revision).ok_or_else(|| missing(key, revision))
}

fn missing(key: &ScheduleKey, revision: Revision) -> Problem {
    Problem::not_found(format!("schedule {} has no revision {revision}", key.id))
}
