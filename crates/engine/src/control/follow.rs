//! Schedules follow their calendars: when one has changed, what is planned by it is looked at anew, and so is when planning must
//! look next. Without that a day which is no longer off would be passed over.
//!
//! Invariant: what the rule yields behind the watermark and now has a row; what lies before now stays as it was dealt with.

use super::Control;
use super::save::added;
use crate::error::Error;
use crate::id::{DocumentName, Tenant};
use crate::occurrence::Occurrence;
use crate::planner::keep::{PLANNED_MAX, kept};
use crate::planner::replan::save;
use crate::planner::retime::Retimed;
use crate::planner::{first_look, unless_overtaken};
use crate::planted::{self, Bug};
use crate::schedule::{Schedule, Status};
use crate::store::{Kept, PAGE_ROWS_MAX, Page, Replan, SaveSchedule, ScheduleFilter, StoreError};

/// A schedule that others keep changing is looked at again so often.
const TRIES: usize = 10;

impl<R> Control<R> {
    /// Looks anew at all schedules of a tenant that use a calendar. It may be done again at any time.
    pub(super) async fn follow_calendar(&self, tenant: &Tenant, name: &DocumentName) -> Result<(), Error> {
        if planted::is(Bug::CalendarNotFollowed) {
            return Ok(());
        }
        let statuses = vec![Status::Active, Status::Paused];
        let filter = ScheduleFilter { statuses, ..ScheduleFilter::default() };
        let mut page = Page::first(PAGE_ROWS_MAX);
        loop {
            let read = self.store.schedules(tenant, &filter, &page).await?;
            // What cannot be read is left to planning, which stops it.
            for schedule in read.rows.into_iter().flatten().filter(|schedule| uses(schedule, name)) {
                self.follow(schedule).await?;
            }
            let Some(next) = read.next else { return Ok(()) };
            page = Page::after(PAGE_ROWS_MAX, next);
        }
    }

    async fn follow(&self, mut schedule: Schedule) -> Result<(), Error> {
        for _ in 0..TRIES {
            let Some(asked) = self.followed(&schedule).await? else { return Ok(()) };
            match self.store.save(asked, self.clock.now()).await {
                Ok(_) => return Ok(()),
                Err(error) => unless_overtaken(error)?,
            }
            match self.store.schedule(&schedule.key).await {
                Ok(Some(found)) if found.uid == schedule.uid => schedule = found,
                Ok(_) | Err(StoreError::Corrupt(_)) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
        let detail =
            format!("schedule {} is being changed by others and could not follow its calendar", schedule.key.id);
        Err(Error::invalid("conflict", detail)
            .with_hint("the calendar is saved; save it again and the schedule follows"))
    }

    /// The same definition once more, with a new look at its rows. None where there is nothing to change: its rows are what the
    /// calendar says, it is over, counts from the end of a run, or cannot be planned, and planning will say so.
    async fn followed(&self, schedule: &Schedule) -> Result<Option<SaveSchedule>, Error> {
        let is_planned = match schedule.status {
            Status::Active | Status::Paused => true,
            Status::Canceled | Status::Disabled | Status::Finished | Status::Deleted => false,
        };
        let rule = match self.rule(schedule).await {
            Ok(rule) if is_planned && rule.after_completion().is_none() => rule,
            Ok(_) | Err(Error::Rule(_) | Error::Invalid { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        let now = self.clock.now();
        let planned = self.store.planned(schedule.uid, PLANNED_MAX).await?;
        let keep = kept(&planned, &schedule.definition.discriminators, &rule);
        let rows_left = self.rows_left(schedule, &planned, &keep).await?;
        let add = self.without_begun(schedule, added(&keep, schedule, &rule, rows_left, now)?).await?;
        let replan = Replan { add, ..Replan::keeping(schedule, &planned, keep, refrain_recurrence::tzdb_version()) };
        // A schedule that has nothing left is looked at once more, and is finished by that.
        let next_due_at = first_look(schedule, &rule, schedule.watermark).or(Some(now));
        if replan.add.is_empty() && next_due_at == schedule.next_due_at && is_unmoved(&planned, &replan.keep) {
            return Ok(None);
        }
        Ok(Some(save(schedule, Retimed { replan, next_due_at, moved: 0 })))
    }
}

/// Whether every planned occurrence is kept at its time.
fn is_unmoved(planned: &[Occurrence], keep: &[Kept]) -> bool {
    let is_same = |(row, kept): (&Occurrence, &Kept)| {
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
