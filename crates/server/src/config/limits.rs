//! `[limits]`: how much one tenant or one key may ask for.

use refrain::control::BACKFILL_MAX;
use refrain::definition::PAYLOAD_BYTES_MAX;
use refrain::store::PAGE_ROWS_MAX;
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::check::Checker;
use super::size::Size;

/// How much may be asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// So many schedules of one tenant; 10,000 when absent.
    pub schedules_per_tenant: u64,
    /// No schedule fires at shorter distances; a second when absent.
    pub min_gap: Length,
    /// No payload is larger, as JSON; 256 KiB when absent, which is also the most.
    pub payload_max: Size,
    /// No body of a request is larger; 1 MiB when absent.
    pub body_max: Size,
    /// No JSON is nested deeper; 32 when absent.
    pub json_depth_max: usize,
    /// So many occurrences in one backfill; 10,000 when absent, which is also the most.
    pub backfill_max: usize,
    /// So many rows on one page; 500 when absent.
    pub page_max: usize,
    /// So many requests a second of one key, lasting; 100 when absent.
    pub requests_per_second: u32,
    /// So many at once after a rest; 200 when absent.
    pub request_burst: u32,
    /// Requests a second that only read, of all keys of one tenant together. Default: 1,000.
    pub tenant_reads_per_second: u32,
    /// Requests a second that change something, of all keys of one tenant together. Default: 250.
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
            let detail = format!("`limits.payload_max` is {}; no store keeps more than 256KiB", self.payload_max);
            checker.refuse("limits.payload_max", "out_of_range", detail, None);
        }
        if self.body_max < self.payload_max {
            let detail = format!(
                "`limits.body_max` is {}, less than the payload of {} that a body may carry",
                self.body_max, self.payload_max
            );
            checker.refuse("limits.body_max", "conflict", detail, None);
        }
    }
}
