//! The decision of a dispatch step about an action.

use super::Outcome;

/// Names of the steps, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepName {
    /// Prevents dispatch loops and metadata that impersonates the engine.
    Guard,
    /// Applies holds and quotas.
    Controls,
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
        [Self::Guard, Self::Controls, Self::Rules, Self::Dedup, Self::Throttle, Self::Breaker, Self::Provider];

    /// Returns the stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Guard => "guard",
            Self::Controls => "controls",
            Self::Rules => "rules",
            Self::Dedup => "dedup",
            Self::Throttle => "throttle",
            Self::Breaker => "breaker",
            Self::Provider => "provider",
        }
    }
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
