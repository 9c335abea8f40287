//! Examines a store for problems: whether it keeps acknowledged writes, whether its clock and time zones are
//! right, whether schedules can be planned, and whether ledger rows are consistent.
//!
//! All checks use bounded samples and change nothing. Problems that can be repaired safely come with a [`Fix`],
//! which [`Doctor::fix`] applies.

mod finding;
mod fix;
mod rows;
mod schedules;
mod store_checks;

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::Timestamp;

pub use self::finding::{Finding, Fix, Severity};
use crate::model::Tenant;
use crate::store::{Store, StoreError};

/// Limits on what is examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Maximum number of schedules.
    pub schedules_max: usize,
    /// Maximum number of tenants whose rows and audit log are checked, out of the tenants of the examined schedules.
    pub tenants_max: usize,
    /// Maximum number of rows per tenant, the latest first.
    pub rows_max: usize,
}

impl Default for Sample {
    fn default() -> Self {
        Self { schedules_max: 10_000, tenants_max: 100, rows_max: 1_000 }
    }
}

/// Examines a store.
pub struct Doctor {
    store: Arc<dyn Store>,
    sample: Sample,
}

impl Doctor {
    /// Creates a doctor for a store.
    pub fn new(store: Arc<dyn Store>, sample: Sample) -> Self {
        Self { store, sample }
    }

    /// Runs all checks and returns all findings, including those without problems. `wall` returns the time of
    /// this machine's clock.
    ///
    /// A store that stops answering is a finding too; earlier findings are kept.
    pub async fn examine(&self, wall: impl Fn() -> Timestamp) -> Vec<Finding> {
        let mut findings = Vec::new();
        if let Err(error) = self.run_checks(&mut findings, wall).await {
            findings.push(unreachable_store(&error));
        }
        findings
    }

    async fn run_checks(&self, findings: &mut Vec<Finding>, wall: impl Fn() -> Timestamp) -> Result<(), StoreError> {
        findings.extend(store_checks::durability(&*self.store).await?);
        findings.push(store_checks::layout(&*self.store).await?);
        let (clock, now) = store_checks::clock(&*self.store, wall).await?;
        findings.push(clock);
        findings.push(store_checks::zones(&*self.store, now).await?);
        let seen = schedules::run_checks(&*self.store, self.sample.schedules_max, now, findings).await?;
        findings.push(store_checks::nodes(&*self.store, seen.active > 0, now).await?);
        findings.push(store_checks::overdue(&*self.store, now).await?);
        let tenants: BTreeSet<Tenant> = seen.tenants.into_iter().take(self.sample.tenants_max).collect();
        findings.push(rows::run_checks(&*self.store, &tenants, self.sample.rows_max).await?);
        findings.push(rows::audit(&*self.store, &tenants).await?);
        Ok(())
    }
}

fn unreachable_store(error: &StoreError) -> Finding {
    Finding {
        check: "store.reachable",
        severity: Severity::Error,
        found: error.to_string(),
        meaning: "nothing can be planned, run or read while the store does not answer",
        advice: "check that the store runs, its address is right, and it accepts this machine and its password",
        fix: None,
    }
}
