//! Why a schedule fired at a time, or did not.

use axum::extract::State;
use jiff::Timestamp;
use refrain::control::{Answer, Explanation};
use refrain_recurrence::Verdict;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::gaps::GapView;
use super::revisions::ChangeView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::occurrences::OccurrenceWhole;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// Which instant is asked about.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// The instant.
    #[param(example = "2026-03-02T09:00:00Z")]
    at: Timestamp,
}

/// Why something did or did not happen.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Why {
    /// The instant that was asked about.
    at: Timestamp,
    /// The answer as a sentence.
    #[schema(example = "The rule does not fire at 2026-03-01T09:00:00Z: its day of week does not match.")]
    sentence: String,
    /// The answer in one word: `not_made_yet`, `not_matched`, `recorded`, `folded`, `stopped`, `not_planned_yet`, `to_be_held` or
    /// `unexplained`.
    #[schema(example = "not_matched")]
    answer: &'static str,
    /// The change of the schedule that held then; null when it did not exist yet.
    in_force: Option<ChangeView>,
    /// What the rule of then says; null when it no longer holds.
    rule: Option<RuleSays>,
    /// The rows of the ledger for it.
    occurrences: Vec<OccurrenceWhole>,
    /// The gap it lies in.
    gap: Option<GapView>,
    /// The hold that would stop it now, in words.
    hold: Option<String>,
}

/// What a rule says about an instant.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RuleSays {
    /// Whether it fires then.
    matches: bool,
    /// What was looked at, in order.
    checks: Vec<CheckView>,
    /// When it fires before.
    previous: Option<Timestamp>,
    /// When it fires after.
    next: Option<Timestamp>,
}

/// One thing that must hold.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CheckView {
    /// The field or bound.
    #[schema(example = "day of week")]
    name: &'static str,
    /// What it is at the instant.
    #[schema(example = "Sunday")]
    value: String,
    /// Whether the rule takes it.
    passed: bool,
}

/// Tell why a schedule fired at an instant, or did not
///
/// The answer comes from the rule that held then and from the ledger.
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}/why",
    tag = "ledger",
    params(("id" = String, Path, description = "What it is called"), Asked),
    responses((status = 200, description = "The reason", body = Why)),
)]
pub(crate) async fn why(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Json<Why>, Problem> {
    Ok(Json(Why::of(app.control().explain(&caller.key(&id)?, asked.at).await?)))
}

impl Why {
    fn of(explanation: Explanation) -> Self {
        Self {
            at: explanation.at,
            sentence: explanation.sentence(),
            answer: word(&explanation.answer),
            in_force: explanation.in_force.map(ChangeView::of),
            rule: explanation.verdict.map(RuleSays::of),
            occurrences: explanation.rows.into_iter().map(OccurrenceWhole::of).collect(),
            gap: explanation.gap.as_ref().map(GapView::of),
            hold: explanation.hold,
        }
    }
}

impl RuleSays {
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

fn word(answer: &Answer) -> &'static str {
    match answer {
        Answer::NotMadeYet => "not_made_yet",
        Answer::NotMatched(_) => "not_matched",
        Answer::Recorded(..) => "recorded",
        Answer::Folded(_) => "folded",
        Answer::Stopped(..) => "stopped",
        Answer::NotPlannedYet => "not_planned_yet",
        Answer::ToBeHeld(_) => "to_be_held",
        Answer::Unexplained => "unexplained",
    }
}
