//! Start delays (lags) of runs.

use std::sync::{Mutex, PoisonError};

use jiff::SignedDuration;

/// Recorded lags.
#[derive(Debug, Default)]
pub struct Lags(Mutex<Vec<i64>>);

/// Statistics of lags, in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spread {
    pub count: usize,
    pub median: f64,
    pub p99: f64,
    pub longest: f64,
}

impl Lags {
    pub fn add(&self, lag: SignedDuration) {
        let micros = i64::try_from(lag.as_micros()).unwrap_or(i64::MAX);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(micros);
    }

    /// Returns the statistics of the recorded lags and clears them.
    pub fn take(&self) -> Spread {
        let mut lags = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        lags.sort_unstable();
        let at = |share: f64| {
            let place = ((lags.len().saturating_sub(1)) as f64 * share).round() as usize;
            lags.get(place).map_or(0.0, |micros| *micros as f64 / 1_000.0)
        };
        Spread { count: lags.len(), median: at(0.5), p99: at(0.99), longest: at(1.0) }
    }
}
