//! Limits of one key and of one tenant, so that no caller starves the others.

mod bucket;
mod rates;

use jiff::SignedDuration;
use refrain::control::SaveLimits;

pub use bucket::Rate;
pub(crate) use rates::{Allowance, Rates};

use crate::auth::Mode;
use crate::config;

/// Limits of a tenant and its keys. `None` means no limit. Sizes and ranges that apply to every tenant belong
/// to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Rate of reads per key.
    pub key_reads: Option<Rate>,
    /// Rate of writes per key.
    pub key_writes: Option<Rate>,
    /// Rate of reads per tenant, over all its keys.
    pub tenant_reads: Option<Rate>,
    /// Rate of writes per tenant, over all its keys.
    pub tenant_writes: Option<Rate>,
    /// Maximum number of schedules per tenant.
    pub schedules: Option<u32>,
    /// Minimum time between two occurrences of a schedule.
    pub min_gap: Option<SignedDuration>,
    /// Maximum length of a payload, in bytes of JSON. The engine's own limit applies as well.
    pub payload_bytes: Option<usize>,
}

impl Limits {
    /// Returns no limits, as for a local machine.
    pub fn none() -> Self {
        Self {
            key_reads: None,
            key_writes: None,
            tenant_reads: None,
            tenant_writes: None,
            schedules: None,
            min_gap: None,
            payload_bytes: None,
        }
    }

    /// Returns the limits that the engine checks when saving.
    pub(crate) fn save_limits(&self) -> SaveLimits {
        SaveLimits {
            schedules_max: self.schedules.map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
            gap_min: self.min_gap,
            payload_bytes_max: self.payload_bytes,
            ..SaveLimits::default()
        }
    }

    /// Returns the limits of the default configuration.
    pub fn shared() -> Self {
        Self::from(&config::Limits::default())
    }
}

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

/// Limits by mode: while no API key is required, and while one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitsByMode {
    /// Anyone who can reach the port has full access.
    pub open: Limits,
    /// Every request needs a key.
    pub keys: Limits,
}

impl Default for LimitsByMode {
    fn default() -> Self {
        Self { open: Limits::none(), keys: Limits::shared() }
    }
}

impl LimitsByMode {
    pub(crate) fn of(&self, mode: Mode) -> &Limits {
        match mode {
            Mode::Open => &self.open,
            Mode::Keys => &self.keys,
        }
    }
}
