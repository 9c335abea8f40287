//! Dry run of the dispatch steps, without any effect.

use axum::extract::State;
use refrain::model::Action;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::dispatch::ReportView;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;

/// Subject of the test: either a schedule or an action.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "action": { "provider": "log", "payload": { "to": "team" } } }))]
pub(crate) struct RuleTestRequest {
    /// Schedule ID: tests the next occurrence of this schedule.
    schedule: Option<String>,
    /// Action to test, without a schedule.
    action: Option<Action>,
}

/// Test the dispatch rules
///
/// Returns what every dispatch step would do if the action were sent now: guard, holds and quotas, dispatch
/// rules, deduplication, throttle and circuit breaker. Nothing is sent, counted or marked.
#[utoipa::path(
    post,
    path = "/v1/dispatch-rules/test",
    tag = "controls",
    request_body = RuleTestRequest,
    responses((status = 200, description = "The verdict of every step", body = ReportView)),
)]
pub(crate) async fn test(
    State(app): State<App>,
    caller: Caller,
    Json(asked): Json<RuleTestRequest>,
) -> Result<Json<ReportView>, Problem> {
    let refrain = app.refrain().tenant(&caller.tenant.to_string())?;
    let report = match (asked.schedule, asked.action) {
        (Some(id), None) => refrain.dry_run(caller.key(&id)?.id.as_str()).await?,
        (None, Some(action)) => refrain.dry_run_occurrence(action).await?,
        (Some(_), Some(_)) => return Err(exactly_one("schedule and action are both given")),
        (None, None) => return Err(exactly_one("neither schedule nor action is given")),
    };
    Ok(Json(ReportView::of(report)))
}

fn exactly_one(detail: &str) -> Problem {
    Problem::new(ProblemCode::BadValue, detail).with_hint("give exactly one of them")
}
