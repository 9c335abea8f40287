//! Extends the lease of a work item, completes it or fails it.

use axum::extract::State;
use refrain::model::{Fence, WorkItem};
use refrain::store::{WorkEnding, WorkLease};
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
use crate::http::problem_code::ProblemCode;

/// A request to extend a lease.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExtendRequest {
    /// Fencing token of the claim.
    #[schema(example = 1)]
    fence: i64,
    /// Length of the lease from now on. Default: 30 seconds. Maximum: 24 hours.
    #[schema(value_type = Option<refrain_recurrence::Length>, example = "30s")]
    lease: Option<Length>,
}

/// A request to complete a work item.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompleteRequest {
    /// Fencing token of the claim.
    #[schema(example = 1)]
    fence: i64,
    /// Result, stored with the work item.
    #[serde(default)]
    #[schema(value_type = Option<Value>)]
    result: Value,
}

/// A request to fail a work item.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FailRequest {
    /// Fencing token of the claim.
    #[schema(example = 1)]
    fence: i64,
    /// Error message.
    #[schema(example = "the mailbox is full")]
    error: String,
    /// Whether to retry. Default: true. If false, or if no attempts are left, the work item becomes a dead
    /// letter.
    retry: Option<bool>,
}

/// Extend a work item's lease
///
/// The lease lasts from now on: 30 seconds by default, at most 24 hours. If the lease has been lost, the
/// request returns 409 (`lease_lost`).
#[utoipa::path(
    post,
    path = "/v1/work-items/{id}/extend",
    tag = "work",
    params(("id" = i64, Path, description = "Work item ID.")),
    request_body = ExtendRequest,
    responses((status = 200, description = "The lease is extended", body = WorkItemView)),
)]
pub(crate) async fn extend(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(asked): Json<ExtendRequest>,
) -> Result<Json<WorkItemView>, Problem> {
    let lease = lease(asked.lease)?;
    let item = held(&app, &caller, &id, asked.fence).await?;
    let held = WorkLease { id: item.id, fence: item.fence };
    let is_held = app.acting_as(&caller).extend_work(&caller.tenant, held, lease).await?;
    answer(&app, &caller, &id, is_held).await
}

/// Complete a work item
///
/// A repeated request changes nothing. If the lease has been lost, the request returns 409 (`lease_lost`).
#[utoipa::path(
    post,
    path = "/v1/work-items/{id}/complete",
    tag = "work",
    params(("id" = i64, Path, description = "Work item ID.")),
    request_body = CompleteRequest,
    responses((status = 200, description = "The work item is completed", body = WorkItemView)),
)]
pub(crate) async fn complete(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(asked): Json<CompleteRequest>,
) -> Result<Json<WorkItemView>, Problem> {
    let item = held(&app, &caller, &id, asked.fence).await?;
    let held = WorkLease { id: item.id, fence: item.fence };
    let ending = WorkEnding::Complete { result: asked.result };
    let is_held = app.acting_as(&caller).finish_work(&caller.tenant, held, ending).await?;
    answer(&app, &caller, &id, is_held).await
}

/// Fail a work item
///
/// While attempts are left, the work item is queued again after 2, 4, 8, … seconds. Otherwise, or with
/// `retry: false` (default: true), it becomes a dead letter. If the lease has been lost, the request returns 409
/// (`lease_lost`).
#[utoipa::path(
    post,
    path = "/v1/work-items/{id}/fail",
    tag = "work",
    params(("id" = i64, Path, description = "Work item ID.")),
    request_body = FailRequest,
    responses((status = 200, description = "The work item is queued again, or is a dead letter", body = WorkItemView)),
)]
pub(crate) async fn fail(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(asked): Json<FailRequest>,
) -> Result<Json<WorkItemView>, Problem> {
    let (item, control) = (held(&app, &caller, &id, asked.fence).await?, app.acting_as(&caller));
    let is_held = if asked.retry.unwrap_or(true) {
        control.fail_work(&item, &asked.error).await?
    } else {
        control.reject_work(&item, &asked.error).await?
    };
    answer(&app, &caller, &id, is_held).await
}

/// Returns the work item as its claimant knows it. The store decides whether the claim is still valid.
async fn held(app: &App, caller: &Caller, id: &str, fence: i64) -> Result<WorkItem, Problem> {
    let item = found(app, caller, id).await?;
    Ok(WorkItem { fence: Fence(fence), ..item })
}

async fn answer(app: &App, caller: &Caller, id: &str, is_held: bool) -> Result<Json<WorkItemView>, Problem> {
    if !is_held {
        let detail = format!("the lease of work item {id} with this fence is no longer valid");
        return Err(Problem::new(ProblemCode::LeaseLost, detail)
            .with_hint("stop: another worker has claimed or finished the work item"));
    }
    Ok(Json(WorkItemView::of(found(app, caller, id).await?)))
}
