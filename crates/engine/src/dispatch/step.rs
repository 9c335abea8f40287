//! A step between an occurrence and its provider.

use async_trait::async_trait;

use super::OutgoingAction;
use crate::outcome::Outcome;

/// Names of the steps, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepName {
    /// Prevents dispatch loops and metadata that impersonates the engine.
    Guard,
    /// Applies holds and quotas.
    Orders,
    /// Applies the tenant's dispatch rules.
    Rules,
    /// Deduplicates actions by key.
    Dedup,
    /// Limits the number of actions per time window.
    Throttle,
    /// Stops actions whose receiver's circuit is open.
    Breaker,
    /// Sends the action.
    Provider,
}

impl StepName {
    /// All steps, in order.
    pub const ALL: [Self; 7] =
        [Self::Guard, Self::Orders, Self::Rules, Self::Dedup, Self::Throttle, Self::Breaker, Self::Provider];

    /// Returns the stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Guard => "guard",
            Self::Orders => "orders",
            Self::Rules => "rules",
            Self::Dedup => "dedup",
            Self::Throttle => "throttle",
            Self::Breaker => "breaker",
            Self::Provider => "provider",
        }
    }
}

/// Whether a dispatch has effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The action is dispatched.
    Real,
    /// Dry run: only the verdicts are computed. Nothing is sent, counted or marked.
    Dry,
}

/// Decision of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The action continues unchanged.
    Pass,
    /// The action continues, changed.
    Changed,
    /// The action ends here with this outcome.
    Stop(Outcome),
}

/// Decision of a step with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The decision.
    pub decision: Decision,
    /// Reason as text.
    pub detail: Option<String>,
}

impl Verdict {
    /// Lets the action pass without a reason.
    pub const PASS: Self = Self { decision: Decision::Pass, detail: None };

    /// Lets the action pass, with a reason.
    pub fn pass(detail: impl Into<String>) -> Self {
        Self { decision: Decision::Pass, detail: Some(detail.into()) }
    }

    /// Lets the action pass with a change, described by the detail.
    pub fn changed(detail: impl Into<String>) -> Self {
        Self { decision: Decision::Changed, detail: Some(detail.into()) }
    }

    /// Stops the action. The reason is the message of the outcome.
    pub fn stop(outcome: Outcome) -> Self {
        Self { detail: outcome.message().map(str::to_owned), decision: Decision::Stop(outcome) }
    }
}

/// A step of the pipeline.
#[async_trait]
pub trait Step: Send + Sync + 'static {
    /// Returns the name of the step. A pipeline has at most one step of each name.
    fn name(&self) -> StepName;

    /// Decides what happens to an action, and may change it. Has no effect unless the mode is [`Mode::Real`].
    async fn take(&self, sending: &mut OutgoingAction, mode: Mode) -> Verdict;

    /// Reports the outcome of an action that this step let pass.
    async fn learn(&self, _sending: &OutgoingAction, _outcome: &Outcome) {}
}
