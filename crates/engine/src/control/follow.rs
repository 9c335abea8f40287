//! Replans schedules after their calendar has changed: the planned occurrences, and the time of the next
//! planning. Without this, a day that is no longer off would be passed over.
//!
//! Invariant: every instant that the recurrence yields between now and the watermark has an occurrence. The past
//! stays as it is.

use super::Control;
use super::save::added;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{DocumentName, Occurrence, Schedule, Status, Tenant};
use crate::planner::check_time::check_at;
use crate::planner::keep::kept;
use crate::planner::replan::save;
use crate::planner::retime::RetimedSchedule;
use crate::planner::{ignore_conflict, next_planning_at};
use crate::store::{KeptOccurrence, PAGE_ROWS_MAX, Page, Replan, SaveSchedule, ScheduleFilter, StoreError};

/// Maximum number of tries for a schedule that others keep changing.
const TRIES: usize = 10;

impl<R> Control<R> {
    /// Replans all schedules of a tenant that use a calendar. It is safe to repeat.
    pub(super) async fn replan_for_calendar(&self, tenant: &Tenant, name: &DocumentName) -> Result<(), Error> {
        let statuses = vec![Status::Active, Status::Paused];
        let filter = ScheduleFilter { statuses, ..ScheduleFilter::default() };
        let mut page = Page::first(PAGE_ROWS_MAX);
        loop {
            let read = self.store.schedules(tenant, &filter, &page).await?;
            // Schedules that cannot be read are left to planning, which disables them.
            for schedule in read.rows.into_iter().flatten().filter(|schedule| uses(schedule, name)) {
                self.follow(schedule).await?;
            }
            let Some(next) = read.next else { return Ok(()) };
            page = Page::after(PAGE_ROWS_MAX, next);
        }
    }

    async fn follow(&self, mut schedule: Schedule) -> Result<(), Error> {
        for _ in 0..TRIES {
            let Some(asked) = self.build_replan(&schedule).await? else { return Ok(()) };
            match self.store.save(asked, self.clock.now()).await {
                Ok(_) => return Ok(()),
                Err(error) => ignore_conflict(error)?,
            }
            match self.store.schedule(&schedule.key).await {
                Ok(Some(found)) if found.uid == schedule.uid => schedule = found,
                Ok(_) | Err(StoreError::Corrupt(_)) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
        let detail = format!("schedule {} keeps changing and could not be replanned for its calendar", schedule.key.id);
        Err(Error::invalid(ErrorCode::Conflict, detail)
            .with_hint("the calendar is saved; save it again to replan the schedule"))
    }

    /// Builds a save of the same definition with replanned occurrences.
    ///
    /// Returns `None` if there is nothing to change: the occurrences already match the calendar, the schedule has
    /// ended, it counts from the end of a run, or it cannot be planned. Planning reports the last case.
    async fn build_replan(&self, schedule: &Schedule) -> Result<Option<SaveSchedule>, Error> {
        let is_planned = match schedule.status {
            Status::Active | Status::Paused => true,
            Status::Canceled | Status::Disabled | Status::Finished | Status::Deleted => false,
        };
        let rule = match self.rule(schedule).await {
            Ok(rule) if is_planned && rule.after_completion().is_none() => rule,
            Ok(_) | Err(Error::Recurrence(_) | Error::Invalid { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        let now = self.clock.now();
        let planned = self.planned(schedule).await?;
        let keep = kept(&planned, schedule, &rule).await;
        let rows_left = self.rows_left(schedule, &planned, &keep).await?;
        let add = added(&keep, schedule, &rule, rows_left, now).await?;
        let add = self.without_started(schedule, &planned, add).await?;
        let replan = Replan { add, ..Replan::keeping(schedule, &planned, keep, refrain_recurrence::tzdb_version()) };
        // A schedule with nothing left is planned once more, which finishes it.
        let next_due_at = next_planning_at(schedule, &rule, schedule.watermark).or(Some(check_at(now)));
        if replan.add.is_empty() && next_due_at == schedule.next_due_at && is_unmoved(&planned, &replan.keep) {
            return Ok(None);
        }
        Ok(Some(save(schedule, RetimedSchedule { replan, next_due_at, moved: 0 })))
    }
}

/// Whether every planned occurrence is kept at its time.
fn is_unmoved(planned: &[Occurrence], keep: &[KeptOccurrence]) -> bool {
    let is_same = |(row, kept): (&Occurrence, &KeptOccurrence)| {
        row.planned.period_key == kept.period_key
            && row.planned.discriminator == kept.discriminator
            && row.planned.nominal_at == kept.nominal_at
            && row.planned.due_at == kept.due_at
    };
    planned.len() == keep.len() && planned.iter().zip(keep).all(is_same)
}

/// Whether a schedule names a calendar.
pub(super) fn uses(schedule: &Schedule, name: &DocumentName) -> bool {
    schedule.definition.spec.calendars.iter().any(|used| used.name == name.as_str())
}
