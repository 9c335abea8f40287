//! Rights of a caller: what someone who acts through [`Control`](crate::control::Control) may do, and for
//! which tenants.
//!
//! Rights are judged by effect, in the engine, so that no interface can forget a check. An interface only
//! says who the caller is: it turns a key or a session into [`Rights`]. A program that embeds the engine uses
//! [`Rights::all`].
//!
//! Invariant: a request for an object of a tenant outside the caller's reach is answered as if the object did
//! not exist.

use std::collections::BTreeSet;

use jiff::SignedDuration;

use crate::error::Error;
use crate::model::Tenant;
use crate::right::Right;
use crate::store::StoreError;

/// Limits on what a caller may save and create. Default: no limits other than those of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SaveLimits {
    /// Maximum number of schedules of the tenant.
    pub schedules_max: Option<usize>,
    /// Minimum time between any two occurrences of a schedule.
    pub gap_min: Option<SignedDuration>,
    /// Maximum size of a payload as JSON, in bytes.
    pub payload_bytes_max: Option<usize>,
    /// Maximum number of occurrences that one backfill creates, and that one request generates per schedule. It
    /// can only lower [`BACKFILL_MAX`](crate::control::BACKFILL_MAX).
    pub backfill_max: Option<usize>,
    /// Whether new secrets must name where they may be sent.
    pub secrets_are_bound: bool,
}

/// Set of rights of a caller, with their tenant and limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rights {
    tenant: Option<Tenant>,
    granted: BTreeSet<Right>,
    limits: SaveLimits,
    is_configuration: bool,
}

impl Rights {
    /// Returns every right, for every tenant, without limits. For a program that embeds the engine.
    pub fn all() -> Self {
        Self::new(Right::ALL)
    }

    /// Creates a set of rights, for every tenant.
    pub fn new(granted: impl IntoIterator<Item = Right>) -> Self {
        let (granted, limits) = (granted.into_iter().collect(), SaveLimits::default());
        Self { tenant: None, granted, limits, is_configuration: false }
    }

    /// Returns the rights of the operator's configuration file: all rights. No other rights allow changing
    /// the schedules that the file declares.
    pub fn configuration() -> Self {
        Self { is_configuration: true, ..Self::all() }
    }

    /// Adds one right.
    #[must_use]
    pub fn with(mut self, right: Right) -> Self {
        self.granted.insert(right);
        self
    }

    /// Restricts the rights to one tenant.
    #[must_use]
    pub fn within(self, tenant: Tenant) -> Self {
        Self { tenant: Some(tenant), ..self }
    }

    /// Sets limits on what the caller may save and create.
    #[must_use]
    pub fn with_limits(self, limits: SaveLimits) -> Self {
        Self { limits, ..self }
    }

    /// Returns whether the caller has a right.
    pub fn has(&self, right: Right) -> bool {
        self.granted.contains(&right)
    }

    /// Returns the limits on what the caller may save and create.
    pub fn limits(&self) -> &SaveLimits {
        &self.limits
    }

    /// Returns whether the caller may change schedules that the configuration file declares.
    pub(crate) fn is_configuration(&self) -> bool {
        self.is_configuration
    }

    /// Requires a right over a tenant.
    ///
    /// # Errors
    /// If the tenant is out of reach, as if it had nothing; if the right is missing, with its name.
    pub fn require(&self, tenant: &Tenant, right: Right) -> Result<(), Error> {
        if self.tenant.as_ref().is_some_and(|own| own != tenant) {
            return Err(StoreError::NotFound(format!("tenant {tenant}")).into());
        }
        self.require_anywhere(right)
    }

    /// Requires a right, regardless of the tenant.
    ///
    /// # Errors
    /// If the right is missing, with its name.
    pub fn require_anywhere(&self, right: Right) -> Result<(), Error> {
        if self.has(right) {
            return Ok(());
        }
        let detail = format!("This operation needs `{}`, which the key does not have.", right.as_str());
        Err(Error::Forbidden { missing: right, detail, path: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acme() -> Tenant {
        Tenant::new("default", "acme").unwrap()
    }

    #[test]
    fn a_missing_right_is_named_and_a_foreign_tenant_does_not_exist() {
        let rights = Rights::new([Right::View, Right::Fire]).within(acme());
        rights.require(&acme(), Right::Fire).unwrap();
        let refused = rights.require(&acme(), Right::Edit).unwrap_err();
        assert_eq!(refused.code(), "forbidden");
        assert!(refused.to_string().contains("`editor`"), "{refused}");
        let other = Tenant::new("default", "other").unwrap();
        assert_eq!(rights.require(&other, Right::Fire).unwrap_err().code(), "not_found");
    }

    #[test]
    fn only_the_configuration_changes_declared_schedules() {
        assert!(Rights::configuration().is_configuration() && !Rights::all().is_configuration());
    }
}
