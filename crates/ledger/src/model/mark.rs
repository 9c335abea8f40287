//! A short-lived mark: a name and a value with an expiry time.

use jiff::Timestamp;

use crate::model::Tenant;

/// Maximum length of a mark's name, in bytes. Callers hash longer names.
pub const MARK_NAME_BYTES_MAX: usize = 512;

/// Maximum length of a mark's value, in bytes.
pub const MARK_VALUE_BYTES_MAX: usize = 4_096;

/// Name of a mark. Names of different tenants never collide.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MarkName {
    /// Tenant that owns the mark.
    pub tenant: Tenant,
    /// Name within the tenant, such as `dedup/…` or `breaker/…`.
    pub name: String,
}

/// A value with an expiry time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Value of the mark.
    pub value: String,
    /// Expiry time. At that instant the mark no longer exists.
    pub until: Timestamp,
}
