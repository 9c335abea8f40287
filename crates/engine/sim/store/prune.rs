//! Retention over the faulty connection. What it removes is reported to the observer.

use refrain::store::{Prune, PruneResult, StoreError};

use super::FaultyStore;
use crate::invariants::PruneStep;

impl FaultyStore {
    /// Makes one step of retention. Only a step that removes something is checked in detail.
    pub(super) async fn pruned(&self, prune: &Prune) -> Result<PruneResult, StoreError> {
        let model = &self.world.model;
        if prune.ended_before.is_none() && prune.keep_per_schedule == 0 {
            return self.below.prune(prune).await;
        }
        let (ids_before, gaps_before) = (model.ids(), model.all_gaps());
        let ended = model.choose(|row| row.state.is_terminal());
        let answer = self.below.prune(prune).await;
        if let Ok(pruned) = &answer
            && pruned.rows() > 0
        {
            let (ids_after, gaps_after) = (model.ids(), model.all_gaps());
            let step = PruneStep { prune, ended, ids_before, ids_after, gaps_before, gaps_after };
            self.world.watch().pruned(&step);
        }
        answer
    }
}
