//! `[limits]`: limits per tenant and per key.

use refrain::control::BACKFILL_MAX;
use refrain::model::PAYLOAD_BYTES_MAX;
use refrain::store::PAGE_ROWS_MAX;
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::checker::Checker;
use super::size::Size;

/// Limits per tenant and per key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Maximum number of schedules of one tenant. Default: 10,000.
    pub schedules_per_tenant: u64,
    /// Minimum time between two occurrences of a schedule. Default: 1 second.
    pub min_gap: Length,
    /// Maximum size of a payload as JSON. Default and maximum: 256 KiB.
    pub payload_max: Size,
    /// Maximum size of a request body. Default: 1 MiB.
    pub body_max: Size,
    /// Maximum nesting depth of JSON. Default: 32.
    pub json_depth_max: usize,
    /// Maximum number of occurrences of one backfill. Default and maximum: 10,000.
    pub backfill_max: usize,
    /// Maximum page size. Default: 500.
    pub page_max: usize,
    /// Sustained rate limit of one key, in requests per second. Default: 100.
    pub requests_per_second: u32,
    /// Burst limit of one key, in requests. Default: 200.
    pub request_burst: u32,
    /// Rate limit of one tenant for reads, over all of its keys, in requests per second. Default: 1,000.
    pub tenant_reads_per_second: u32,
    /// Rate limit of one tenant for writes, over all of its keys, in requests per second. Default: 250.
    pub tenant_writes_per_second: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            schedules_per_tenant: 10_000,
            min_gap: Length::from_seconds(1),
            payload_max: Size::from_kib(256),
            body_max: Size::from_kib(1_024),
            json_depth_max: 32,
            backfill_max: BACKFILL_MAX,
            page_max: 500,
            requests_per_second: 100,
            request_burst: 200,
            tenant_reads_per_second: 1_000,
            tenant_writes_per_second: 250,
        }
    }
}

impl Limits {
    pub(super) fn check(&self, checker: &mut Checker<'_>) {
        checker.between("limits.backfill_max", self.backfill_max, 1, BACKFILL_MAX);
        checker.between("limits.page_max", self.page_max, 1, PAGE_ROWS_MAX);
        checker.between("limits.json_depth_max", self.json_depth_max, 1, 128);
        checker.at_least("limits.requests_per_second", self.requests_per_second as usize, 1);
        checker.at_least("limits.request_burst", self.request_burst as usize, 1);
        checker.at_least("limits.tenant_reads_per_second", self.tenant_reads_per_second as usize, 1);
        checker.at_least("limits.tenant_writes_per_second", self.tenant_writes_per_second as usize, 1);
        if self.payload_max.bytes_in_memory() > PAYLOAD_BYTES_MAX {
            let detail = format!("`limits.payload_max` is {}; the maximum is 256KiB", self.payload_max);
            checker.refuse("limits.payload_max", "out_of_range", detail, None);
        }
        if self.body_max < self.payload_max {
            let detail = format!(
                "`limits.body_max` is {}, smaller than `limits.payload_max`, which is {}",
                self.body_max, self.payload_max
            );
            checker.refuse("limits.body_max", "conflict", detail, None);
        }
    }
}
