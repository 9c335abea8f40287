//! Which schedules the rows belong to that this process has leased. A row never changes its schedule, so what is known
//! needs no second look; whoever settles a row nearly always has claimed it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::id::{OccurrenceId, ScheduleUid};

/// So many are known at once: a few megabytes. Beyond that all are forgotten, and looked up again.
const OWNERS_MAX: usize = 100_000;

/// The schedules of leased rows.
#[derive(Debug, Default)]
pub(super) struct Owners(Mutex<HashMap<OccurrenceId, ScheduleUid>>);

impl Owners {
    /// The schedule of each row, where it is known.
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

    /// Forgets rows that have ended.
    pub(super) fn remove(&self, ids: impl Iterator<Item = OccurrenceId>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for id in ids {
            known.remove(&id);
        }
    }
}
