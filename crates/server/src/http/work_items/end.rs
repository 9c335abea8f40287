//! Holding work for longer, and saying how it went.

use axum::extract::State;
use refrain::embed::WorkQueue;
use refrain::id::Fence;
use refrain::work_item::WorkItem;
use refrain_recurrence::Length;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::WorkItemView;
use super::claim::lease;
use super::read::found;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::path::Path;
use crate::http::problem::Problem;

/// Work is needed for longer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExtendAsked {
    /// The fence of the claim.
    #[schema(example = 1)]
    fence: i64,
    /// How long from now on, up to a day; 30 seconds without a word.
    #[schema(value_type = Option<refrain_recurrence::Length>, example = "30s")]
    lease: Option<Length>,
}

/// Work was done.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompleteAsked {
    /// The fence of the claim.
    #[schema(example = 1)]
    fence: i64,
    /// What came of it; kept with the item.
    #[serde(default)]
    #[schema(value_type = Option<Value>)]
    result: Value,
}

/// Work failed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FailAsked {
    /// The fence of the claim.
    #[schema(example = 1)]
    fence: i64,
    /// What went wrong.
    #[schema(example = "the mailbox is full")]
    error: String,
    /// Whether another attempt may help; true without a word. Without it, or without attempts left, it is a dead letter.
    retry: Option<bool>,
}

/// Hold a work item for longer
#[utoipa::path(
    post,
    path = "/v1/work-items/{id}/extend",
    tag = "work",
    params(("id" = i64, Path, description = "Its number")),
    request_body = ExtendAsked,
    responses((status = 200, description = "It is held for longer", body = WorkItemView)),
)]
pub(crate) async fn extend(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(asked): Json<ExtendAsked>,
) -> Result<Json<WorkItemView>, Problem> {
    let lease = lease(asked.lease)?;
    let (queue, item) = held(&app, &caller, &id, asked.fence).await?;
    let is_held = queue.extend(&item, lease).await?;
    answer(&app, &caller, &id, is_held).await
}

/// Say that a work item was done
///
/// The same again changes nothing.
#[utoipa::path(
    post,
    path = "/v1/work-items/{id}/complete",
    tag = "work",
    params(("id" = i64, Path, description = "Its number")),
    request_body = CompleteAsked,
    responses((status = 200, description = "It is done", body = WorkItemView)),
)]
pub(crate) async fn complete(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(asked): Json<CompleteAsked>,
) -> Result<Json<WorkItemView>, Problem> {
    let (queue, item) = held(&app, &caller, &id, asked.fence).await?;
    let is_held = queue.complete(&item, asked.result).await?;
    answer(&app, &caller, &id, is_held).await
}

/// Say that a work item failed
///
/// While it has attempts left it is queued again after 2, 4, 8, … seconds; without it is a dead letter.
#[utoipa::path(
    post,
    path = "/v1/work-items/{id}/fail",
    tag = "work",
    params(("id" = i64, Path, description = "Its number")),
    request_body = FailAsked,
    responses((status = 200, description = "It is queued again, or dead", body = WorkItemView)),
)]
pub(crate) async fn fail(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(asked): Json<FailAsked>,
) -> Result<Json<WorkItemView>, Problem> {
    let (queue, item) = held(&app, &caller, &id, asked.fence).await?;
    let is_held = if asked.retry.unwrap_or(true) {
        queue.fail(&item, &asked.error).await?
    } else {
        queue.reject(&item, &asked.error).await?
    };
    answer(&app, &caller, &id, is_held).await
}

/// The item as whoever claimed it knows it. Whether the claim still stands is for the store to say.
async fn held(app: &App, caller: &Caller, id: &str, fence: i64) -> Result<(WorkQueue, WorkItem), Problem> {
    let item = found(app, caller, id).await?;
    let queue = super::queue(app, caller, item.work.queue.as_str())?;
    Ok((queue, WorkItem { fence: Fence(fence), ..item }))
}

async fn answer(app: &App, caller: &Caller, id: &str, is_held: bool) -> Result<Json<WorkItemView>, Problem> {
    if !is_held {
        let detail = format!("work item {id} is not held under that fence any more");
        return Err(Problem::conflict("lease_lost", detail).with_hint("another does it, or has done it: stop"));
    }
    Ok(Json(WorkItemView::of(found(app, caller, id).await?)))
}
