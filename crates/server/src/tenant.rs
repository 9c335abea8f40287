//! The tenant that owns the server's own data.

use refrain::model::Tenant;

/// Returns the tenant of API keys, provider passwords and declarations.
pub(crate) fn system_tenant() -> Tenant {
    Tenant::new("refrain", "system").expect("both names are valid")
}
