//! Counters of what a node has done for one tenant.

use super::Metrics;
use crate::model::Tenant;

/// Snapshot of the counters of one tenant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TenantStats {
    /// Occurrences that were planned.
    pub planned: u64,
    /// Occurrences that were collapsed into gaps.
    pub missed: u64,
    /// Attempts that were started.
    pub started: u64,
    /// Occurrences that succeeded.
    pub succeeded: u64,
    /// Occurrences that were skipped.
    pub skipped: u64,
    /// Occurrences that failed.
    pub failed: u64,
    /// Attempts that are followed by another.
    pub retried: u64,
}

impl Metrics {
    /// Returns what this node has done for a tenant since it started. All counters are zero if the node never
    /// worked for the tenant, or counts it together with others because there are too many tenants.
    pub fn tenant_stats(&self, tenant: &Tenant) -> TenantStats {
        let mut read = TenantStats::default();
        self.tenants.with_existing(tenant, |series| {
            read.planned = series.planned.get();
            read.missed = series.missed.get();
            read.started = series.started.get();
            for end in series.runs.read() {
                match end.status {
                    "succeeded" => read.succeeded += end.times,
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
        assert_eq!(metrics.tenant_stats(&acme), TenantStats { planned: 3, missed: 2, ..TenantStats::default() });
        assert_eq!(metrics.tenant_stats(&other), TenantStats::default());
    }
}
