//! Sends a single action.

use axum::extract::State;
use axum::http::HeaderMap;
use refrain::dispatch::SingleAction;
use refrain::model::Action;
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ReportView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::http::{id, idempotency};

/// Default timeout of the provider, in seconds.
const TIMEOUT_SECONDS: i64 = 30;
/// Maximum timeout of the provider, in seconds. The request itself must be answered within a minute.
const TIMEOUT_SECONDS_MAX: i64 = 50;

/// A single action to send.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DispatchRequest {
    /// Action to send, with its provider.
    action: Action,
    /// Whether to return only the verdicts: nothing is sent, counted or marked. Default: false.
    #[serde(default)]
    dry_run: bool,
    /// Timeout of the provider. Default: 30 seconds. Maximum: 50 seconds.
    timeout: Option<Length>,
    /// Reason for the dispatch.
    note: Option<String>,
}

/// Result of a dispatch.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DispatchResult {
    /// Name of the dispatch: the request's `Idempotency-Key`, or a generated one. Receivers get the same
    /// idempotency key for the same name.
    key: String,
    /// Whether the request was a dry run: nothing was sent.
    dry_run: bool,
    /// Verdicts of the steps, and the outcome.
    report: ReportView,
}

/// Send a single action
///
/// The action goes through the same steps as an occurrence, is tried once, and is not recorded in the ledger.
/// The response is 200 and contains the outcome even if the action was not delivered.
///
/// For a day after an action was sent, a request with the same `Idempotency-Key` is not sent again; its
/// outcome is `skipped` with the reason `deduplicated`. Timeout: 30 seconds by default, at most 50 seconds.
/// With `dry_run` (default: false), nothing is sent.
#[utoipa::path(
    post,
    path = "/v1/dispatch",
    tag = "controls",
    params(("Idempotency-Key" = Option<String>, Header, description = "Name of the dispatch. An action with the same key is not sent again.", pattern = "^[ -~]{1,200}$")),
    request_body = DispatchRequest,
    responses((status = 200, description = "The outcome of the dispatch", body = DispatchResult)),
)]
pub(crate) async fn dispatch(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Json(asked): Json<DispatchRequest>,
) -> Result<Json<DispatchResult>, Problem> {
    let named = idempotency::key(&headers)?;
    let is_once = named.is_some();
    let key = named.unwrap_or_else(id::random);
    let single = SingleAction {
        tenant: caller.tenant.clone(),
        action: asked.action,
        key: key.clone(),
        is_once,
        hops: 0,
        timeout: Some(within(asked.timeout)?),
        allows_unbound_secrets: true,
        by: caller.by_with_reason(asked.note)?,
    };
    let (control, singles) = (app.acting_as(&caller), app.refrain().singles());
    let report = if asked.dry_run {
        ReportView::of(control.dry_run(singles, single).await?)
    } else {
        let (outcome, report) = control.dispatch(singles, single).await?;
        ReportView::sent(report, outcome)
    };
    Ok(Json(DispatchResult { key, dry_run: asked.dry_run, report }))
}

fn within(asked: Option<Length>) -> Result<Length, Problem> {
    let timeout = asked.unwrap_or(Length::from_seconds(TIMEOUT_SECONDS));
    if (1..=TIMEOUT_SECONDS_MAX).contains(&timeout.seconds()) {
        return Ok(timeout);
    }
    let detail = format!("expected a timeout from 1 to {TIMEOUT_SECONDS_MAX} seconds, found {timeout}");
    Err(Problem::new(ProblemCode::OutOfRange, detail).at_path("timeout"))
}
