//! One step of the way from an occurrence to its provider.

use async_trait::async_trait;

use super::Sending;
use crate::outcome::Outcome;

/// The steps, in the order they are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepName {
    /// Nothing goes round in circles, and nobody passes for the engine.
    Guard,
    /// Holds and caps.
    Orders,
    /// What the tenant's rules say.
    Rules,
    /// The same thing is not sent twice.
    Dedup,
    /// Not too many in a time.
    Throttle,
    /// Nobody knocks where nobody answers.
    Breaker,
    /// It is sent.
    Provider,
}

impl StepName {
    /// All of them, in order.
    pub const ALL: [Self; 7] =
        [Self::Guard, Self::Orders, Self::Rules, Self::Dedup, Self::Throttle, Self::Breaker, Self::Provider];

    /// The stable text.
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

/// Whether it is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It is.
    Real,
    /// Only the verdicts are wanted: nothing is sent, counted or marked.
    Dry,
}

/// What a step says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It may go on.
    Pass,
    /// It may go on, and is not what it was.
    Changed,
    /// It ends here, like this.
    Stop(Outcome),
}

/// What a step says, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What.
    pub decision: Decision,
    /// Why, in words.
    pub detail: Option<String>,
}

impl Verdict {
    /// It may go on, and there is nothing to say about it.
    pub const PASS: Self = Self { decision: Decision::Pass, detail: None };

    /// It may go on, for a reason.
    pub fn pass(detail: impl Into<String>) -> Self {
        Self { decision: Decision::Pass, detail: Some(detail.into()) }
    }

    /// It may go on, changed like this.
    pub fn changed(detail: impl Into<String>) -> Self {
        Self { decision: Decision::Changed, detail: Some(detail.into()) }
    }

    /// It ends here; the outcome says why.
    pub fn stop(outcome: Outcome) -> Self {
        Self { detail: outcome.message().map(str::to_owned), decision: Decision::Stop(outcome) }
    }
}

/// A step.
#[async_trait]
pub trait Step: Send + Sync + 'static {
    /// Which one it is; there is one of each.
    fn name(&self) -> StepName;

    /// Decides what becomes of an action, and may change it. Without [`Mode::Real`] it has no effect anywhere.
    async fn take(&self, sending: &mut Sending, mode: Mode) -> Verdict;

    /// Hears what came of something that it let through.
    async fn learn(&self, _sending: &Sending, _outcome: &Outcome) {}
}
