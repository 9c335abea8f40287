//! Manual changes of occurrences and work items: reopening both, and skipping and canceling occurrences.

use super::Control;
use crate::error::Error;
use crate::model::{By, Occurrence, OccurrenceId, Tenant, WorkItemId};
use crate::right::Right;
use crate::rights::Rights;
use crate::store::OccurrenceChange;

impl Control<Rights> {
    /// Changes an occurrence. Reopening one does not need `fire`, because its schedule was saved.
    ///
    /// # Errors
    /// Returns an error if there is no such occurrence, if its state does not allow the change, or if the store
    /// is unavailable.
    pub async fn change_occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
        change: &OccurrenceChange,
        by: &By,
    ) -> Result<Occurrence, Error> {
        self.rights.require(tenant, Right::Operate)?;
        Ok(self.store.change_occurrence(tenant, id, change, by, self.clock.now()).await?)
    }
    /// Queues dead work items again. Returns for each item whether it was a dead letter.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn replay_work_items(&self, tenant: &Tenant, ids: &[WorkItemId], by: &By) -> Result<Vec<bool>, Error> {
        self.rights.require(tenant, Right::Operate)?;
        Ok(self.store.replay(tenant, ids, by, self.clock.now()).await?)
    }
}
