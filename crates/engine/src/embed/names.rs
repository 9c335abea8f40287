//! Names as the embedding program writes them.

use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{InvalidName, Tenant};

/// Parses `namespace/name`, or `name` alone in the namespace `default`.
pub(super) fn read_tenant(text: &str) -> Result<Tenant, Error> {
    let (namespace, name) = text.split_once('/').unwrap_or(("default", text));
    Tenant::new(namespace, name).map_err(bad_name)
}

#[expect(clippy::needless_pass_by_value, reason = "used with `map_err`")]
pub(super) fn bad_name(error: InvalidName) -> Error {
    Error::invalid(ErrorCode::BadName, error.to_string())
}
