//! Which schedules planning should have come to long ago.

use jiff::Timestamp;

use super::Control;
use crate::error::Error;
use crate::id::{ScheduleKey, Tenant};
use crate::lateness::ON_TIME_FOR;
use crate::store::BATCH_MAX;

/// A schedule that nobody has planned although its time has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale {
    /// Which.
    pub schedule: ScheduleKey,
    /// When it was due, or its pause was over; none when it cannot be read.
    pub due_at: Option<Timestamp>,
    /// Why it cannot be read.
    pub problem: Option<String>,
}

impl<R> Control<R> {
    /// The tenant's schedules that should have been planned a minute ago or earlier, the earliest first, at most so many.
    /// There are none while nodes work. They are looked for among the first 10,000 of all tenants.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn stale(&self, tenant: &Tenant, limit: usize) -> Result<Vec<Stale>, Error> {
        let overdue_at = self.clock.now().saturating_sub(ON_TIME_FOR).unwrap_or(Timestamp::MIN);
        let due = self.store.due_for_planning(overdue_at, BATCH_MAX).await?;
        let readable = due.schedules.into_iter().map(|schedule| {
            let due_at = schedule.plan_at();
            Stale { schedule: schedule.key, due_at, problem: None }
        });
        let unreadable = due.unreadable.into_iter().map(|unreadable| {
            let problem = Some(unreadable.problem);
            Stale { schedule: unreadable.key, due_at: None, problem }
        });
        Ok(readable.chain(unreadable).filter(|stale| stale.schedule.tenant == *tenant).take(limit).collect())
    }
}
