//! Holds and quotas as a pipeline step.
//!
//! The worker asks the same barrier before an attempt counts as started, and the run carries the verdict. This step
//! reports that verdict. It asks the barrier itself for every other action: single actions and dry runs.

use std::sync::Arc;

use async_trait::async_trait;

use super::{Barrier, Mode, Step};
use crate::delivery::OutgoingAction;
use crate::outcome::{StepName, Verdict};

/// The step for holds and quotas.
pub(crate) struct ControlsStep(Arc<Barrier>);

impl ControlsStep {
    pub(crate) fn new(barrier: Arc<Barrier>) -> Self {
        Self(barrier)
    }
}

#[async_trait]
impl Step for ControlsStep {
    fn name(&self) -> StepName {
        StepName::Controls
    }

    async fn take(&self, sending: &mut OutgoingAction, mode: Mode) -> Verdict {
        let (occurrence, definition) = (&sending.run.occurrence, &sending.run.definition);
        match (mode, &sending.run.controls) {
            (Mode::Real, Some(verdict)) => verdict.clone(),
            (Mode::Real, None) => self.0.verdict(occurrence, definition).await,
            // Checking a quota uses a slot, so a dry run checks only holds.
            (Mode::Dry, _) => self.0.held(occurrence, definition).await.map_or(Verdict::PASS, Verdict::stop),
        }
    }
}
