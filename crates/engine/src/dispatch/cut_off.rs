//! Sends that were cut off: their time was over, nobody waited for them any longer, and so nobody heard what came of them. To a
//! breaker that is a failure of the receiver.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

use super::breaker::BreakerKey;
use crate::clock::Clock;

/// So many are remembered until someone asks; a breaker is open long before.
const CUT_OFF_MAX: usize = 1_000;
/// The clock that a timeout goes by and the one that it is judged by may differ by so much.
const TOLERANCE: SignedDuration = SignedDuration::from_millis(100);

/// What was cut off since someone asked: which breaker it had passed, and under which name.
#[derive(Default)]
pub(super) struct CutOff {
    sends: Mutex<Vec<(BreakerKey, String)>>,
}

impl CutOff {
    /// All of them, once.
    pub(super) fn take(&self) -> Vec<(BreakerKey, String)> {
        std::mem::take(&mut self.sends.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A send that is on its way. Dropped unheard of after its deadline, it was cut off; before, it was given up for reasons of the
/// node's own.
pub(super) struct UnderWay {
    pub(super) key: BreakerKey,
    pub(super) probe: String,
    pub(super) deadline: Timestamp,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) cut_off: Arc<CutOff>,
    pub(super) is_heard_of: AtomicBool,
}

impl UnderWay {
    /// What came of it is known.
    pub(super) fn heard(&self) {
        self.is_heard_of.store(true, Ordering::Relaxed);
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let is_over = self.clock.now().saturating_add(TOLERANCE).unwrap_or(Timestamp::MAX) >= self.deadline;
        if is_over && !self.is_heard_of.load(Ordering::Relaxed) {
            let mut sends = self.cut_off.sends.lock().unwrap_or_else(PoisonError::into_inner);
            if sends.len() < CUT_OFF_MAX {
                sends.push((self.key.clone(), std::mem::take(&mut self.probe)));
            }
        }
    }
}

impl fmt::Debug for UnderWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnderWay").field("key", &self.key).finish_non_exhaustive()
    }
}
