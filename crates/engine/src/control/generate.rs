//! Generates a tenant's occurrences around a given time: the planner, called with an explicit time instead of a clock.

use jiff::{SignedDuration, Timestamp};

use super::Control;
use super::backfill::{BACKFILL_MAX, Backfill, Reprocess};
use crate::error::Error;
use crate::model::{By, Schedule, Status, Tenant};
use crate::planner::plan_with_open;
use crate::planner::window::Window;
use crate::rights::Rights;
use crate::store::{PAGE_ROWS_MAX, Page, Planned, ScheduleFilter};

/// Maximum number of periods of one schedule planned in one step.
const PERIODS_MAX: usize = 1_000;

/// Request to generate occurrences around a time.
#[derive(Clone, Debug)]
pub struct GenerateRequest {
    /// Tenant whose schedules are planned.
    pub tenant: Tenant,
    /// The time to plan for, in place of the current time.
    pub as_of: Timestamp,
    /// How far before `as_of` missing occurrences are created.
    pub lookback: SignedDuration,
    /// How far after `as_of` occurrences are planned.
    pub lookahead: SignedDuration,
    /// Caller, for the audit log.
    pub by: By,
}

/// Summary of generated occurrences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GenerateSummary {
    /// Number of active schedules that were examined.
    pub schedules: usize,
    /// Number of active schedules whose definition cannot be read.
    pub unreadable: usize,
    /// Number of occurrences created.
    pub new: usize,
    /// Number of occurrences in the lookback range that already existed.
    pub existing: usize,
}

impl Control<Rights> {
    /// Creates all missing occurrences in the range. Existing ones are left unchanged, so it is safe to repeat.
    ///
    /// # Errors
    /// Returns an error if the range is invalid, if a recurrence is no longer valid, or if the store is unavailable.
    pub async fn generate(&self, generate: &GenerateRequest) -> Result<GenerateSummary, Error> {
        if generate.lookback.is_negative() || generate.lookahead.is_negative() {
            return Err(Error::invalid("out_of_range", "lookback and lookahead cannot be negative"));
        }
        self.permit_generate(generate)?;
        let mut generated = GenerateSummary::default();
        let filter = ScheduleFilter { statuses: vec![Status::Active], ..ScheduleFilter::default() };
        let mut page = Page::first(PAGE_ROWS_MAX);
        loop {
            let read = self.store.schedules(&generate.tenant, &filter, &page).await?;
            for schedule in read.rows {
                let Ok(schedule) = schedule else {
                    generated.unreadable += 1;
                    continue;
                };
                generated.schedules += 1;
                self.generate_one(schedule, generate, &mut generated).await?;
            }
            let Some(next) = read.next else { return Ok(generated) };
            page = Page::after(PAGE_ROWS_MAX, next);
        }
    }

    async fn generate_one(
        &self,
        schedule: Schedule,
        generate: &GenerateRequest,
        generated: &mut GenerateSummary,
    ) -> Result<(), Error> {
        let watermark = schedule.watermark;
        let from = generate.as_of.saturating_sub(generate.lookback).unwrap_or(Timestamp::MIN).max(schedule.created_at);
        let to = generate.as_of.min(watermark).min(self.clock.now());
        if from <= to {
            let (key, by) = (schedule.key.clone(), generate.by.clone());
            let (limit, reprocess) = (BACKFILL_MAX, Reprocess::None);
            let backfill = Backfill { key, from, to, limit, reprocess, overlap: None, concurrency: None, by };
            let done = self.insert_missing(&schedule, &backfill).await?;
            generated.new += done.new;
            generated.existing += done.reopened + done.untouched;
        }
        generated.new += self.plan_until(schedule, generate).await?;
        Ok(())
    }

    /// Plans from the watermark to the end of the lookahead.
    async fn plan_until(&self, mut schedule: Schedule, generate: &GenerateRequest) -> Result<usize, Error> {
        let rule = self.rule(&schedule).await?;
        let until = generate.as_of.saturating_add(generate.lookahead).unwrap_or(Timestamp::MAX);
        let window = Window { now: generate.as_of, until, ahead_for: SignedDuration::ZERO, rows_max: PERIODS_MAX };
        let ahead = rule.iter_after(schedule.watermark).take_while(|next| next.at() <= until);
        if ahead.take(BACKFILL_MAX + 1).count() > BACKFILL_MAX {
            let detail = format!("schedule {} has more than {BACKFILL_MAX} occurrences until {until}", schedule.key.id);
            return Err(Error::invalid("out_of_range", detail).with_hint("use a shorter lookahead"));
        }
        let mut new = 0;
        while schedule.watermark < until && schedule.status == Status::Active {
            let plan = plan_with_open(&*self.store, &schedule, &rule, &window).await?;
            // A plan that does not advance the watermark would only set the next planning time, and from a time
            // that is not now.
            if plan.watermark_to <= schedule.watermark {
                break;
            }
            match self.store.plan(vec![plan], self.clock.now()).await?.first() {
                Some(Planned::Done { inserted }) => new += inserted,
                Some(Planned::Stale) | None => {}
            }
            let Some(read) = self.store.schedule(&schedule.key).await? else { break };
            schedule = read;
        }
        Ok(new)
    }
}
