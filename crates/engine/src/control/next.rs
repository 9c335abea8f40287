//! The next run times of a schedule, as far as they can be known.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::CompiledRecurrence;

use super::Control;
use crate::error::Error;
use crate::model::{Occurrence, Schedule, ScheduleKey, State, Status};
use crate::planner::after_completion;
use crate::planner::open::OpenOccurrences;
use crate::store::{OccurrenceFilter, PAGE_ROWS_MAX, Page};

/// Maximum number of instants in one answer.
pub const NEXT_MAX: usize = 1_000;

impl<R> Control<R> {
    /// Returns the next nominal times of a schedule, at most [`NEXT_MAX`]. The first one is in the past if jitter
    /// delays its occurrence until later than now.
    ///
    /// The list is empty if the schedule is not active. It has at most one instant for a recurrence that counts
    /// from the end of the last run, and never more than `max_runs` still allows.
    ///
    /// # Errors
    /// Returns an error if there is no such schedule, if its definition is invalid, or if the store is unavailable.
    pub async fn next(&self, key: &ScheduleKey, count: usize) -> Result<Vec<Timestamp>, Error> {
        self.next_of(&self.schedule(key).await?, count).await
    }

    /// Returns the next nominal times of a schedule that was already read, in the state in which it was read.
    ///
    /// # Errors
    /// Returns an error if the definition is invalid, or if the store is unavailable.
    pub async fn next_of(&self, schedule: &Schedule, count: usize) -> Result<Vec<Timestamp>, Error> {
        if schedule.status != Status::Active {
            return Ok(Vec::new());
        }
        let has_calendars = !schedule.definition.spec.calendars.is_empty();
        let rule = if has_calendars { Arc::new(self.rule(schedule).await?) } else { self.rules.get(schedule)? };
        let (count, periods_left) = (count.min(NEXT_MAX), self.periods_left(schedule).await?);
        let now = self.clock.now();
        if rule.after_completion().is_some() {
            let next = next_after_completion(schedule, &rule, now);
            return Ok(next.into_iter().take(count.min(periods_left)).collect());
        }
        let waiting = self.waiting(schedule, &rule, now).await?;
        // What has passed its nominal time with a row is not among the periods left.
        let is_planned = waiting.is_some_and(|at| at <= schedule.watermark);
        let count = count.min(periods_left.saturating_add(usize::from(is_planned)));
        let ahead = rule.iter_after(now).map(|next| next.at());
        Ok(waiting.into_iter().chain(ahead).take(count).collect())
    }

    /// Returns the nominal time of an occurrence whose nominal time has passed and whose jitter has not. There is at
    /// most one, because an occurrence is always due before the next one.
    async fn waiting(
        &self,
        schedule: &Schedule,
        rule: &CompiledRecurrence,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, Error> {
        if schedule.definition.spec.jitter.is_none() {
            return Ok(None);
        }
        let Some(last) = rule.prev_until(now).filter(|last| rule.due_at(last) > now) else { return Ok(None) };
        let nominal_at = last.at();
        if nominal_at > schedule.watermark {
            return Ok(Some(nominal_at));
        }
        // Planning has passed it. It has a row unless the schedule was created, resumed or edited since, and it is
        // still to come unless a person has skipped or canceled it.
        let filter = OccurrenceFilter {
            schedule: Some(schedule.key.id.clone()),
            states: vec![State::Planned],
            from: Some(nominal_at),
            until: Some(nominal_at.saturating_add(SignedDuration::from_micros(1)).unwrap_or(nominal_at)),
            ..OccurrenceFilter::default()
        };
        let rows = self.store.occurrences(&schedule.key.tenant, &filter, &Page::first(PAGE_ROWS_MAX)).await?.rows;
        let is_waiting = |row: &Occurrence| row.schedule_uid == schedule.uid && row.planned.due_at > now;
        Ok(rows.iter().any(is_waiting).then_some(nominal_at))
    }

    /// Returns the first nominal time after an instant, whatever the schedule's status. The instant may be in the
    /// past.
    ///
    /// # Errors
    /// Returns the same errors as [`Control::next`].
    pub async fn next_after(&self, key: &ScheduleKey, after: Timestamp) -> Result<Option<Timestamp>, Error> {
        let schedule = self.schedule(key).await?;
        let rule = self.rule(&schedule).await?;
        Ok(rule.next_after(after).map(|next| next.at()))
    }

    /// Returns how many periods are still to come, including those that are already planned.
    async fn periods_left(&self, schedule: &Schedule) -> Result<usize, Error> {
        let Some(max_runs) = schedule.definition.spec.max_runs else { return Ok(usize::MAX) };
        let now = self.clock.now();
        let (open, counters) = OpenOccurrences::read_with_counters(&*self.store, schedule).await?;
        let begun = open.counted.iter().filter(|nominal_at| **nominal_at <= now).count() as u64;
        let rows_left = max_runs.saturating_sub(counters.runs).saturating_sub(begun);
        let rows_per_period = schedule.definition.discriminators.len().max(1) as u64;
        Ok(usize::try_from(rows_left.div_ceil(rows_per_period)).unwrap_or(usize::MAX))
    }
}

/// Returns the next occurrence of a recurrence that counts from the end of a run: the planned one, or the one
/// that follows the last end. There is none while a run is open.
fn next_after_completion(schedule: &Schedule, rule: &CompiledRecurrence, now: Timestamp) -> Option<Timestamp> {
    let next = after_completion::next(schedule, rule).filter(|next| *next > schedule.watermark);
    // The watermark is at the last planned occurrence.
    next.or_else(|| Some(schedule.watermark).filter(|planned_at| *planned_at > now))
}
