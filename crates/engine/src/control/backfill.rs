//! Backfill: creates past occurrences on request, after a preview.
//!
//! A backfill uses the same keys as the planner, and an instant that is in the ledger keeps its key across edits.
//! A backfill therefore never runs an occurrence twice.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{Occurrence as Instant, Rule};

use super::Control;
use crate::error::Error;
use crate::model::{
    By, Definition, NewOccurrence, Occurrence, OccurrenceId, Overlap, Priority, Reason, Schedule, ScheduleKey,
    SkipReason, State, Trigger,
};
use crate::planner::window;
use crate::right::Right;
use crate::rights::Rights;
use crate::store::{Insert, InsertRequest, OccurrenceChange, OccurrenceFilter, PAGE_ROWS_MAX, Page};

/// Maximum number of recurrence instants in one backfill.
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
    /// Maximum number of recurrence instants. At most [`BACKFILL_MAX`].
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
    /// Whether the range contains more instants than the limit.
    pub is_cut: bool,
    /// How the occurrences run.
    pub mode: BackfillMode,
    /// Median duration of the last successful runs; `None` if there were none.
    pub median_duration: Option<SignedDuration>,
    /// Time that the backfill takes at this median duration, if nothing else delays it.
    pub estimated_duration: Option<SignedDuration>,
}

/// The changes that a backfill makes.
struct BackfillPlan {
    summary: BackfillSummary,
    insert: Vec<NewOccurrence>,
    reopen: Vec<OccurrenceId>,
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
        let change = OccurrenceChange::Reopen { trigger: Trigger::Backfill, concurrency };
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
        check(backfill, now)?;
        let mode = mode(&schedule.definition, backfill)?;
        let rule = self.rule(schedule).await?;
        let existing = self.existing(backfill).await?;
        Ok(work(Subject { schedule, rule: &rule, mode }, &existing, backfill, now))
    }

    /// Returns the existing occurrences in the range, indexed by period and by instant.
    async fn existing(&self, backfill: &Backfill) -> Result<Existing, Error> {
        let filter = OccurrenceFilter {
            schedule: Some(backfill.key.id.clone()),
            from: Some(backfill.from),
            until: Some(after(backfill.to)),
            ..OccurrenceFilter::default()
        };
        let mut existing = Existing::default();
        let mut page = Page::first(PAGE_ROWS_MAX);
        loop {
            let read = self.store.occurrences(&backfill.key.tenant, &filter, &page).await?;
            for row in read.rows {
                existing.add(row);
            }
            let Some(next) = read.next else { return Ok(existing) };
            page = Page::after(PAGE_ROWS_MAX, next);
        }
    }
}

/// Existing occurrences in a range.
#[derive(Default)]
struct Existing {
    rows: Vec<Occurrence>,
    by_period: BTreeMap<(String, String), usize>,
    by_instant: BTreeMap<(Timestamp, String), usize>,
}

impl Existing {
    fn add(&mut self, row: Occurrence) {
        // An occurrence that an edit superseded never ran, and is planned again like one that does not exist.
        if row.is_superseded() {
            return;
        }
        let NewOccurrence { period_key, discriminator, nominal_at, .. } = &row.planned;
        let place = self.rows.len();
        self.by_period.insert((period_key.clone(), discriminator.clone()), place);
        // A manual run belongs to no instant of the recurrence.
        if row.planned.trigger != Trigger::Manual {
            self.by_instant.insert((*nominal_at, discriminator.clone()), place);
        }
        self.rows.push(row);
    }

    /// Returns the occurrence of this period or, under a key of an earlier revision, of this instant.
    fn find(&self, new: &NewOccurrence) -> Option<&Occurrence> {
        let period = (new.period_key.clone(), new.discriminator.clone());
        let instant = (new.nominal_at, new.discriminator.clone());
        let by_instant = || self.by_instant.get(&instant);
        let place = self.by_period.get(&period).or_else(by_instant)?;
        self.rows.get(*place)
    }
}

/// Schedule, recurrence and mode of a backfill.
#[derive(Clone, Copy)]
struct Subject<'a> {
    schedule: &'a Schedule,
    rule: &'a Rule,
    mode: BackfillMode,
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
    let conflict = |detail: String, hint: &'static str| Err(Error::invalid("conflict", detail).with_hint(hint));
    match overlap {
        Overlap::BufferAll | Overlap::AllowAll => {}
        Overlap::Skip | Overlap::BufferOne | Overlap::CancelOther => {
            let detail = format!("overlap `{}` would skip occurrences of the backfill itself", overlap.as_str());
            return conflict(detail, "use `buffer_all` (one after the other) or `allow_all` (beside other runs)");
        }
    }
    if !(1..=CONCURRENCY_MAX).contains(&concurrency) {
        let detail = format!("concurrency {concurrency} is not between 1 and {CONCURRENCY_MAX}");
        return Err(Error::invalid("out_of_range", detail));
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

fn check(backfill: &Backfill, now: Timestamp) -> Result<(), Error> {
    let Backfill { from, to, limit, .. } = backfill;
    if from > to {
        return Err(Error::invalid("out_of_range", format!("from {from} is after to {to}")));
    }
    if *to > now {
        let detail = format!("to {to} is in the future");
        return Err(Error::invalid("out_of_range", detail).with_hint("future occurrences are planned automatically"));
    }
    if !(1..=BACKFILL_MAX).contains(limit) {
        return Err(Error::invalid("out_of_range", format!("limit {limit} is not between 1 and {BACKFILL_MAX}")));
    }
    Ok(())
}

fn work(subject: Subject<'_>, existing: &Existing, backfill: &Backfill, now: Timestamp) -> BackfillPlan {
    let Subject { schedule, rule, mode } = subject;
    let summary = BackfillSummary { mode, ..BackfillSummary::default() };
    let mut work = BackfillPlan { summary, insert: Vec::new(), reopen: Vec::new() };
    let mut wanted = rule.between(backfill.from, after(backfill.to));
    let taken: Vec<Instant> = wanted.by_ref().take(backfill.limit).collect();
    work.summary.is_cut = wanted.next().is_some();
    work.summary.first = taken.first().map(Instant::at);
    work.summary.last = taken.last().map(Instant::at);
    for occurrence in taken {
        for row in window::rows(schedule, rule, &occurrence, Trigger::Backfill) {
            match existing.find(&row) {
                None => {
                    work.summary.new += 1;
                    // Due immediately, at a lower priority than all live work.
                    work.insert.push(NewOccurrence {
                        due_at: now,
                        priority: Priority::Low,
                        note: backfill.by.reason.clone(),
                        concurrency: mode.beside(),
                        ..row
                    });
                }
                Some(found) if is_reopened(found, backfill.reprocess) => {
                    work.summary.reopened += 1;
                    work.reopen.push(found.id);
                }
                Some(_) => work.summary.untouched += 1,
            }
        }
    }
    work
}

/// Whether an existing occurrence is run again. Occurrences that never ran are what a backfill is for, unless a
/// person or a worker ended them on request.
fn is_reopened(row: &Occurrence, reprocess: Reprocess) -> bool {
    match row.state {
        State::Planned | State::Running => false,
        State::Succeeded => reprocess == Reprocess::Completed,
        State::Failed => reprocess >= Reprocess::Failed,
        State::Skipped => {
            let reason = row.reason.map(Reason::as_str);
            let ended_by_request = [SkipReason::Canceled, SkipReason::Superseded].map(SkipReason::as_str);
            !reason.is_some_and(|reason| ended_by_request.contains(&reason))
        }
    }
}

fn after(at: Timestamp) -> Timestamp {
    at.saturating_add(jiff::SignedDuration::from_secs(1)).unwrap_or(at)
}
