//! When a schedule fires next, as far as that can be known.

use jiff::Timestamp;

use super::Control;
use crate::error::Error;
use crate::id::ScheduleKey;
use crate::schedule::{Schedule, Status};

/// No answer holds more instants.
pub const NEXT_MAX: usize = 1_000;
/// So many planned occurrences are looked at to see how many runs are left.
const PLANNED_MAX: usize = 10_000;

impl<R> Control<R> {
    /// The next nominal times of a schedule, at most [`NEXT_MAX`]: none while it rests or when it has ended, one for a rule
    /// that counts from the end of the last run, and no more than `max_runs` still allows.
    ///
    /// # Errors
    /// When there is no such schedule, its definition does not hold, or the store cannot be used.
    pub async fn next(&self, key: &ScheduleKey, count: usize) -> Result<Vec<Timestamp>, Error> {
        self.next_of(&self.schedule(key).await?, count).await
    }

    /// The same for a schedule that has been read already.
    ///
    /// # Errors
    /// When its definition does not hold, or the store cannot be used.
    pub async fn next_of(&self, schedule: &Schedule, count: usize) -> Result<Vec<Timestamp>, Error> {
        if schedule.status != Status::Active {
            return Ok(Vec::new());
        }
        let count = count.min(NEXT_MAX).min(self.runs_left(schedule).await?);
        let rule = self.rule(schedule).await?;
        if rule.after_completion().is_some() {
            return Ok(schedule.next_due_at.into_iter().take(count).collect());
        }
        Ok(rule.iter_after(self.clock.now()).take(count).map(|next| next.at()).collect())
    }

    /// The first nominal time after an instant, whatever the schedule's status; it may lie in the past.
    ///
    /// # Errors
    /// As [`Control::next`].
    pub async fn next_after(&self, key: &ScheduleKey, after: Timestamp) -> Result<Option<Timestamp>, Error> {
        let schedule = self.schedule(key).await?;
        let rule = self.rule(&schedule).await?;
        Ok(rule.next_after(after).map(|next| next.at()))
    }

    /// How many periods may still come. What is planned and not yet due has been counted, though it is still to come.
    async fn runs_left(&self, schedule: &Schedule) -> Result<usize, Error> {
        let Some(max_runs) = schedule.definition.spec.max_runs else { return Ok(usize::MAX) };
        let now = self.clock.now();
        let planned = self.store.planned(schedule.uid, PLANNED_MAX).await?;
        let is_ahead = |trigger: crate::occurrence::Trigger, at: Timestamp| trigger.is_counted() && at > now;
        let ahead = planned.iter().filter(|row| is_ahead(row.planned.trigger, row.planned.nominal_at)).count() as u64;
        let rows_left = max_runs.saturating_sub(schedule.counters.runs).saturating_add(ahead);
        let rows_per_period = schedule.definition.discriminators.len().max(1) as u64;
        Ok(usize::try_from(rows_left.div_ceil(rows_per_period)).unwrap_or(usize::MAX))
    }
}
