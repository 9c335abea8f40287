//! Changing occurrences and work items by hand: running them again, skipping and stopping occurrences.

use super::Control;
use crate::audit::By;
use crate::error::Error;
use crate::id::{OccurrenceId, Tenant, WorkItemId};
use crate::occurrence::Occurrence;
use crate::rights::{Right, Rights};
use crate::store::OccurrenceChange;

impl Control<Rights> {
    /// Changes an occurrence. Running one again needs no `fire`: its schedule was saved.
    ///
    /// # Errors
    /// If there is none, its state does not allow the change, or the store cannot be used.
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
    /// Queues dead work items again. Returns for each whether it was dead.
    ///
    /// # Errors
    /// If the store cannot be used.
    pub async fn replay_work_items(&self, tenant: &Tenant, ids: &[WorkItemId], by: &By) -> Result<Vec<bool>, Error> {
        self.rights.require(tenant, Right::Operate)?;
        Ok(self.store.replay(tenant, ids, by, self.clock.now()).await?)
    }
}
