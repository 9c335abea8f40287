//! Secrets of a program's own node.

use std::sync::Arc;

use super::Refrain;
use crate::secret::{KeyRing, Secrets};

impl Refrain {
    /// The secrets that the store keeps, for all tenants, sealed by these master keys.
    pub fn secrets(&self, ring: KeyRing) -> Arc<Secrets> {
        Arc::new(Secrets::new(self.shared.store.clone(), self.shared.clock.clone(), ring))
    }
}
