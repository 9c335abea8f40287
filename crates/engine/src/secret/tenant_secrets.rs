//! Secrets of one tenant, for the passwords of providers. The operator chooses the tenant.

use std::sync::Arc;

use async_trait::async_trait;

use super::{Destination, PasswordSource, Secret, Secrets};
use crate::model::{DocumentName, Tenant};

/// Secrets of one tenant.
#[derive(Clone)]
pub struct TenantSecrets {
    secrets: Arc<Secrets>,
    tenant: Tenant,
    provider: String,
}

impl TenantSecrets {
    /// Creates the source for this tenant and the provider with this name. A bound secret must allow that
    /// provider.
    pub fn new(secrets: Arc<Secrets>, tenant: Tenant, provider: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { secrets, tenant, provider: provider.into() })
    }
}

#[async_trait]
impl PasswordSource for TenantSecrets {
    async fn password(&self, name: &DocumentName) -> Result<Secret, String> {
        let destination = Destination { provider: &self.provider, host: None, allows_unbound: true };
        let found = self.secrets.resolve(&self.tenant, [name.as_str()], destination).await;
        found
            .map_err(|error| error.to_string())?
            .values
            .into_values()
            .next()
            .ok_or_else(|| format!("there is no secret {name}"))
    }
}
