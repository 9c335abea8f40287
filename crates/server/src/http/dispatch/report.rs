//! Verdicts of the dispatch steps, and the outcome.

use jiff::Timestamp;
use refrain::delivery::{Decision, Outcome, StepName, Verdict};
use refrain::dispatch::Report;
use refrain::model::Reason;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::occurrence_view::TargetView;

/// Verdicts of the dispatch steps, and the outcome.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReportView {
    /// Provider that sent the action, or would have sent it.
    #[schema(example = "log")]
    provider: String,
    /// Steps in order, up to the one that stopped the dispatch.
    steps: Vec<StepView>,
    /// Outcome of the dispatch. Null for a dry run that no step stopped.
    outcome: Option<OutcomeView>,
}

/// Verdict of one step.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StepView {
    /// Name of the step: `guard`, `controls` (holds and quotas), `rules`, `dedup`, `throttle`, `breaker` or
    /// `provider`.
    #[schema(example = "rules")]
    step: &'static str,
    /// Decision: `pass`, `changed` or `stop`.
    #[schema(example = "pass")]
    decision: &'static str,
    /// Explanation of the decision.
    detail: Option<String>,
}

/// Outcome of a dispatch. Only `delivered` counts as success.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OutcomeView {
    /// Kind: `delivered`, `skipped`, `retryable`, `rejected` or `delayed`.
    #[schema(example = "delivered")]
    kind: &'static str,
    /// Reason code as in the ledger, unless the action was delivered.
    reason: Option<&'static str>,
    /// Message for people.
    message: Option<String>,
    /// Earliest time of the next try, if the action is delayed.
    until: Option<Timestamp>,
    /// Time that the receiver asked to wait before a retry, in seconds.
    retry_after_seconds: Option<i64>,
    /// Object that the receiver created.
    target: Option<TargetView>,
}

impl ReportView {
    /// Creates the view of a report that is complete by itself, such as that of a dry run.
    pub(crate) fn of(report: Report) -> Self {
        let Report { steps, provider, outcome } = report;
        let steps = steps.into_iter().map(|(name, verdict)| StepView::of(name, verdict)).collect();
        Self { provider, steps, outcome: outcome.map(OutcomeView::of) }
    }

    /// Creates the view of a report of an action that was sent, with its outcome.
    pub(super) fn sent(report: Report, outcome: Outcome) -> Self {
        Self::of(Report { outcome: Some(outcome), ..report })
    }
}

impl StepView {
    fn of(name: StepName, verdict: Verdict) -> Self {
        let decision = match verdict.decision {
            Decision::Pass => "pass",
            Decision::Changed => "changed",
            Decision::Stop(_) => "stop",
        };
        Self { step: name.as_str(), decision, detail: verdict.detail }
    }
}

impl OutcomeView {
    fn of(outcome: Outcome) -> Self {
        let mut view = Self {
            kind: outcome.kind().as_str(),
            reason: outcome.reason().map(Reason::as_str),
            message: outcome.message().map(str::to_owned),
            until: None,
            retry_after_seconds: None,
            target: None,
        };
        match outcome {
            Outcome::Delivered { target, .. } => {
                view.target = target.map(TargetView::from);
            }
            Outcome::Retryable { retry_after, .. } => {
                view.retry_after_seconds = retry_after.map(|length| length.as_secs());
            }
            Outcome::Delayed { until, .. } => view.until = Some(until),
            Outcome::Skipped { .. } | Outcome::Rejected { .. } => {}
        }
        view
    }
}
