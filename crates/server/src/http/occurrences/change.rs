//! Changes to single occurrences on request.

use std::sync::Arc;

use axum::extract::State;
use refrain::model::{OccurrenceId, RunPayload, Trigger};
use refrain::store::OccurrenceChange;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::number;
use crate::http::app::App;
use crate::http::body::{Json, OptionalJson};
use crate::http::caller::Caller;
use crate::http::occurrence_view::OccurrenceView;
use crate::http::path::Path;
use crate::http::problem::Problem;

/// Reason for a change to an occurrence.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangeRequest {
    /// Reason for the change, for the audit log.
    #[schema(example = "the receiver lost it", max_length = 2048)]
    note: Option<String>,
}

/// Occurrence to reprocess.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReprocessRequest {
    /// Payload of this occurrence alone, for every attempt from now on. It requires `fire`, and also `command` for a
    /// provider that starts programs. Default: the occurrence keeps its payload.
    payload: Option<Value>,
    /// Reason for the change, for the audit log.
    #[schema(example = "the receiver lost it", max_length = 2048)]
    note: Option<String>,
}

/// Reprocess an occurrence
///
/// Plans a completed occurrence again with all its attempts, and with another payload if one is given. The
/// occurrence keeps its period and its idempotency key. If the occurrence has not completed, the request
/// returns 409.
#[utoipa::path(
    post,
    path = "/v1/occurrences/{id}/reprocess",
    tag = "ledger",
    params(("id" = i64, Path, description = "Occurrence ID.")),
    request_body = Option<ReprocessRequest>,
    responses((status = 200, description = "The occurrence is planned again", body = OccurrenceView)),
)]
pub(crate) async fn reprocess(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    OptionalJson(asked): OptionalJson<ReprocessRequest>,
) -> Result<Json<OccurrenceView>, Problem> {
    let payload = asked.payload.map(|payload| Arc::new(RunPayload::new(payload)));
    let reopen = OccurrenceChange::Reopen { trigger: Trigger::Retry, concurrency: None, payload };
    change(&app, &caller, &id, ChangeRequest { note: asked.note }, reopen).await
}

/// Skip an occurrence
///
/// A planned occurrence is settled as skipped and will not run.
#[utoipa::path(
    post,
    path = "/v1/occurrences/{id}/skip",
    tag = "ledger",
    params(("id" = i64, Path, description = "Occurrence ID.")),
    request_body = Option<ChangeRequest>,
    responses((status = 200, description = "The occurrence is skipped", body = OccurrenceView)),
)]
pub(crate) async fn skip(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    OptionalJson(asked): OptionalJson<ChangeRequest>,
) -> Result<Json<OccurrenceView>, Problem> {
    change(&app, &caller, &id, asked, OccurrenceChange::Skip).await
}

/// Cancel an occurrence
///
/// A planned occurrence is skipped. If the occurrence is running, its worker is asked to stop.
#[utoipa::path(
    post,
    path = "/v1/occurrences/{id}/cancel",
    tag = "ledger",
    params(("id" = i64, Path, description = "Occurrence ID.")),
    request_body = Option<ChangeRequest>,
    responses((status = 200, description = "The occurrence is skipped, or its worker is asked to stop", body = OccurrenceView)),
)]
pub(crate) async fn cancel(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    OptionalJson(asked): OptionalJson<ChangeRequest>,
) -> Result<Json<OccurrenceView>, Problem> {
    change(&app, &caller, &id, asked, OccurrenceChange::Cancel).await
}

async fn change(
    app: &App,
    caller: &Caller,
    id: &str,
    asked: ChangeRequest,
    change: OccurrenceChange,
) -> Result<Json<OccurrenceView>, Problem> {
    let id = OccurrenceId(number(id, "occurrence")?);
    let by = caller.by_with_reason(asked.note)?;
    let changed = app.acting_as(caller).change_occurrence(&caller.tenant, id, &change, &by).await?;
    Ok(Json(OccurrenceView::of(changed)))
}
