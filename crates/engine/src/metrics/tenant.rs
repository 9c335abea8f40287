//! What a node has done for one tenant, in plain numbers.

use super::Metrics;
use crate::id::Tenant;

/// What the counters of one tenant stood at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TenantRead {
    /// Rows that were planned.
    pub planned: u64,
    /// Occurrences that were folded into gaps.
    pub missed: u64,
    /// Attempts that were begun.
    pub started: u64,
    /// Occurrences that ended as done.
    pub generated: u64,
    /// Occurrences that were skipped.
    pub skipped: u64,
    /// Occurrences that failed for good.
    pub failed: u64,
    /// Attempts after which another follows.
    pub retried: u64,
}

impl Metrics {
    /// What this node has done for a tenant since it began; nothing when it never had to do with it, or counts it together
    /// with others because there are too many.
    pub fn of_tenant(&self, tenant: &Tenant) -> TenantRead {
        let mut read = TenantRead::default();
        self.tenants.with_known(tenant, |series| {
            read.planned = series.planned.get();
            read.missed = series.missed.get();
            read.started = series.started.get();
            for end in series.runs.read() {
                match end.status {
                    "generated" => read.generated += end.times,
                    "skipped" => read.skipped += end.times,
                    "failed" => read.failed += end.times,
                    _ => read.retried += end.times,
                }
            }
        });
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenant_is_counted_by_itself() {
        let metrics = Metrics::default();
        let (acme, other) = (Tenant::new("default", "acme").unwrap(), Tenant::new("default", "other").unwrap());
        metrics.planned(&acme, 3);
        metrics.missed(&acme, 2);
        assert_eq!(metrics.of_tenant(&acme), TenantRead { planned: 3, missed: 2, ..TenantRead::default() });
        assert_eq!(metrics.of_tenant(&other), TenantRead::default());
    }
}
