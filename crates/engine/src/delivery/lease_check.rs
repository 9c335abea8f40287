//! Whether a run still holds its lease. The pipeline asks right before it calls the provider: a process that was frozen
//! during a step continues after its lease has expired, and another node may have taken the occurrence over.

use std::fmt;
use std::sync::Arc;

/// Tells whether the lease of a run has expired. The default never expires: a single action has no lease.
#[derive(Clone, Default)]
pub struct LeaseCheck(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl LeaseCheck {
    /// Creates a check from a function that returns whether the lease has expired by now.
    pub fn new(is_expired: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(is_expired)))
    }

    /// Returns whether the lease has expired by now.
    pub fn is_expired(&self) -> bool {
        self.0.as_ref().is_some_and(|is_expired| is_expired())
    }
}

impl fmt::Debug for LeaseCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeaseCheck").field("is_expired", &self.is_expired()).finish()
    }
}
