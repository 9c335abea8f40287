//! What the steps on the way to a provider said, and what came of it.

use jiff::Timestamp;
use refrain::dispatch::{Decision, Report, StepName, Verdict};
use refrain::occurrence::{Reason, Target};
use refrain::outcome::Outcome;
use serde::Serialize;
use utoipa::ToSchema;

/// What every step said.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReportView {
    /// Who has sent it, or would have.
    #[schema(example = "log")]
    provider: String,
    /// In order, up to the one at which it ended.
    steps: Vec<StepView>,
    /// What came of it; null for a dry run that nothing stopped.
    outcome: Option<OutcomeView>,
}

/// What one step said.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StepView {
    /// Which: `guard`, `orders`, `rules`, `dedup`, `throttle`, `breaker` or `provider`.
    #[schema(example = "rules")]
    step: &'static str,
    /// `pass`, `changed` or `stop`.
    #[schema(example = "pass")]
    decision: &'static str,
    /// Why.
    detail: Option<String>,
}

/// What came of it. Only `delivered` is a success.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OutcomeView {
    /// `delivered`, `skipped`, `retryable`, `rejected` or `delayed`.
    #[schema(example = "delivered")]
    kind: &'static str,
    /// Why, where it is no success, as the ledger would say it.
    reason: Option<&'static str>,
    /// In words.
    message: Option<String>,
    /// When it may be tried, if it is delayed.
    until: Option<Timestamp>,
    /// How long the receiver asked to be left alone.
    retry_after_seconds: Option<i64>,
    /// What it made, in the receiver's own terms.
    target: Option<TargetView>,
}

/// What was made.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TargetView {
    /// What kind of thing.
    kind: String,
    /// Which one.
    id: String,
}

impl ReportView {
    /// A report that is complete by itself, as of a dry run.
    pub(crate) fn of(report: Report) -> Self {
        let Report { steps, provider, outcome } = report;
        let steps = steps.into_iter().map(|(name, verdict)| StepView::of(name, verdict)).collect();
        Self { provider, steps, outcome: outcome.map(OutcomeView::of) }
    }

    /// The report of something that was sent, with what came of it.
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
                view.target = target.map(|Target { kind, id }| TargetView { kind, id });
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
