//! Pauses, resumes, cancels and deletes schedules.

use jiff::Timestamp;
use refrain_recurrence::CompiledRecurrence;

use super::Control;
use crate::error::Error;
use crate::model::{By, Schedule, ScheduleKey, SkipReason, Status};
use crate::observe::trace::{self, Change};
use crate::planner::check_time::check_at;
use crate::planner::recorded::exclude_recorded;
use crate::planner::{catch_up, is_over, next_planning_at};
use crate::right::Right;
use crate::rights::Rights;
use crate::store::{ChangeStatus, ExpectedVersion, Resume};

/// What happens to the occurrences that fell into a pause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResumeFrom {
    /// They are skipped. The next occurrence is the first one after now.
    #[default]
    Now,
    /// They count as missed, and the schedule's catch-up policy decides.
    CatchUp,
}

impl Control<Rights> {
    /// Pauses a schedule until it is resumed, or until `until`. Pausing a paused schedule changes the note and
    /// the end of the pause.
    ///
    /// # Errors
    /// Returns an error if the schedule cannot be paused, if the revision differs from the expected one, or if
    /// the store is unavailable.
    pub async fn pause(
        &self,
        key: &ScheduleKey,
        expect: ExpectedVersion,
        until: Option<Timestamp>,
        by: By,
    ) -> Result<Schedule, Error> {
        self.rights.require(&key.tenant, Right::Operate)?;
        let now = self.clock.now();
        if let Some(until) = until.filter(|until| *until <= now) {
            return Err(Error::invalid(
                "out_of_range",
                format!("the pause would end at {until}, which is in the past"),
            ));
        }
        let text = by.reason.clone();
        let to = Status::Paused;
        let change = ChangeStatus { key: key.clone(), expect, to, text, until, resume: None, by: by.clone() };
        let paused = self.store.change_status(change, now).await?;
        trace::changed(Change::Pause, key, &by);
        Ok(paused)
    }

    /// Resumes a schedule. Resuming an active schedule changes nothing.
    ///
    /// # Errors
    /// Returns an error if the schedule cannot be resumed, if the revision differs from the expected one, or if
    /// the store is unavailable.
    pub async fn resume(
        &self,
        key: &ScheduleKey,
        expect: ExpectedVersion,
        from: ResumeFrom,
        by: By,
    ) -> Result<Schedule, Error> {
        self.rights.require(&key.tenant, Right::Operate)?;
        let now = self.clock.now();
        let schedule = self.schedule(key).await?;
        if schedule.status == Status::Active {
            return Ok(schedule);
        }
        let rule = self.rule(&schedule).await?;
        let resume = match from {
            ResumeFrom::CatchUp => Resume {
                gaps: Vec::new(),
                watermark: schedule.watermark,
                next_due_at: next_planning_at(&schedule, &rule, schedule.watermark),
            },
            ResumeFrom::Now => {
                // A schedule that has ended yields nothing more. No pause has withheld anything from it, not even
                // one that began after the end.
                let is_over =
                    schedule.status == Status::Finished || is_over(&*self.store, &schedule, &rule, now).await?;
                let watermark = if is_over { schedule.watermark } else { now };
                let gaps = catch_up::gaps(&rule, schedule.watermark, watermark, SkipReason::Paused).await;
                let gaps = exclude_recorded(&*self.store, &schedule, &rule, gaps).await?;
                let next_due_at =
                    next_planning_at(&schedule, &rule, watermark.max(schedule.watermark)).filter(|_| !is_over);
                Resume { gaps, watermark, next_due_at }
            }
        };
        // A schedule with nothing left is planned once more, which finishes it.
        let resume = Resume { next_due_at: resume.next_due_at.or(Some(check_at(now))), ..resume };
        let watermark = schedule.watermark.max(resume.watermark);
        let as_resumed = Schedule { status: Status::Active, watermark, ..schedule.clone() };
        if schedule.status == Status::Finished && self.is_over(&as_resumed, &rule).await? {
            return Ok(schedule);
        }
        // The state that was read must still hold, or the gap would be wrong.
        let expect = match expect {
            ExpectedVersion::Any => ExpectedVersion::Exactly(schedule.revision.0),
            other => other,
        };
        let (to, text) = (Status::Active, None);
        let change =
            ChangeStatus { key: key.clone(), expect, to, text, until: None, resume: Some(resume), by: by.clone() };
        let resumed = self.store.change_status(change, now).await?;
        trace::changed(Change::Resume, key, &by);
        self.finished_if_over(resumed).await
    }

    /// Returns the schedule as the planner leaves it at its next planning, which is due now: finished if nothing
    /// is left to plan and nothing is open. The answer to a change therefore shows the true status.
    pub(super) async fn finished_if_over(&self, schedule: Schedule) -> Result<Schedule, Error> {
        // Without a valid recurrence there is nothing to finish: the planner disables the schedule.
        let Ok(rule) = self.rule(&schedule).await else { return Ok(schedule) };
        if !self.is_over(&schedule, &rule).await? {
            return Ok(schedule);
        }
        Ok(Schedule { status: Status::Finished, next_due_at: None, ..schedule })
    }

    /// Whether the planner will finish an active schedule at its next planning.
    async fn is_over(&self, schedule: &Schedule, rule: &CompiledRecurrence) -> Result<bool, Error> {
        let is_active = schedule.status == Status::Active;
        Ok(is_active && is_over(&*self.store, schedule, rule, self.clock.now()).await?)
    }

    /// Cancels a schedule permanently. Its history stays.
    ///
    /// # Errors
    /// Returns an error if the configuration file declares the schedule, if it is already canceled, if the
    /// revision differs from the expected one, or if the store is unavailable.
    pub async fn cancel(&self, key: &ScheduleKey, expect: ExpectedVersion, by: By) -> Result<Schedule, Error> {
        self.rights.require(&key.tenant, Right::Operate)?;
        self.permit_end(key).await?;
        let text = by.reason.clone();
        let to = Status::Canceled;
        let change = ChangeStatus { key: key.clone(), expect, to, text, until: None, resume: None, by: by.clone() };
        let canceled = self.store.change_status(change, self.clock.now()).await?;
        trace::changed(Change::Cancel, key, &by);
        Ok(canceled)
    }

    /// Deletes a schedule. Its ledger rows stay until retention removes them.
    ///
    /// # Errors
    /// Returns an error if the configuration file declares the schedule, if there is none, if the revision
    /// differs from the expected one, or if the store is unavailable.
    pub async fn delete(&self, key: &ScheduleKey, expect: ExpectedVersion, by: &By) -> Result<(), Error> {
        self.rights.require(&key.tenant, Right::Edit)?;
        self.permit_end(key).await?;
        self.store.delete(key, expect, by, self.clock.now()).await?;
        trace::changed(Change::Delete, key, by);
        Ok(())
    }
}
