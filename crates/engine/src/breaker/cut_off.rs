//! Sends that were cut off: their timeout expired, the worker stopped waiting, and so the outcome is unknown.
//! To a circuit breaker that is a failure of the receiver.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

use super::BreakerKey;
use crate::clock::Clock;

/// Maximum number of recorded sends until they are collected. A breaker opens long before.
const CUT_OFF_MAX: usize = 1_000;
/// Tolerated difference between the clock of the timeout and the clock of the check.
const TOLERANCE: SignedDuration = SignedDuration::from_millis(100);

/// Sends that were cut off since the last collection: the breaker that each had passed, and its probe name.
#[derive(Default)]
pub(crate) struct CutOffSends {
    sends: Mutex<Vec<(BreakerKey, String)>>,
}

impl CutOffSends {
    /// Returns all recorded sends and clears the list.
    pub(crate) fn take(&self) -> Vec<(BreakerKey, String)> {
        std::mem::take(&mut self.sends.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A send in progress. If it is dropped after its deadline without an outcome, it was cut off. If it is dropped
/// earlier, the node gave it up for reasons of its own.
pub(crate) struct InFlight {
    pub(crate) key: BreakerKey,
    pub(crate) probe: String,
    pub(crate) deadline: Timestamp,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) cut_off: Arc<CutOffSends>,
    pub(crate) has_outcome: AtomicBool,
}

impl InFlight {
    /// Records that the outcome is known.
    pub(crate) fn outcome_known(&self) {
        self.has_outcome.store(true, Ordering::Relaxed);
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        let is_over = self.clock.now().saturating_add(TOLERANCE).unwrap_or(Timestamp::MAX) >= self.deadline;
        if is_over && !self.has_outcome.load(Ordering::Relaxed) {
            let mut sends = self.cut_off.sends.lock().unwrap_or_else(PoisonError::into_inner);
            if sends.len() < CUT_OFF_MAX {
                sends.push((self.key.clone(), std::mem::take(&mut self.probe)));
            }
        }
    }
}

impl fmt::Debug for InFlight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnderWay").field("key", &self.key).finish_non_exhaustive()
    }
}
