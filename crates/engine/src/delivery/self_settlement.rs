//! A result that was settled in the same transaction as the effect, by the handler that had the effect.
//!
//! The handler announces the result before it commits, so that the worker knows what to look for in the ledger
//! if no response arrives. An occurrence that the ledger shows as succeeded under the same lease was settled by
//! this attempt.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;

use crate::store::Ending;

/// Result that an attempt settles itself; empty by default. Clones share the same state.
#[derive(Clone, Debug, Default)]
pub struct SelfSettlement {
    asked: Arc<Mutex<Option<PendingResult>>>,
}

#[derive(Clone, Debug)]
struct PendingResult {
    ending: Ending,
    at: Timestamp,
    is_held: bool,
}

impl SelfSettlement {
    /// Announces the result that is about to be committed. If the commit fails, the worker settles the
    /// dispatcher's outcome.
    pub fn ask(&self, ending: Ending, at: Timestamp) {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Some(PendingResult { ending, at, is_held: false });
    }

    /// Confirms that the announced result was committed. The worker settles nothing and only reports the
    /// result.
    pub fn hold(&self) {
        if let Some(asked) = &mut *self.asked.lock().unwrap_or_else(PoisonError::into_inner) {
            asked.is_held = true;
        }
    }

    /// Returns the announced result, committed or not.
    pub fn asked(&self) -> Option<(Ending, Timestamp)> {
        self.get().map(|asked| (asked.ending, asked.at))
    }

    /// Returns the result that is known to be committed.
    pub fn held(&self) -> Option<(Ending, Timestamp)> {
        self.get().filter(|asked| asked.is_held).map(|asked| (asked.ending, asked.at))
    }

    fn get(&self) -> Option<PendingResult> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
