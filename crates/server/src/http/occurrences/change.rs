//! What people do to one occurrence.

use axum::extract::State;
use refrain::id::OccurrenceId;
use refrain::occurrence::Trigger;
use refrain::store::OccurrenceChange;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{OccurrenceView, number};
use crate::http::app::App;
use crate::http::body::{Json, MaybeJson};
use crate::http::caller::Caller;
use crate::http::path::Path;
use crate::http::problem::Problem;

/// Why something is done to an occurrence.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Because {
    /// Why.
    #[schema(example = "the receiver lost it", max_length = 2048)]
    note: Option<String>,
}

/// Run an occurrence again
///
/// One that has ended is planned again with all its attempts before it. It keeps its period and its idempotency key.
#[utoipa::path(
    post,
    path = "/v1/occurrences/{id}/reprocess",
    tag = "ledger",
    params(("id" = i64, Path, description = "Its number")),
    request_body = Option<Because>,
    responses((status = 200, description = "It is planned", body = OccurrenceView)),
)]
pub(crate) async fn reprocess(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    MaybeJson(asked): MaybeJson<Because>,
) -> Result<Json<OccurrenceView>, Problem> {
    change(&app, &caller, &id, asked, OccurrenceChange::Reopen { trigger: Trigger::Retry, concurrency: None }).await
}

/// Skip an occurrence
///
/// One that is planned will not run.
#[utoipa::path(
    post,
    path = "/v1/occurrences/{id}/skip",
    tag = "ledger",
    params(("id" = i64, Path, description = "Its number")),
    request_body = Option<Because>,
    responses((status = 200, description = "It is skipped", body = OccurrenceView)),
)]
pub(crate) async fn skip(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    MaybeJson(asked): MaybeJson<Because>,
) -> Result<Json<OccurrenceView>, Problem> {
    change(&app, &caller, &id, asked, OccurrenceChange::Skip).await
}

/// Stop an occurrence
///
/// If it runs, its worker is asked to stop; if it does not yet, it will not.
#[utoipa::path(
    post,
    path = "/v1/occurrences/{id}/cancel",
    tag = "ledger",
    params(("id" = i64, Path, description = "Its number")),
    request_body = Option<Because>,
    responses((status = 200, description = "It is skipped, or asked to stop", body = OccurrenceView)),
)]
pub(crate) async fn cancel(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    MaybeJson(asked): MaybeJson<Because>,
) -> Result<Json<OccurrenceView>, Problem> {
    change(&app, &caller, &id, asked, OccurrenceChange::Cancel).await
}

async fn change(
    app: &App,
    caller: &Caller,
    id: &str,
    asked: Because,
    change: OccurrenceChange,
) -> Result<Json<OccurrenceView>, Problem> {
    let id = OccurrenceId(number(id, "occurrence")?);
    let by = caller.by_note(asked.note)?;
    let changed = app.acting_as(caller).change_occurrence(&caller.tenant, id, &change, &by).await?;
    Ok(Json(OccurrenceView::of(changed)))
}
