//! What a schedule was before, and going back to it.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use refrain::control::Save;
use refrain::definition::Definition;
use refrain::id::{Revision, ScheduleKey};
use refrain::schedule::{RevisionRecord, Source};
use refrain::store::{NoDefinition, Page};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::view::ScheduleView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::occurrences::number;
use crate::http::page::{self, List};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// Which part is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// How many rows, 50 without a word.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
    /// Where the page before ended: its `next_cursor`.
    cursor: Option<String>,
}

/// A change of a schedule.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChangeView {
    /// Its number.
    #[schema(example = 3)]
    revision: i64,
    /// When it was made.
    at: Timestamp,
    /// By whom.
    by: String,
    /// What it did.
    #[schema(example = "save")]
    change: String,
    /// The definition from then on; null when it was not touched.
    #[schema(value_type = Option<Object>)]
    definition: Option<Box<Definition>>,
    /// Why the definition that it brought cannot be read.
    problem: Option<String>,
}

impl ChangeView {
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

/// List the changes of a schedule
///
/// The latest first.
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}/revisions",
    tag = "schedules",
    params(("id" = String, Path, description = "What it is called"), Asked),
    responses((status = 200, description = "A page of them", body = List<ChangeView>)),
)]
pub(crate) async fn list(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Json<List<ChangeView>>, Problem> {
    let key = caller.key(&id)?;
    app.control().schedule(&key).await?;
    let page = page::page(asked.limit, asked.cursor, &app)?;
    Ok(Json(List::of(app.store().revisions(&key, &page).await?, ChangeView::of)))
}

/// Read a revision of a schedule
///
/// With the definition that held then, whichever change brought it.
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}/revisions/{revision}",
    tag = "schedules",
    params(("id" = String, Path, description = "What it is called"), ("revision" = i64, Path, description = "Its number")),
    responses((status = 200, description = "The change", body = ChangeView)),
)]
pub(crate) async fn one(
    State(app): State<App>,
    caller: Caller,
    Path((id, revision)): Path<(String, String)>,
) -> Result<Json<ChangeView>, Problem> {
    let (key, revision) = (caller.key(&id)?, Revision(number(&revision, "revision")?));
    let mut record = found(&app, &key, revision).await?;
    let uid = app.control().schedule(&key).await?.uid;
    match app.store().definitions(&[(uid, revision)]).await?.pop() {
        Some(Ok(definition)) => record.definition = Some(definition),
        Some(Err(problem)) => record.problem = Some(problem.to_string()),
        None => {}
    }
    Ok(Json(ChangeView::of(record)))
}

/// Go back to a revision of a schedule
///
/// Its definition is saved as a new revision; whether the schedule rests does not change. What follows is that of any edit.
#[utoipa::path(
    post,
    path = "/v1/schedules/{id}/revisions/{revision}/rollback",
    tag = "schedules",
    params(("id" = String, Path, description = "What it is called"), ("revision" = i64, Path, description = "Its number")),
    responses((status = 200, description = "It is as it was", body = ScheduleView, headers(("ETag" = String)))),
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
        Some(Err(problem @ NoDefinition::Damaged(_))) => return Err(Problem::conflict("damaged", problem.to_string())),
        Some(Err(NoDefinition::Missing)) | None => return Err(missing(&key, revision)),
    };
    let save = Save { key, expect, definition: (*definition).clone(), source: Source::Api, by: caller.by() };
    let saved = app.acting_as(&caller).save(save).await.map_err(|error| etag::precondition(expect, error.into()))?;
    let tag = etag::tag(saved.revision);
    Ok(([(header::ETAG, tag)], Json(ScheduleView::whole(saved, &app).await?)).into_response())
}

/// One change. The list is by number, the latest first, so the page after the next number begins with it.
async fn found(app: &App, key: &ScheduleKey, revision: Revision) -> Result<RevisionRecord, Problem> {
    let page = Page::after(1, revision.0.saturating_add(1).to_string());
    let found = app.store().revisions(key, &page).await?.rows.into_iter().next();
    found.filter(|record| record.revision == revision).ok_or_else(|| missing(key, revision))
}

fn missing(key: &ScheduleKey, revision: Revision) -> Problem {
    Problem::not_found(format!("schedule {} has no revision {revision}", key.id))
}
