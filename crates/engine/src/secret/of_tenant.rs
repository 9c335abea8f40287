//! The secrets of one tenant, for the passwords of providers. Which tenant that is, is the operator's to say.

use std::sync::Arc;

use async_trait::async_trait;

use super::{Secret, Secrets};
use crate::id::{DocumentName, Tenant};
use crate::provider::password::PasswordSource;

/// The secrets of one tenant.
#[derive(Clone)]
pub struct SecretsOf {
    secrets: Arc<Secrets>,
    tenant: Tenant,
}

impl SecretsOf {
    /// Those of this tenant.
    pub fn new(secrets: Arc<Secrets>, tenant: Tenant) -> Arc<Self> {
        Arc::new(Self { secrets, tenant })
    }
}

#[async_trait]
impl PasswordSource for SecretsOf {
    async fn password(&self, name: &DocumentName) -> Result<Secret, String> {
        let found = self.secrets.resolve(&self.tenant, [name.as_str()]).await.map_err(|error| error.to_string())?;
        found.into_values().next().ok_or_else(|| format!("there is no secret {name}"))
    }
}
