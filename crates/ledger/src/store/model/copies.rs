//! Copies of a ledger and their restoration, for the simulation only.

use std::collections::BTreeSet;

use super::Model;
use super::state::State;
use crate::model::{Gap, Occurrence, OccurrenceId, ScheduleUid};

/// A copy of a whole ledger.
#[derive(Clone, Debug)]
pub struct ModelCopy(State);

impl Model {
    /// Copies the ledger.
    pub fn copy(&self) -> ModelCopy {
        self.with(|state| ModelCopy(state.clone()))
    }

    /// Replaces the ledger with a copy.
    pub fn restore(&self, copy: &ModelCopy) {
        self.with_wake(|state| *state = copy.0.clone());
    }

    /// Returns the IDs of all occurrences.
    pub fn ids(&self) -> BTreeSet<OccurrenceId> {
        self.with(|state| state.rows.keys().copied().collect())
    }

    /// Returns the occurrences that `is_chosen` selects.
    pub fn choose(&self, is_chosen: impl FnMut(&&Occurrence) -> bool) -> Vec<Occurrence> {
        self.with(|state| state.rows.values().filter(is_chosen).cloned().collect())
    }

    /// Returns all gaps, each with its schedule.
    pub fn all_gaps(&self) -> Vec<(ScheduleUid, Gap)> {
        self.with(|state| state.gaps.values().cloned().collect())
    }
}
