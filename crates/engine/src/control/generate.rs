//! Generates a tenant's occurrences around a given time: the planner, called with an explicit time instead of a clock.

use jiff::{SignedDuration, Timestamp};

use super::Control;
use super::backfill::{Backfill, Reprocess, count_rows};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{By, Schedule, ScheduleId, Status, Tenant};
use crate::planner::window::Window;
use crate::planner::{plan_with_open, window_for};
use crate::rights::Rights;
use crate::store::{PAGE_ROWS_MAX, Page, PlanResult, ScheduleFilter, StoreError};

/// Maximum number of periods of one schedule planned in one step. Discriminators lower it.
const PERIODS_MAX: usize = 1_000;

/// Request to generate occurrences around a time.
#[derive(Clone, Debug)]
pub struct GenerateRequest {
    /// Tenant whose schedules are planned.
    pub tenant: Tenant,
    /// The time to plan for, in place of the current time. What is due between the current time and a later
    /// `as_of` is planned and not missed.
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
    /// A schedule that cannot be generated does not stop the others: its error is returned after all of them.
    ///
    /// # Errors
    /// Returns an error if the range is invalid, if a recurrence is no longer valid, if a schedule has too many
    /// occurrences in the range, or if the store is unavailable.
    pub async fn generate(&self, generate: &GenerateRequest) -> Result<GenerateSummary, Error> {
        if generate.lookback.is_negative() || generate.lookahead.is_negative() {
            return Err(Error::invalid(ErrorCode::OutOfRange, "lookback and lookahead cannot be negative"));
        }
        self.permit_generate(generate)?;
        let (mut generated, mut first_error) = (GenerateSummary::default(), None);
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
                let id = schedule.key.id.clone();
                if let Err(error) = self.generate_one(schedule, generate, &mut generated).await {
                    let error = of_schedule(&id, error)?;
                    first_error.get_or_insert(error);
                }
            }
            let Some(next) = read.next else { return first_error.map_or(Ok(generated), Err) };
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
            let (limit, reprocess) = (self.backfill_max(), Reprocess::None);
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
        let rows_max = self.backfill_max();
        let ahead = rule.iter_after(schedule.watermark).take_while(|next| next.at() <= until);
        if count_rows(&schedule, ahead, rows_max).await > rows_max {
            let detail = format!("there are more than {rows_max} occurrences until {until}");
            return Err(Error::invalid(ErrorCode::OutOfRange, detail).with_hint("use a shorter lookahead"));
        }
        let mut new = 0;
        while schedule.watermark < until && schedule.status == Status::Active {
            // Only what has really passed is missed, however far ahead `as_of` is. The clock is read for each step,
            // because it may have been set back since the last one.
            let now = self.clock.now();
            let judged_at = generate.as_of.min(now);
            let window = Window { now: judged_at, until, ahead_for: SignedDuration::ZERO, rows_max: PERIODS_MAX };
            let window = window_for(&schedule, &window);
            let plan = plan_with_open(&*self.store, &schedule, &rule, &window).await?;
            // A plan that does not advance the watermark would only set the next planning time, and from a time
            // that is not now.
            if plan.watermark_to <= schedule.watermark {
                break;
            }
            match self.store.plan(vec![plan], now).await?.first() {
                Some(PlanResult::Done { inserted }) => new += inserted,
                Some(PlanResult::Stale) | None => {}
            }
            let Some(read) = self.store.schedule(&schedule.key).await? else { break };
            schedule = read;
        }
        Ok(new)
    }
}

/// Returns the error of one schedule, with its ID, so that the other schedules can still be generated.
///
/// # Errors
/// Returns an error that all schedules share: the store is unavailable, or accepts no work.
fn of_schedule(id: &ScheduleId, error: Error) -> Result<Error, Error> {
    match &error {
        Error::Store(store_error) if !is_about_data(store_error) => Err(error),
        Error::Recurrence(_) | Error::Invalid { .. } => {
            let named = Error::invalid(error.code(), format!("schedule {id}: {}", error.detail()));
            Ok(match error.hint() {
                Some(hint) => named.with_hint(hint.to_owned()),
                None => named,
            })
        }
        Error::Schedule { .. }
        | Error::CalendarInUse { .. }
        | Error::Forbidden { .. }
        | Error::Declared(_)
        | Error::Store(_) => Ok(error),
    }
}

/// Returns whether the store refused the data of one request, and still accepts others.
fn is_about_data(error: &StoreError) -> bool {
    matches!(
        error,
        StoreError::Invalid { .. }
            | StoreError::TooLarge { .. }
            | StoreError::TooMany { .. }
            | StoreError::NotFound(_)
            | StoreError::Conflict { .. }
            | StoreError::IllegalMove { .. }
            | StoreError::Corrupt(_)
    )
}
