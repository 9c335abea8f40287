//! Limits of one key and of one tenant, so that no caller starves the others.

mod bucket;
mod rates;

use jiff::SignedDuration;
use refrain::control::SaveLimits;

pub use bucket::Rate;
pub(crate) use rates::{Allowance, Rates};

use crate::auth::Mode;

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

    /// Returns the limits of a server that is shared by many callers. They are the defaults of the configuration.
    pub fn shared() -> Self {
        Self {
            key_reads: Some(Rate { count: 200, window: SignedDuration::from_secs(2) }),
            key_writes: Some(Rate { count: 200, window: SignedDuration::from_secs(2) }),
            tenant_reads: Some(Rate::per_second(1_000)),
            tenant_writes: Some(Rate::per_second(250)),
            schedules: Some(10_000),
            min_gap: Some(SignedDuration::from_secs(1)),
            payload_bytes: Some(256 * 1024),
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
