//! Running a past range: looked at first, then done. The same keys as ever, so that nothing can happen twice by it.

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain_recurrence::{Occurrence as Instant, Rule};

use super::Control;
use crate::audit::By;
use crate::error::Error;
use crate::id::{OccurrenceId, ScheduleKey};
use crate::moves::State;
use crate::occurrence::{NewOccurrence, Occurrence, Trigger};
use crate::planner::window;
use crate::policy::Priority;
use crate::reason::SkipReason;
use crate::rights::{Right, Rights};
use crate::schedule::Schedule;
use crate::store::{Insert, OccurrenceChange, OccurrenceFilter, PAGE_ROWS_MAX, Page};

/// No backfill is larger.
pub const BACKFILL_MAX: usize = 10_000;
/// So many rows are inserted in one transaction, so that live work gets its turn between.
const BATCH: usize = 500;

/// Which occurrences that have run are run again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reprocess {
    /// None: only what never ran.
    #[default]
    None,
    /// Those that failed.
    Failed,
    /// Those that failed and those that were done.
    Completed,
}

/// Asks for a range.
#[derive(Clone, Debug)]
pub struct Backfill {
    /// Which schedule.
    pub key: ScheduleKey,
    /// From then on, by nominal time.
    pub from: Timestamp,
    /// Until then, that instant included.
    pub to: Timestamp,
    /// How many at most.
    pub limit: usize,
    /// What is run again.
    pub reprocess: Reprocess,
    /// Who asks, and why.
    pub by: By,
}

/// What a backfill would do, or has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backfilled {
    /// Rows that come to be.
    pub new: usize,
    /// Rows that are opened again.
    pub reopened: usize,
    /// Rows that stay as they are.
    pub untouched: usize,
    /// The first nominal time of all that the rule yields in the range.
    pub first: Option<Timestamp>,
    /// The last.
    pub last: Option<Timestamp>,
    /// Whether the range holds more than the limit.
    pub is_cut: bool,
}

/// What is to be done to each period of the range.
struct Work {
    summary: Backfilled,
    insert: Vec<NewOccurrence>,
    reopen: Vec<OccurrenceId>,
}

impl Control<Rights> {
    /// Says what a backfill would do, and changes nothing.
    ///
    /// # Errors
    /// When there is no such schedule, the range does not make sense, or the store cannot be used.
    pub async fn preview_backfill(&self, backfill: &Backfill) -> Result<Backfilled, Error> {
        self.rights.require(&backfill.key.tenant, Right::Backfill)?;
        let schedule = self.schedule(&backfill.key).await?;
        Ok(self.backfill_work(&schedule, backfill).await?.summary)
    }

    /// Does it, behind all live work of the tenant. It may be repeated: what is there is not made again.
    ///
    /// # Errors
    /// When there is no such schedule, the range does not make sense, or the store cannot be used. What was inserted
    /// before an error stays.
    pub async fn backfill(&self, backfill: &Backfill) -> Result<Backfilled, Error> {
        self.rights.require(&backfill.key.tenant, Right::Backfill)?;
        let schedule = self.schedule(&backfill.key).await?;
        let work = self.backfill_work(&schedule, backfill).await?;
        self.insert_rows(backfill, &work.insert).await?;
        let change = OccurrenceChange::Reopen { trigger: Trigger::Backfill };
        for id in work.reopen {
            let (tenant, now) = (&backfill.key.tenant, self.clock.now());
            self.store.change_occurrence(tenant, id, &change, &backfill.by, now).await?;
        }
        Ok(work.summary)
    }

    /// Inserts what has no row, and leaves alone what has one.
    pub(super) async fn insert_missing(&self, schedule: &Schedule, backfill: &Backfill) -> Result<Backfilled, Error> {
        let work = self.backfill_work(schedule, backfill).await?;
        self.insert_rows(backfill, &work.insert).await?;
        Ok(work.summary)
    }

    async fn insert_rows(&self, backfill: &Backfill, rows: &[NewOccurrence]) -> Result<(), Error> {
        for batch in rows.chunks(BATCH) {
            let insert = Insert {
                key: backfill.key.clone(),
                occurrences: batch.to_vec(),
                tzdb: refrain_recurrence::tzdb_version().to_owned(),
                by: backfill.by.clone(),
            };
            self.store.insert(insert, self.clock.now()).await?;
        }
        Ok(())
    }

    async fn backfill_work(&self, schedule: &Schedule, backfill: &Backfill) -> Result<Work, Error> {
        let now = self.clock.now();
        check(backfill, now)?;
        let rule = self.rule(schedule).await?;
        let existing = self.existing(backfill).await?;
        Ok(work(schedule, &rule, &existing, backfill, now))
    }

    /// The rows there are in the range, by period and discriminator.
    async fn existing(&self, backfill: &Backfill) -> Result<Existing, Error> {
        let filter = OccurrenceFilter {
            schedule: Some(backfill.key.id.clone()),
            from: Some(backfill.from),
            until: Some(after(backfill.to)),
            ..OccurrenceFilter::default()
        };
        let mut existing = Existing::new();
        let mut page = Page::first(PAGE_ROWS_MAX);
        loop {
            let read = self.store.occurrences(&backfill.key.tenant, &filter, &page).await?;
            for row in read.rows {
                existing.insert((row.planned.period_key.clone(), row.planned.discriminator.clone()), row);
            }
            let Some(next) = read.next else { return Ok(existing) };
            page = Page::after(PAGE_ROWS_MAX, next);
        }
    }
}

type Existing = BTreeMap<(String, String), Occurrence>;

fn check(backfill: &Backfill, now: Timestamp) -> Result<(), Error> {
    let Backfill { from, to, limit, .. } = backfill;
    if from > to {
        return Err(Error::invalid("out_of_range", format!("from {from} is after to {to}")));
    }
    if *to > now {
        let detail = format!("to {to} has not come yet");
        return Err(Error::invalid("out_of_range", detail).with_hint("what is to come is planned by itself"));
    }
    if !(1..=BACKFILL_MAX).contains(limit) {
        return Err(Error::invalid("out_of_range", format!("limit {limit} is not between 1 and {BACKFILL_MAX}")));
    }
    Ok(())
}

fn work(schedule: &Schedule, rule: &Rule, existing: &Existing, backfill: &Backfill, now: Timestamp) -> Work {
    let mut work = Work { summary: Backfilled::default(), insert: Vec::new(), reopen: Vec::new() };
    let mut wanted = rule.between(backfill.from, after(backfill.to));
    let taken: Vec<Instant> = wanted.by_ref().take(backfill.limit).collect();
    work.summary.is_cut = wanted.next().is_some();
    work.summary.first = taken.first().map(Instant::at);
    work.summary.last = taken.last().map(Instant::at);
    for occurrence in taken {
        for row in window::rows(schedule, rule, &occurrence, Trigger::Backfill) {
            match existing.get(&(row.period_key.clone(), row.discriminator.clone())) {
                None => {
                    work.summary.new += 1;
                    // Behind all that is live, and at once.
                    work.insert.push(NewOccurrence {
                        due_at: now,
                        priority: Priority::Low,
                        note: backfill.by.reason.clone(),
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

/// Whether a row that exists is run again. What never ran is what a backfill is for, unless a person or an edit put an end
/// to it.
fn is_reopened(row: &Occurrence, reprocess: Reprocess) -> bool {
    match row.state {
        State::Planned | State::Running => false,
        State::Generated => reprocess == Reprocess::Completed,
        State::Failed => reprocess >= Reprocess::Failed,
        State::Skipped => {
            let reason = row.reason.map(crate::occurrence::Reason::as_str);
            let by_a_person = [SkipReason::Canceled, SkipReason::Superseded].map(SkipReason::as_str);
            !reason.is_some_and(|reason| by_a_person.contains(&reason))
        }
    }
}

fn after(at: Timestamp) -> Timestamp {
    at.saturating_add(jiff::SignedDuration::from_secs(1)).unwrap_or(at)
}
