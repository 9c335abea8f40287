//! Direct access to a ledger, for tests only: copies and their restoration, and changes behind its back.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::Model;
use super::state::State;
use crate::model::{Fence, Gap, Occurrence, OccurrenceId, Schedule, ScheduleUid};

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

    /// Uses another lower limit for fences than the time of the claim.
    pub fn with_fence_floor(self, fence_floor: fn(Timestamp) -> Fence) -> Self {
        Self { fence_floor, ..self }
    }

    /// Changes occurrences without any of the rules.
    pub fn edit_rows(&self, mut edit: impl FnMut(&mut Occurrence)) {
        self.with(|state| state.rows.values_mut().for_each(&mut edit));
    }

    /// Changes a schedule without any of the rules.
    pub fn edit_schedule(&self, uid: ScheduleUid, edit: impl FnOnce(&mut Schedule)) {
        self.with(|state| state.schedules.get_mut(&uid).map(edit));
    }

    /// Removes an occurrence, whatever its state.
    pub fn remove_row(&self, id: OccurrenceId) {
        self.with(|state| state.remove_row(id));
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
