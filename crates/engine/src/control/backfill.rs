//! Backfill: creates past occurrences on request, after a preview.
//!
//! A backfill uses the same keys as the planner, and an instant that is in the ledger keeps its key across edits.
//! A backfill therefore never runs an occurrence twice.

mod range;
mod work;

use jiff::{SignedDuration, Timestamp};

use self::range::Range;
pub(super) use self::range::count_rows;
use self::work::{BackfillPlan, ExistingOccurrences, work};
use super::Control;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{By, Definition, NewOccurrence, Occurrence, Overlap, Schedule, ScheduleKey, State, Trigger};
use crate::right::Right;
use crate::rights::Rights;
use crate::store::{Insert, InsertRequest, OccurrenceChange, OccurrenceFilter, PAGE_ROWS_MAX, Page};

/// Maximum number of occurrences in one backfill.
pub const BACKFILL_MAX: usize = 10_000;
/// Maximum number of occurrences inserted in one transaction, so that live work gets its turn in between.
const BATCH: usize = 500;
/// Maximum concurrency of a backfill.
pub const CONCURRENCY_MAX: u32 = 1_000;
/// Number of runs used to estimate the duration.
const MEDIAN_RUNS: usize = 50;

/// Which completed occurrences a backfill runs again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reprocess {
    /// None: only occurrences that never ran.
    #[default]
    None,
    /// Failed occurrences.
    Failed,
    /// Failed and succeeded occurrences.
    Completed,
}

/// Request for a backfill.
#[derive(Clone, Debug)]
pub struct Backfill {
    /// Schedule to backfill.
    pub key: ScheduleKey,
    /// Start of the range by nominal time, inclusive.
    pub from: Timestamp,
    /// End of the range by nominal time, inclusive.
    pub to: Timestamp,
    /// Maximum number of occurrences, counting existing ones. At most [`BACKFILL_MAX`]. A period is taken with all
    /// its discriminators or not at all.
    pub limit: usize,
    /// Which completed occurrences are run again.
    pub reprocess: Reprocess,
    /// [`Overlap::BufferAll`]: one occurrence at a time, and not beside other runs of its discriminator.
    /// [`Overlap::AllowAll`]: beside other runs. Default: `BufferAll`, except for a schedule whose own policy is
    /// `AllowAll`.
    pub overlap: Option<Overlap>,
    /// Maximum number of occurrences of the backfill that run at once, per discriminator. Default: 1.
    pub concurrency: Option<u32>,
    /// Caller and reason, for the audit log.
    pub by: By,
}

/// How the occurrences of a backfill run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackfillMode {
    /// `BufferAll` or `AllowAll`, see [`Backfill::overlap`].
    pub overlap: Overlap,
    /// Maximum number of occurrences that run at once, per discriminator.
    pub concurrency: u32,
}

impl Default for BackfillMode {
    fn default() -> Self {
        Self { overlap: Overlap::BufferAll, concurrency: 1 }
    }
}

/// Summary of a backfill, previewed or done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackfillSummary {
    /// Number of occurrences created.
    pub new: usize,
    /// Number of occurrences reopened.
    pub reopened: usize,
    /// Number of existing occurrences left unchanged.
    pub untouched: usize,
    /// First nominal time that the recurrence yields in the range.
    pub first: Option<Timestamp>,
    /// Last nominal time that the recurrence yields in the range, up to the limit.
    pub last: Option<Timestamp>,
    /// Whether the range contains more occurrences than the limit.
    pub is_cut: bool,
    /// Concurrency of the occurrences.
    pub mode: BackfillMode,
    /// Median duration of the last successful runs; `None` if there were none.
    pub median_duration: Option<SignedDuration>,
    /// Time that the backfill takes at this median duration, if nothing else delays it.
    pub estimated_duration: Option<SignedDuration>,
}

impl Control<Rights> {
    /// Returns what a backfill would do, without changing anything.
    ///
    /// # Errors
    /// Returns an error if there is no such schedule, if the range is invalid, or if the store is unavailable.
    pub async fn preview_backfill(&self, backfill: &Backfill) -> Result<BackfillSummary, Error> {
        self.rights.require(&backfill.key.tenant, Right::Backfill)?;
        let schedule = self.schedule(&backfill.key).await?;
        let mut summary = self.backfill_work(&schedule, backfill).await?.summary;
        summary.median_duration = self.median_duration(&backfill.key).await?;
        let lanes = schedule.definition.discriminators.len().max(1);
        summary.estimated_duration = summary.median_duration.and_then(|median| summary.estimate(median, lanes));
        Ok(summary)
    }

    /// Returns the median duration of the schedule's last successful runs.
    async fn median_duration(&self, key: &ScheduleKey) -> Result<Option<SignedDuration>, Error> {
        let filter = OccurrenceFilter {
            schedule: Some(key.id.clone()),
            states: vec![State::Succeeded],
            ..OccurrenceFilter::default()
        };
        let rows = self.store.occurrences(&key.tenant, &filter, &Page::first(MEDIAN_RUNS)).await?.rows;
        let duration = |row: &Occurrence| Some(row.ended_at?.duration_since(row.began_at()?));
        let mut durations: Vec<SignedDuration> = rows.iter().filter_map(duration).collect();
        durations.sort_unstable();
        Ok(durations.get(durations.len() / 2).copied())
    }

    /// Runs a backfill, at a lower priority than all live work of the tenant. It is safe to repeat: existing
    /// occurrences are not created again.
    ///
    /// # Errors
    /// Returns an error if there is no such schedule, if the range is invalid, or if the store is unavailable.
    /// Occurrences that were inserted before the error stay.
    pub async fn backfill(&self, backfill: &Backfill) -> Result<BackfillSummary, Error> {
        self.rights.require(&backfill.key.tenant, Right::Backfill)?;
        let schedule = self.schedule(&backfill.key).await?;
        let work = self.backfill_work(&schedule, backfill).await?;
        self.insert_rows(backfill, &work.insert).await?;
        let concurrency = work.summary.mode.beside();
        let change = OccurrenceChange::Reopen { trigger: Trigger::Backfill, concurrency, payload: None };
        for id in work.reopen {
            let (tenant, now) = (&backfill.key.tenant, self.clock.now());
            self.store.change_occurrence(tenant, id, &change, &backfill.by, now).await?;
        }
        Ok(work.summary)
    }

    /// Inserts missing occurrences, and leaves existing ones unchanged.
    pub(super) async fn insert_missing(
        &self,
        schedule: &Schedule,
        backfill: &Backfill,
    ) -> Result<BackfillSummary, Error> {
        let work = self.backfill_work(schedule, backfill).await?;
        self.insert_rows(backfill, &work.insert).await?;
        Ok(work.summary)
    }

    /// Inserts the rows of a backfill in batches. Only the first one has an audit entry, with the count of all.
    async fn insert_rows(&self, backfill: &Backfill, rows: &[NewOccurrence]) -> Result<(), Error> {
        // The same for all batches: an occurrence is attributed to the audit entry of its time.
        let now = self.clock.now();
        for (number, batch) in rows.chunks(BATCH).enumerate() {
            let request = if number == 0 {
                InsertRequest::Backfill { from: backfill.from, to: backfill.to, later: rows.len() - batch.len() }
            } else {
                InsertRequest::BackfillRest
            };
            let insert = Insert {
                key: backfill.key.clone(),
                occurrences: batch.to_vec(),
                tzdb: refrain_recurrence::tzdb_version().to_owned(),
                request,
                by: backfill.by.clone(),
            };
            self.store.insert(insert, now).await?;
        }
        Ok(())
    }

    async fn backfill_work(&self, schedule: &Schedule, backfill: &Backfill) -> Result<BackfillPlan, Error> {
        let now = self.clock.now();
        self.check_backfill(schedule, backfill, now)?;
        let mode = mode(&schedule.definition, backfill)?;
        let rule = self.rule(schedule).await?;
        let range = Range::new(schedule, &rule, backfill).await;
        let existing = self.existing(&range, backfill).await?;
        Ok(work(range, &existing, BackfillRun { mode, reprocess: backfill.reprocess, by: &backfill.by, now }).await)
    }

    /// Returns the existing occurrences among those of a range.
    async fn existing(&self, range: &Range, backfill: &Backfill) -> Result<ExistingOccurrences, Error> {
        let mut existing = ExistingOccurrences::default();
        if range.rows.is_empty() {
            return Ok(existing);
        }
        let filter = OccurrenceFilter {
            schedule: Some(backfill.key.id.clone()),
            from: Some(backfill.from),
            until: Some(range.until),
            ..OccurrenceFilter::default()
        };
        let mut page = Page::first(PAGE_ROWS_MAX);
        loop {
            let read = self.store.occurrences(&backfill.key.tenant, &filter, &page).await?;
            for row in read.rows {
                existing.add(range, row);
            }
            let Some(next) = read.next else { return Ok(existing) };
            page = Page::after(PAGE_ROWS_MAX, next);
        }
    }

    /// Returns the maximum number of occurrences of one backfill of the caller.
    pub(super) fn backfill_max(&self) -> usize {
        self.rights.limits().backfill_max.map_or(BACKFILL_MAX, |max| max.min(BACKFILL_MAX))
    }

    fn check_backfill(&self, schedule: &Schedule, backfill: &Backfill, now: Timestamp) -> Result<(), Error> {
        let Backfill { from, to, limit, .. } = backfill;
        if from > to {
            return Err(Error::invalid(ErrorCode::OutOfRange, format!("from {from} is after to {to}")));
        }
        if *to > now {
            let detail = format!("to {to} is in the future");
            return Err(
                Error::invalid(ErrorCode::OutOfRange, detail).with_hint("future occurrences are planned automatically")
            );
        }
        let limit_max = self.backfill_max();
        if !(1..=limit_max).contains(limit) {
            return Err(Error::invalid(
                ErrorCode::OutOfRange,
                format!("limit {limit} is not between 1 and {limit_max}"),
            ));
        }
        let rows_per_period = schedule.definition.discriminators.len();
        if rows_per_period > *limit {
            let detail = format!("limit {limit} is less than the {rows_per_period} occurrences of one period");
            return Err(
                Error::invalid(ErrorCode::OutOfRange, detail).with_hint("use at least the number of discriminators")
            );
        }
        Ok(())
    }
}

/// How and when the occurrences of a backfill run.
#[derive(Clone, Copy)]
struct BackfillRun<'a> {
    mode: BackfillMode,
    reprocess: Reprocess,
    by: &'a By,
    now: Timestamp,
}

impl BackfillMode {
    /// Returns the concurrency of occurrences that may run beside others; `None` for those that queue.
    fn beside(self) -> Option<u32> {
        (self.overlap == Overlap::AllowAll).then_some(self.concurrency)
    }
}

impl BackfillSummary {
    fn estimate(&self, median: SignedDuration, lanes: usize) -> Option<SignedDuration> {
        let at_once = lanes.saturating_mul(self.mode.concurrency as usize).max(1);
        let rounds = (self.new + self.reopened).div_ceil(at_once);
        median.checked_mul(i32::try_from(rounds).ok()?)
    }
}

/// Returns how a backfill of this schedule runs. Contradicting settings are rejected, and the error names both values.
fn mode(definition: &Definition, backfill: &Backfill) -> Result<BackfillMode, Error> {
    let default = match definition.overlap {
        Overlap::AllowAll => Overlap::AllowAll,
        Overlap::Skip | Overlap::BufferOne | Overlap::BufferAll | Overlap::CancelOther => Overlap::BufferAll,
    };
    let overlap = backfill.overlap.unwrap_or(default);
    let concurrency = backfill.concurrency.unwrap_or(1);
    let conflict =
        |detail: String, hint: &'static str| Err(Error::invalid(ErrorCode::Conflict, detail).with_hint(hint));
    match overlap {
        Overlap::BufferAll | Overlap::AllowAll => {}
        Overlap::Skip | Overlap::BufferOne | Overlap::CancelOther => {
            let detail = format!("overlap `{}` would skip occurrences of the backfill itself", overlap.as_str());
            return conflict(detail, "use `buffer_all` (one after the other) or `allow_all` (beside other runs)");
        }
    }
    if !(1..=CONCURRENCY_MAX).contains(&concurrency) {
        let detail = format!("concurrency {concurrency} is not between 1 and {CONCURRENCY_MAX}");
        return Err(Error::invalid(ErrorCode::OutOfRange, detail));
    }
    if overlap == Overlap::BufferAll && concurrency > 1 {
        let detail = format!("concurrency {concurrency} contradicts overlap `buffer_all`, which runs one at a time");
        return conflict(detail, "set overlap to `allow_all`, or leave concurrency out");
    }
    match definition.max_concurrent.filter(|_| definition.overlap == Overlap::AllowAll) {
        Some(max) if concurrency > max => {
            let detail = format!("concurrency {concurrency} is more than the schedule's max_concurrent {max}");
            conflict(detail, "lower concurrency, or raise the schedule's max_concurrent")
        }
        Some(_) | None => Ok(BackfillMode { overlap, concurrency }),
    }
}
