//! Holds and quotas as a pipeline step. For an occurrence, the worker has already asked the barrier, under the
//! lease. This step covers single actions, which have no lease, and dry runs.

use async_trait::async_trait;

use super::{Barrier, Mode, Step};
use crate::delivery::OutgoingAction;
use crate::model::Tenant;
use crate::outcome::{StepName, Verdict};

/// The step for holds and quotas.
pub(crate) struct ControlsStep(Barrier);

impl ControlsStep {
    pub(crate) fn new(barrier: Barrier) -> Self {
        Self(barrier)
    }

    /// Drops the cached controls of a tenant after a change on this node.
    pub(crate) fn forget(&self, tenant: &Tenant) {
        self.0.forget(tenant);
    }
}

#[async_trait]
impl Step for ControlsStep {
    fn name(&self) -> StepName {
        StepName::Orders
    }

    async fn take(&self, sending: &mut OutgoingAction, mode: Mode) -> Verdict {
        let (occurrence, definition) = (&sending.run.occurrence, &sending.run.definition);
        let refusal = match mode {
            Mode::Real if !sending.is_single => return Verdict::PASS,
            Mode::Real => self.0.refusal(occurrence, definition).await,
            // Checking a quota uses a slot, so a dry run checks only holds.
            Mode::Dry => self.0.held(occurrence, definition).await,
        };
        refusal.map_or(Verdict::PASS, Verdict::stop)
    }
}
