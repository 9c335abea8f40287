//! Secrets and webhooks of a program's own node.

use std::sync::Arc;

use super::Refrain;
#[cfg(feature = "webhook")]
use crate::error::Error;
#[cfg(feature = "webhook")]
use crate::provider::webhook::{Webhook, WebhookOptions};
use crate::secret::{KeyRing, Secrets};

impl Refrain {
    /// The secrets that the store keeps, for all tenants, sealed by these master keys.
    pub fn secrets(&self, ring: KeyRing) -> Arc<Secrets> {
        Arc::new(Secrets::new(self.shared.store.clone(), self.shared.clock.clone(), ring))
    }

    /// Adds the provider `webhook`. Without secrets, what names one is refused.
    ///
    /// # Errors
    /// When an option cannot be meant, or the certificates to trust cannot be read.
    #[cfg(feature = "webhook")]
    pub fn webhooks(&self, options: WebhookOptions, secrets: Option<Arc<Secrets>>) -> Result<&Self, Error> {
        let webhook = Webhook::new(options, self.shared.clock.clone(), secrets)?;
        Ok(self.provider("webhook", webhook))
    }
}
