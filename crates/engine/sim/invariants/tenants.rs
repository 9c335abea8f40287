//! Nothing of one tenant is seen or changed by another.

use refrain::id::{OccurrenceId, Tenant};
use refrain::occurrence::Occurrence;

use crate::watch::Watch;

impl Watch {
    /// Someone asked for a row of another tenant and was given one.
    pub(crate) fn touched(&mut self, tenant: &Tenant, id: OccurrenceId, given: &Occurrence) {
        if given.schedule.tenant != *tenant {
            self.broken("tenants do not touch", format!("{tenant} changed row {id} of {}", given.schedule.tenant));
        }
    }
}
