//! Looks a store over, as an operator would who fears that something is wrong: whether it keeps what it is given, whether its
//! clock and its time zones are right, whether schedules can be planned, and whether rows make sense.
//!
//! Everything is looked at in bounded samples, and nothing is changed: what can be mended safely is offered as a [`Fix`], which
//! [`Doctor::fix`] applies.

mod finding;
mod fix;
mod rows;
mod schedules;
mod standing;

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::Timestamp;

pub use self::finding::{Finding, Fix, Severity};
use crate::id::Tenant;
use crate::store::{Store, StoreError};

/// How much is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// So many schedules.
    pub schedules_max: usize,
    /// Rows and the audit of so many tenants, those of the schedules that were looked at.
    pub tenants_max: usize,
    /// So many rows of each tenant, the latest.
    pub rows_max: usize,
}

impl Default for Sample {
    fn default() -> Self {
        Self { schedules_max: 10_000, tenants_max: 100, rows_max: 1_000 }
    }
}

/// Looks a store over.
pub struct Doctor {
    store: Arc<dyn Store>,
    sample: Sample,
}

impl Doctor {
    /// Over a store.
    pub fn new(store: Arc<dyn Store>, sample: Sample) -> Self {
        Self { store, sample }
    }

    /// Everything there is to say, what is fine included. `wall` is the clock of this machine.
    ///
    /// A store that stops answering is a finding too; what was found before it did is kept.
    pub async fn examine(&self, wall: impl Fn() -> Timestamp) -> Vec<Finding> {
        let mut findings = Vec::new();
        if let Err(error) = self.look(&mut findings, wall).await {
            findings.push(unreachable_store(&error));
        }
        findings
    }

    async fn look(&self, findings: &mut Vec<Finding>, wall: impl Fn() -> Timestamp) -> Result<(), StoreError> {
        findings.extend(standing::durability(&*self.store).await?);
        findings.push(standing::layout(&*self.store).await?);
        let (clock, now) = standing::clock(&*self.store, wall).await?;
        findings.push(clock);
        findings.push(standing::zones(&*self.store, now).await?);
        let seen = schedules::look(&*self.store, self.sample.schedules_max, now, findings).await?;
        findings.push(standing::nodes(&*self.store, seen.active > 0, now).await?);
        findings.push(standing::overdue(&*self.store, now).await?);
        let tenants: BTreeSet<Tenant> = seen.tenants.into_iter().take(self.sample.tenants_max).collect();
        findings.push(rows::look(&*self.store, &tenants, self.sample.rows_max).await?);
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
        advice: "see that it runs, that its address is right, and that this machine and its password are let in",
        fix: None,
    }
}
