//! When a schedule fires next, as far as that can be known.

use std::sync::Arc;

use jiff::Timestamp;
use refrain_recurrence::Rule;

use super::Control;
use crate::error::Error;
use crate::id::ScheduleKey;
use crate::planner::after_completion;
use crate::planner::open::Open;
use crate::schedule::{Schedule, Status};

/// No answer holds more instants.
pub const NEXT_MAX: usize = 1_000;

impl<R> Control<R> {
    /// The next nominal times of a schedule, at most [`NEXT_MAX`]: none while it rests or when it has ended, one for a rule
    /// that counts from the end of the last run, and no more than `max_runs` still allows.
    ///
    /// # Errors
    /// When there is no such schedule, its definition does not hold, or the store cannot be used.
    pub async fn next(&self, key: &ScheduleKey, count: usize) -> Result<Vec<Timestamp>, Error> {
        self.next_of(&self.schedule(key).await?, count).await
    }

    /// The same for a schedule that has been read already, as it was read.
    ///
    /// # Errors
    /// When its definition does not hold, or the store cannot be used.
    pub async fn next_of(&self, schedule: &Schedule, count: usize) -> Result<Vec<Timestamp>, Error> {
        if schedule.status != Status::Active {
            return Ok(Vec::new());
        }
        let has_calendars = !schedule.definition.spec.calendars.is_empty();
        let rule = if has_calendars { Arc::new(self.rule(schedule).await?) } else { self.rules.get(schedule)? };
        let count = count.min(NEXT_MAX).min(self.periods_left(schedule).await?);
        let now = self.clock.now();
        if rule.after_completion().is_some() {
            return Ok(next_after_completion(schedule, &rule, now).into_iter().take(count).collect());
        }
        Ok(rule.iter_after(now).take(count).map(|next| next.at()).collect())
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

    /// How many periods may still come, those that are planned ahead among them.
    async fn periods_left(&self, schedule: &Schedule) -> Result<usize, Error> {
        let Some(max_runs) = schedule.definition.spec.max_runs else { return Ok(usize::MAX) };
        let now = self.clock.now();
        let (open, counters) = Open::read_with_counters(&*self.store, schedule).await?;
        let begun = open.counted.iter().filter(|nominal_at| **nominal_at <= now).count() as u64;
        let rows_left = max_runs.saturating_sub(counters.runs).saturating_sub(begun);
        let rows_per_period = schedule.definition.discriminators.len().max(1) as u64;
        Ok(usize::try_from(rows_left.div_ceil(rows_per_period)).unwrap_or(usize::MAX))
    }
}

/// The next occurrence of a rule that counts from the end of a run: the one that is planned, or the one that follows the last
/// end. There is none while a run is open.
fn next_after_completion(schedule: &Schedule, rule: &Rule, now: Timestamp) -> Option<Timestamp> {
    let next = after_completion::next(schedule, rule).filter(|next| *next > schedule.watermark);
    // The watermark stands at the last occurrence that was planned.
    next.or_else(|| Some(schedule.watermark).filter(|planned_at| *planned_at > now))
}
