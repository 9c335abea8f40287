//! Explains why a schedule did or did not run at a given time.

use axum::extract::State;
use jiff::Timestamp;
use refrain::control::{Answer, Explanation};
use refrain_recurrence::Verdict;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::gaps::GapView;
use super::revisions::RevisionView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::occurrences::OccurrenceDetail;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// Query of an explanation.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhyQuery {
    /// Time to explain.
    #[param(example = "2026-03-02T09:00:00Z")]
    at: Timestamp,
}

/// Explanation of why a schedule did or did not run.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExplanationView {
    /// Time that is explained.
    at: Timestamp,
    /// Explanation as a sentence.
    #[schema(example = "The recurrence has no occurrence at 2026-03-01T09:00:00Z: its day of week does not match.")]
    sentence: String,
    /// Answer code: `not_created_yet`, `not_matched`, `recorded`, `in_gap`, `stopped`,
    /// `not_planned_yet`, `will_be_held` (a hold will skip it) or `unexplained`.
    #[schema(example = "not_matched")]
    answer: &'static str,
    /// Revision in effect at that time. Null if the schedule did not exist yet.
    revision: Option<RevisionView>,
    /// Evaluation of the recurrence in effect at that time. Null if it is no longer valid.
    evaluation: Option<RecurrenceEvaluation>,
    /// Occurrences at that time.
    occurrences: Vec<OccurrenceDetail>,
    /// Gap that contains that time.
    gap: Option<GapView>,
    /// Hold that would skip the occurrence now, as a sentence.
    hold: Option<String>,
}

/// Evaluation of a recurrence at a time.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurrenceEvaluation {
    /// Whether the recurrence matches the time.
    matches: bool,
    /// Checks, in order.
    checks: Vec<CheckView>,
    /// Previous occurrence.
    previous: Option<Timestamp>,
    /// Next occurrence.
    next: Option<Timestamp>,
}

/// A condition of the recurrence.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CheckView {
    /// Field or bound.
    #[schema(example = "day of week")]
    name: &'static str,
    /// Value at that time.
    #[schema(example = "Sunday")]
    value: String,
    /// Whether the recurrence accepts the value.
    passed: bool,
}

/// Explain a schedule at a time
///
/// Explains why the schedule did or did not run at a given time, from the recurrence in effect then and from
/// the ledger. Only callers with the permission `audit` see who requested an occurrence.
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}/why",
    tag = "ledger",
    params(("id" = String, Path, description = "Schedule ID."), WhyQuery),
    responses((status = 200, description = "The explanation", body = ExplanationView)),
)]
pub(crate) async fn why(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<WhyQuery>,
) -> Result<Json<ExplanationView>, Problem> {
    let explanation = app.control().explain(&caller.key(&id)?, query.at).await?;
    Ok(Json(ExplanationView::of(explanation.visible_to(&app.rights_of(&caller)))))
}

impl ExplanationView {
    fn of(explanation: Explanation) -> Self {
        Self {
            at: explanation.at,
            sentence: explanation.sentence(),
            answer: answer_name(&explanation.answer),
            revision: explanation.in_force.map(RevisionView::of),
            evaluation: explanation.verdict.map(RecurrenceEvaluation::of),
            occurrences: explanation.rows.into_iter().map(OccurrenceDetail::of).collect(),
            gap: explanation.gap.as_ref().map(GapView::of),
            hold: explanation.hold,
        }
    }
}

impl RecurrenceEvaluation {
    fn of(verdict: Verdict) -> Self {
        let check =
            |check: refrain_recurrence::Check| CheckView { name: check.name, value: check.value, passed: check.passed };
        Self {
            matches: verdict.matches(),
            previous: verdict.previous.map(|occurrence| occurrence.at()),
            next: verdict.next.map(|occurrence| occurrence.at()),
            checks: verdict.checks.into_iter().map(check).collect(),
        }
    }
}

fn answer_name(answer: &Answer) -> &'static str {
    match answer {
        Answer::NotCreatedYet => "not_created_yet",
        Answer::NotMatched(_) => "not_matched",
        Answer::Recorded(..) => "recorded",
        Answer::InGap(_) => "in_gap",
        Answer::Stopped(..) => "stopped",
        Answer::NotPlannedYet => "not_planned_yet",
        Answer::WillBeHeld(_) => "will_be_held",
        Answer::Unexplained => "unexplained",
    }
}
