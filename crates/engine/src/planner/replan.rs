//! Replans one schedule under the time zone database of this node, even while others change the schedule.

use jiff::Timestamp;
use refrain_recurrence::CompiledRecurrence;

use super::check_time::check_at;
use super::keep::{MOVED_MAX, PLANNED_MAX, read_planned};
use super::open::OpenOccurrences;
use super::recorded::exclude_recorded;
use super::retime::{LedgerSnapshot, RetimedSchedule, retime};
use super::{Planner, ignore_conflict, next_planning_at};
use crate::model::{By, Occurrence, Schedule, Status};
use crate::store::{
    ExpectedVersion, KeptOccurrence, ListedSchedule, OccurrenceFilter, Page, Replan, SaveSchedule, StoreError,
};

/// Maximum number of attempts for a schedule that others keep changing.
const TRIES: usize = 10;
/// Number of the latest rows of a schedule among which the last one created by its recurrence is searched.
const ROWS_MAX: usize = 50;
/// Maximum number of pages read to find the last row.
const PAGES_MAX: usize = 20;

impl Planner {
    /// Replans the planned occurrences of a schedule and its next due time. Returns the number of occurrences
    /// that have moved.
    ///
    /// A schedule that cannot be read or planned is left to planning, which disables it. A recurrence that counts
    /// from completion uses no time zone and is skipped. Occurrences that have started stay as they are.
    ///
    /// # Errors
    /// If the store fails. Nothing is lost, and the call can be repeated.
    pub async fn replan(&self, listed: ListedSchedule, now: Timestamp) -> Result<usize, StoreError> {
        let Ok(mut schedule) = listed else { return Ok(0) };
        for _ in 0..TRIES {
            let is_planned = match schedule.status {
                Status::Active | Status::Paused => true,
                Status::Canceled | Status::Disabled | Status::Finished | Status::Deleted => false,
            };
            let Some(retimed) = (if is_planned { self.retimed(&schedule, now).await? } else { None }) else {
                return Ok(0);
            };
            let moved = retimed.moved;
            match self.store.save(save(&schedule, retimed), now).await {
                Ok(_) => return Ok(moved),
                Err(error) => ignore_conflict(error)?,
            }
            match self.store.schedule(&schedule.key).await {
                Ok(Some(found)) if found.uid == schedule.uid => schedule = found,
                Ok(_) | Err(StoreError::Corrupt(_)) => return Ok(0),
                Err(error) => return Err(error),
            }
        }
        // The walk stays at this schedule and tries again at its next step.
        Err(StoreError::Unavailable(format!("schedule {} changes too often", schedule.key)))
    }

    /// Gives an active schedule without a next due time the one that its recurrence yields, and keeps its planned
    /// occurrences. Disables a schedule whose recurrence is invalid. Returns whether the schedule was unchanged
    /// since it was read, and therefore repaired.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn repair(&self, schedule: &Schedule, now: Timestamp) -> Result<bool, StoreError> {
        let rule = match self.rule_of(schedule).await? {
            Ok(rule) => rule,
            Err(problem) => return self.disable(schedule, problem, now).await.map(|()| false),
        };
        let seen = self.seen(schedule).await?;
        let retimed = match rule.after_completion() {
            None => self.retime_with(schedule, &rule, &seen, now).await?,
            Some(_) => None,
        };
        let retimed = retimed.unwrap_or_else(|| {
            let keep = seen.planned.iter().map(keep_unchanged).collect();
            let next_due_at = next_planning_at(schedule, &rule, schedule.watermark).or(Some(check_at(now)));
            RetimedSchedule {
                replan: Replan::keeping(schedule, &seen.planned, keep, &self.tzdb),
                next_due_at,
                moved: 0,
            }
        });
        match self.store.save(save(schedule, retimed), now).await {
            Ok(_) => Ok(true),
            Err(error) => ignore_conflict(error).map(|()| false),
        }
    }

    async fn retimed(&self, schedule: &Schedule, now: Timestamp) -> Result<Option<RetimedSchedule>, StoreError> {
        let Ok(rule) = self.rule_of(schedule).await? else { return Ok(None) };
        if rule.after_completion().is_some() {
            return Ok(None);
        }
        let seen = self.seen(schedule).await?;
        self.retime_with(schedule, &rule, &seen, now).await
    }

    async fn retime_with(
        &self,
        schedule: &Schedule,
        rule: &CompiledRecurrence,
        seen: &LedgerSnapshot,
        now: Timestamp,
    ) -> Result<Option<RetimedSchedule>, StoreError> {
        let retimed = retime(schedule, rule, seen, &self.tzdb, now).await;
        let adds = |retimed: &RetimedSchedule| !retimed.replan.add.is_empty() || !retimed.replan.gaps.is_empty();
        if !retimed.as_ref().is_some_and(adds) {
            return Ok(retimed);
        }
        // After a clock was set back, rows with higher IDs may be for earlier times.
        let last = self.find_last_row(schedule, seen.last.clone()).await?;
        let mut retimed = retime(schedule, rule, &LedgerSnapshot { last, ..seen.clone() }, &self.tzdb, now).await;
        if let Some(RetimedSchedule { replan, .. }) = &mut retimed {
            let gaps = std::mem::take(&mut replan.gaps);
            replan.gaps = exclude_recorded(&*self.store, schedule, rule, gaps).await?;
        }
        Ok(retimed)
    }

    /// Returns the row with the latest nominal time among those the recurrence created, starting from a known one.
    async fn find_last_row(
        &self,
        schedule: &Schedule,
        mut last: Option<Occurrence>,
    ) -> Result<Option<Occurrence>, StoreError> {
        let from =
            last.as_ref().map_or(schedule.watermark.saturating_sub(MOVED_MAX * 2).unwrap_or(Timestamp::MIN), |last| {
                last.planned.nominal_at
            });
        let mut filter = rows_since(schedule, Some(from));
        let mut page = Page::first(ROWS_MAX);
        for _ in 0..PAGES_MAX {
            let read = self.store.occurrences(&schedule.key.tenant, &filter, &page).await?;
            let latest = latest_of_recurrence(schedule, read.rows);
            let is_later =
                |row: &Occurrence| last.as_ref().is_none_or(|l| row.planned.nominal_at > l.planned.nominal_at);
            page = match (latest.filter(is_later), read.next) {
                (Some(later), _) => {
                    filter.from = Some(later.planned.nominal_at);
                    last = Some(later);
                    Page::first(ROWS_MAX)
                }
                (None, Some(next)) => Page::after(ROWS_MAX, next),
                (None, None) => break,
            };
        }
        Ok(last)
    }

    async fn seen(&self, schedule: &Schedule) -> Result<LedgerSnapshot, StoreError> {
        // Occurrences beyond the limit keep their times.
        let planned = read_planned(&*self.store, schedule.uid, PLANNED_MAX).await?;
        let filter = rows_since(schedule, schedule.watermark.checked_sub(MOVED_MAX * 2).ok());
        let latest = self.store.occurrences(&schedule.key.tenant, &filter, &Page::first(ROWS_MAX)).await?;
        let last = latest_of_recurrence(schedule, latest.rows);
        let gaps = self.store.gaps(&schedule.key, &Page::first(1)).await?;
        let counts_runs = schedule.definition.spec.max_runs.is_some();
        let open = if counts_runs { OpenOccurrences::read(&*self.store, schedule).await?.counted.len() } else { 0 };
        Ok(LedgerSnapshot { planned, last, last_gap_end: gaps.rows.first().map(|gap| gap.covers.to), open })
    }
}

/// Selects the rows of a schedule by its ID, from an instant on.
fn rows_since(schedule: &Schedule, from: Option<Timestamp>) -> OccurrenceFilter {
    OccurrenceFilter { schedule: Some(schedule.key.id.clone()), from, ..OccurrenceFilter::default() }
}

/// Returns the row with the latest nominal time among those that the schedule's recurrence yielded. A row that a
/// backfill reopened counts, too. A backfill may reach beyond the watermark; rows there say nothing about the
/// time before them.
fn latest_of_recurrence(schedule: &Schedule, rows: Vec<Occurrence>) -> Option<Occurrence> {
    let is_of_rule = |row: &Occurrence| {
        let is_planned = !row.planned.trigger.is_user_requested();
        let is_behind = row.planned.is_of_recurrence() && row.planned.nominal_at <= schedule.watermark;
        row.schedule_uid == schedule.uid && (is_planned || is_behind)
    };
    rows.into_iter().filter(is_of_rule).max_by_key(|row| row.planned.nominal_at)
}

fn keep_unchanged(row: &Occurrence) -> KeptOccurrence {
    let planned = &row.planned;
    KeptOccurrence {
        period_key: planned.period_key.clone(),
        discriminator: planned.discriminator.clone(),
        nominal_at: planned.nominal_at,
        due_at: planned.due_at,
    }
}

/// Builds a save of the same definition that replans its rows.
pub(crate) fn save(schedule: &Schedule, retimed: RetimedSchedule) -> SaveSchedule {
    SaveSchedule {
        key: schedule.key.clone(),
        expect: ExpectedVersion::Exactly(schedule.revision.0),
        definition: (*schedule.definition).clone(),
        status: schedule.status,
        source: schedule.source,
        next_due_at: retimed.next_due_at,
        watermark: schedule.watermark,
        replan: Some(retimed.replan),
        schedules_max: None,
        touch: false,
        by: By::engine(),
    }
}
