//! Secrets and webhooks of the embedding program's node.

use std::sync::Arc;

use super::Refrain;
#[cfg(feature = "webhook")]
use crate::error::Error;
#[cfg(feature = "webhook")]
use crate::provider::webhook::{Webhook, WebhookOptions};
use crate::secret::{KeyRing, Secrets};

impl Refrain {
    /// Returns access to the secrets in the store, for all tenants, encrypted with these master keys.
    pub fn secrets(&self, ring: KeyRing) -> Arc<Secrets> {
        Arc::new(Secrets::new(self.shared.store.clone(), self.shared.clock.clone(), ring))
    }

    /// Adds the provider `webhook`. Without `secrets`, actions that name a secret are rejected.
    ///
    /// # Errors
    /// Returns an error if an option is invalid, or if the trusted certificates cannot be read.
    #[cfg(feature = "webhook")]
    pub fn webhooks(&self, options: WebhookOptions, secrets: Option<Arc<Secrets>>) -> Result<&Self, Error> {
        let webhook = Webhook::new(options, self.shared.clock.clone(), secrets)?;
        Ok(self.provider("webhook", webhook))
    }
}
