//! The source of the passwords that providers name.

use async_trait::async_trait;

use super::Secret;
use crate::model::DocumentName;

/// Provides the secrets that passwords name.
#[async_trait]
pub trait PasswordSource: Send + Sync + 'static {
    /// Returns the secret with this name.
    ///
    /// # Errors
    /// When there is no such secret, or it cannot be read. The message does not contain the secret.
    async fn password(&self, name: &DocumentName) -> Result<Secret, String>;
}
