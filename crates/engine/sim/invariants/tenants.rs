//! No tenant sees or changes anything of another.

use refrain::model::{Occurrence, OccurrenceId, Tenant};

use crate::watch::Observer;

impl Observer {
    /// Checks that the row returned for a request belongs to the tenant that made it.
    pub(crate) fn check_tenant(&mut self, tenant: &Tenant, id: OccurrenceId, given: &Occurrence) {
        if given.schedule.tenant != *tenant {
            self.report_violation(
                "tenants are isolated",
                format!("{tenant} changed row {id} of {}", given.schedule.tenant),
            );
        }
    }
}
