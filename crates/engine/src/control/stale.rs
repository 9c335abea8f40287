//! Finds stale schedules: those that should have been planned a while ago.

use jiff::Timestamp;

use super::Control;
use crate::error::Error;
use crate::model::{ScheduleKey, Tenant};
use crate::store::BATCH_MAX;
use crate::timing::ON_TIME_FOR;

/// A schedule that is due for planning but has not been planned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaleSchedule {
    /// The schedule.
    pub schedule: ScheduleKey,
    /// When the schedule was due for planning, or its pause ended; `None` if it cannot be read.
    pub due_at: Option<Timestamp>,
    /// Why the schedule cannot be read.
    pub problem: Option<String>,
}

impl<R> Control<R> {
    /// Returns up to `limit` of the tenant's schedules that should have been planned at least a minute ago, the
    /// earliest first.
    ///
    /// There are none while nodes are working. Only the first 10,000 due schedules of all tenants are searched.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn stale(&self, tenant: &Tenant, limit: usize) -> Result<Vec<StaleSchedule>, Error> {
        let overdue_at = self.clock.now().saturating_sub(ON_TIME_FOR).unwrap_or(Timestamp::MIN);
        let due = self.store.due_for_planning(overdue_at, BATCH_MAX).await?;
        let readable = due.schedules.into_iter().map(|schedule| {
            let due_at = schedule.plan_at();
            StaleSchedule { schedule: schedule.key, due_at, problem: None }
        });
        let unreadable = due.unreadable.into_iter().map(|unreadable| {
            let problem = Some(unreadable.problem);
            StaleSchedule { schedule: unreadable.key, due_at: None, problem }
        });
        Ok(readable.chain(unreadable).filter(|stale| stale.schedule.tenant == *tenant).take(limit).collect())
    }
}
