//! The limits of the API as the configuration sets them.

use jiff::SignedDuration;

use crate::config;
use crate::http::limits::{Limits, Rate};

impl From<&config::Limits> for Limits {
    fn from(limits: &config::Limits) -> Self {
        // A bucket of the burst size that refills at the sustained rate.
        let window = SignedDuration::from_millis(
            i64::from(limits.request_burst) * 1_000 / i64::from(limits.requests_per_second.max(1)),
        );
        let rate = Rate { count: limits.request_burst, window };
        Self {
            key_reads: Some(rate),
            key_writes: Some(rate),
            tenant_reads: Some(Rate::per_second(limits.tenant_reads_per_second)),
            tenant_writes: Some(Rate::per_second(limits.tenant_writes_per_second)),
            schedules: Some(u32::try_from(limits.schedules_per_tenant).unwrap_or(u32::MAX)),
            min_gap: Some(limits.min_gap.duration()),
            payload_bytes: Some(limits.payload_max.bytes_in_memory()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_configuration_sets_the_limits_of_a_shared_server() {
        assert_eq!(Limits::from(&config::Limits::default()), Limits::shared());
    }
}
