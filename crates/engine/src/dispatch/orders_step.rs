//! Holds and caps as a step. For an occurrence the worker has asked the barrier already, under its lease; here it is asked
//! for what has none, and for dry runs.

use async_trait::async_trait;

use super::{Barrier, Mode, Sending, Step, StepName, Verdict};
use crate::id::Tenant;

/// Holds and caps.
pub(crate) struct OrdersStep(Barrier);

impl OrdersStep {
    pub(crate) fn new(barrier: Barrier) -> Self {
        Self(barrier)
    }

    /// Someone here has changed a tenant's orders.
    pub(crate) fn forget(&self, tenant: &Tenant) {
        self.0.forget(tenant);
    }
}

#[async_trait]
impl Step for OrdersStep {
    fn name(&self) -> StepName {
        StepName::Orders
    }

    async fn take(&self, sending: &mut Sending, mode: Mode) -> Verdict {
        let (occurrence, definition) = (&sending.run.occurrence, &sending.run.definition);
        let refusal = match mode {
            Mode::Real if !sending.is_single => return Verdict::PASS,
            Mode::Real => self.0.refusal(occurrence, definition).await,
            // Whoever asks a cap takes a place.
            Mode::Dry => self.0.held(occurrence, definition).await,
        };
        refusal.map_or(Verdict::PASS, Verdict::stop)
    }
}
