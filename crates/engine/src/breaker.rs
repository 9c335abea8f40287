//! The state of a circuit breaker, shared by all nodes through the store.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Whether a provider's target is being tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Breaker {
    /// Everything goes through.
    #[default]
    Closed,
    /// Failures are being counted.
    Failing {
        /// In a row.
        failures: u32,
    },
    /// Nothing goes through until then.
    Open {
        /// When one may be tried.
        until: Timestamp,
    },
    /// One is being tried.
    HalfOpen {
        /// Until when that one may take.
        until: Timestamp,
    },
}
