//! Caches the schedules of rows that this process has leased. A row never changes its schedule, so an entry
//! needs no second lookup, and a row is nearly always settled by the process that claimed it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use refrain_ledger::model::{OccurrenceId, ScheduleUid};

/// Maximum number of cached rows: a few megabytes. Beyond that, the cache is cleared.
const OWNERS_MAX: usize = 100_000;

/// Cache of the schedules of leased rows.
#[derive(Debug, Default)]
pub(super) struct Owners(Mutex<HashMap<OccurrenceId, ScheduleUid>>);

impl Owners {
    /// Returns the schedule of each row, if it is cached.
    pub(super) fn get(&self, ids: &[OccurrenceId]) -> Vec<Option<ScheduleUid>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        ids.iter().map(|id| known.get(id).copied()).collect()
    }

    pub(super) fn add(&self, rows: impl ExactSizeIterator<Item = (OccurrenceId, ScheduleUid)>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() + rows.len() > OWNERS_MAX {
            known.clear();
        }
        known.extend(rows);
    }

    /// Removes completed rows from the cache.
    pub(super) fn remove(&self, ids: impl Iterator<Item = OccurrenceId>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for id in ids {
            known.remove(&id);
        }
    }
}
