//! Namespace and tenant, which every request of the dialect names.

use crate::exit::Failure;
use crate::session::{ConnectionArgs, Session};

/// Namespace and tenant of a server that has only one.
const DEFAULT: &str = "default";

/// Namespace and tenant of recurring actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) namespace: String,
    pub(super) tenant: String,
}

impl Place {
    /// Returns the tenant that the flags or the context name, else that of the API key.
    pub(super) async fn find(session: &Session, connection: &ConnectionArgs) -> Result<Self, Failure> {
        if let Some(named) = connection.named_tenant()? {
            return Ok(Self::parse(&named));
        }
        let own = session.client().get_session().await?.tenant;
        Ok(Self::parse(own.as_deref().unwrap_or(DEFAULT)))
    }

    /// Reads `TENANT` or `NAMESPACE/TENANT`.
    fn parse(text: &str) -> Self {
        let (namespace, tenant) = text.split_once('/').unwrap_or((DEFAULT, text));
        Self { namespace: namespace.to_owned(), tenant: tenant.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenant_without_a_namespace_is_in_the_default_one() {
        for (text, namespace, tenant) in [("acme", "default", "acme"), ("production/acme", "production", "acme")] {
            assert_eq!(Place::parse(text), Place { namespace: namespace.to_owned(), tenant: tenant.to_owned() });
        }
    }
}
