//! Manual changes of occurrences and dead work items: reopening, skipping, canceling and discarding.

use std::sync::Arc;

use super::Control;
use crate::error::Error;
use crate::model::{By, Occurrence, OccurrenceId, RunPayload, Tenant, WorkItemId};
use crate::right::Right;
use crate::rights::Rights;
use crate::store::{DeadItemChange, OccurrenceChange, StoreError};

impl Control<Rights> {
    /// Changes an occurrence. Reopening one does not need `fire`, because its schedule was saved. Reopening one with
    /// a payload does, and what the payload may do depends on the caller's rights alone.
    ///
    /// # Errors
    /// Returns an error if there is no such occurrence, if its state does not allow the change, if the caller may not
    /// send the payload, or if the store is unavailable.
    pub async fn change_occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
        change: &OccurrenceChange,
        by: &By,
    ) -> Result<Occurrence, Error> {
        self.rights.require(tenant, Right::Operate)?;
        let mut change = change.clone();
        if let OccurrenceChange::Reopen { payload: Some(payload), .. } = &mut change {
            *payload = self.permit_payload_of(tenant, id, payload).await?;
        }
        Ok(self.store.change_occurrence(tenant, id, &change, by, self.clock.now()).await?)
    }

    /// Returns a payload as the caller may give it to an existing occurrence.
    async fn permit_payload_of(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
        payload: &RunPayload,
    ) -> Result<Arc<RunPayload>, Error> {
        self.rights.require(tenant, Right::Fire)?;
        let found = self.store.occurrence(tenant, id).await?;
        let (row, _) = found.ok_or_else(|| StoreError::NotFound(format!("occurrence {id}")))?;
        let schedule = self.schedule(&row.schedule).await?;
        self.permit_run_payload(&schedule, payload.value.clone()).await
    }

    /// Queues dead work items again, or deletes them. Returns for each item whether it was a dead letter.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn change_dead_items(
        &self,
        tenant: &Tenant,
        ids: &[WorkItemId],
        change: DeadItemChange,
        by: &By,
    ) -> Result<Vec<bool>, Error> {
        self.rights.require(tenant, Right::Operate)?;
        Ok(self.store.change_dead(tenant, ids, change, by, self.clock.now()).await?)
    }
}
