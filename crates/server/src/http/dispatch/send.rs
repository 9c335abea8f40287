//! Sending one action.

use axum::extract::State;
use axum::http::HeaderMap;
use refrain::action::Action;
use refrain::dispatch::Single;
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ReportView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::problem::Problem;
use crate::http::{idempotency, request_id};

/// How long a provider may take without a word.
const TIMEOUT_SECONDS: i64 = 30;
/// Nobody waits longer for one; the request itself must be answered within a minute.
const TIMEOUT_SECONDS_MAX: i64 = 50;

/// One action that is to be sent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DispatchAsked {
    /// What is sent, and by whom.
    action: Action,
    /// Whether only the verdicts are wanted: nothing is sent, counted or marked.
    #[serde(default)]
    dry_run: bool,
    /// How long the provider may take, up to 50 seconds; 30 without a word.
    timeout: Option<Length>,
    /// Why.
    note: Option<String>,
}

/// What came of a dispatch.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DispatchedView {
    /// What the dispatch is called: the request's `Idempotency-Key`, else made up. Receivers see the same key for the same name.
    key: String,
    /// Whether nothing was sent because only the verdicts were wanted.
    dry_run: bool,
    /// What every step said, and what came of it.
    report: ReportView,
}

/// Send one action without a schedule
///
/// It takes the same steps as any occurrence, is tried once, and is in no ledger. What came of it is the answer, also when it was not delivered. The
/// same `Idempotency-Key` again is held back for a day after it was sent, and answered as `skipped` with `deduplicated`.
#[utoipa::path(
    post,
    path = "/v1/dispatch",
    tag = "orders",
    params(("Idempotency-Key" = Option<String>, Header, description = "Names the dispatch: the same name again is not sent again", pattern = "^[ -~]{1,200}$")),
    request_body = DispatchAsked,
    responses((status = 200, description = "What came of it", body = DispatchedView)),
)]
pub(crate) async fn dispatch(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Json(asked): Json<DispatchAsked>,
) -> Result<Json<DispatchedView>, Problem> {
    let named = idempotency::key(&headers)?;
    let is_once = named.is_some();
    let key = named.unwrap_or_else(request_id::random);
    let single = Single {
        tenant: caller.tenant.clone(),
        action: asked.action,
        key: key.clone(),
        is_once,
        hops: 0,
        timeout: Some(within(asked.timeout)?),
        takes_unbound_secrets: true,
        by: caller.by_note(asked.note)?,
    };
    let (control, singles) = (app.acting_as(&caller), app.refrain().singles());
    let report = if asked.dry_run {
        ReportView::of(control.dry_run(singles, single).await?)
    } else {
        let (outcome, report) = control.dispatch(singles, single).await?;
        ReportView::sent(report, outcome)
    };
    Ok(Json(DispatchedView { key, dry_run: asked.dry_run, report }))
}

fn within(asked: Option<Length>) -> Result<Length, Problem> {
    let timeout = asked.unwrap_or(Length::from_seconds(TIMEOUT_SECONDS));
    if (1..=TIMEOUT_SECONDS_MAX).contains(&timeout.seconds()) {
        return Ok(timeout);
    }
    let detail =
        format!("the timeout is {timeout}; a dispatch may take from a second to {TIMEOUT_SECONDS_MAX} of them");
    Err(Problem::bad_request("out_of_range", detail).at_path("timeout"))
}
