//! Applies fixes.

use std::sync::Arc;

use jiff::Timestamp;

use super::{Doctor, Fix};
use crate::model::By;
use crate::observe::Events;
use crate::observe::metrics::{Metrics, MetricsOptions};
use crate::planner::{Planner, PlannerOptions};
use crate::store::StoreError;

impl Doctor {
    /// Applies a fix, and returns how many schedules were changed. Schedules that changed since the check are
    /// left unchanged.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable. The same fix may be applied again.
    pub async fn fix(&self, fix: &Fix, by: &By, now: Timestamp) -> Result<usize, StoreError> {
        match fix {
            Fix::Quarantine(found) => {
                let stopped = self.store.quarantine(found, by, now).await?;
                Ok(stopped.into_iter().filter(|is_stopped| *is_stopped).count())
            }
            Fix::Repair(schedules) => {
                let events = Events::with_metrics(Arc::new(Metrics::new(MetricsOptions::default())));
                let tzdb = refrain_recurrence::tzdb_version();
                let planner = Planner::new(Arc::clone(&self.store), PlannerOptions::default(), events, tzdb);
                let mut repaired = 0;
                for schedule in schedules {
                    repaired += usize::from(planner.repair(schedule, now).await?);
                }
                Ok(repaired)
            }
        }
    }
}
