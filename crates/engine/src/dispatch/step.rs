//! A step between an occurrence and its provider.

use async_trait::async_trait;

use crate::delivery::OutgoingAction;
use crate::outcome::{Outcome, StepName, Verdict};

/// Whether a dispatch has effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The action is dispatched.
    Real,
    /// Dry run: only the verdicts are computed. Nothing is sent, counted or marked.
    Dry,
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
