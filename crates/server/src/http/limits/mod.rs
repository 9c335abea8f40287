//! What one caller and one tenant may take, so that they leave something for the others.

mod bucket;
mod rates;

use jiff::SignedDuration;
use refrain::rights::SaveLimits;

pub use bucket::Rate;
pub(crate) use rates::{Allowance, Rates};

use crate::auth::Mode;
use crate::config;

/// Limits of one tenant and its keys; none is no limit. Sizes and ranges that hold for everyone are the engine's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How often one key may read.
    pub key_reads: Option<Rate>,
    /// How often one key may change something.
    pub key_writes: Option<Rate>,
    /// How often all keys of a tenant together may read.
    pub tenant_reads: Option<Rate>,
    /// How often all keys of a tenant together may change something.
    pub tenant_writes: Option<Rate>,
    /// How many schedules a tenant may have.
    pub schedules: Option<u32>,
    /// How far apart the occurrences of a schedule must be at least.
    pub min_gap: Option<SignedDuration>,
    /// How long a payload may be, in bytes of JSON; never longer than the engine takes.
    pub payload_bytes: Option<usize>,
}

impl Limits {
    /// Nothing is limited: a machine of one's own.
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

    /// Those of them that the engine checks when something is saved.
    pub(crate) fn of_saving(&self) -> SaveLimits {
        SaveLimits {
            schedules_max: self.schedules.map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
            gap_min: self.min_gap,
            payload_bytes_max: self.payload_bytes,
            ..SaveLimits::default()
        }
    }

    /// The limits of a configuration that says nothing about them.
    pub fn shared() -> Self {
        Self::from(&config::Limits::default())
    }
}

impl From<&config::Limits> for Limits {
    fn from(limits: &config::Limits) -> Self {
        // A bucket of the burst's size that fills at the lasting rate.
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

/// The limits while no key is needed, and while one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitsByMode {
    /// Whoever can reach the port may do everything.
    pub open: Limits,
    /// Everyone shows a key.
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
