//! Compares the occurrences of a range with those that exist, and decides what a backfill creates and reopens.
//! Reads and writes nothing.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::range::Range;
use super::{BackfillRun, BackfillSummary, Reprocess};
use crate::model::{NewOccurrence, Occurrence, OccurrenceId, Priority, Reason, SkipReason, State, Trigger};
use crate::timing::Pace;

/// The changes that a backfill makes.
pub(super) struct BackfillPlan {
    pub(super) summary: BackfillSummary,
    pub(super) insert: Vec<NewOccurrence>,
    pub(super) reopen: Vec<OccurrenceId>,
}

/// Existing occurrences of a range.
#[derive(Default)]
pub(super) struct ExistingOccurrences {
    rows: Vec<ExistingRow>,
    by_period: BTreeMap<(String, String), usize>,
    by_instant: BTreeMap<(Timestamp, String), usize>,
}

/// Part of an existing occurrence that decides whether it runs again.
struct ExistingRow {
    id: OccurrenceId,
    state: State,
    reason: Option<Reason>,
}

impl ExistingOccurrences {
    /// Adds a row if the range contains its period or its instant. Rows of earlier recurrences may be many more
    /// than those of the range.
    pub(super) fn add(&mut self, range: &Range, row: Occurrence) {
        // An occurrence that an edit superseded never ran, and is planned again like one that does not exist.
        if row.is_superseded() || !range.contains(&row.planned) {
            return;
        }
        let NewOccurrence { period_key, discriminator, nominal_at, trigger, .. } = row.planned;
        let place = self.rows.len();
        self.by_period.insert((period_key, discriminator.clone()), place);
        // A manual run belongs to no instant of the recurrence.
        if trigger != Trigger::Manual {
            self.by_instant.insert((nominal_at, discriminator), place);
        }
        self.rows.push(ExistingRow { id: row.id, state: row.state, reason: row.reason });
    }

    /// Returns the occurrence of this period or, under a key of an earlier revision, of this instant.
    fn find(&self, new: &NewOccurrence) -> Option<&ExistingRow> {
        let period = (new.period_key.clone(), new.discriminator.clone());
        let instant = (new.nominal_at, new.discriminator.clone());
        let by_instant = || self.by_instant.get(&instant);
        let place = self.by_period.get(&period).or_else(by_instant)?;
        self.rows.get(*place)
    }
}

/// Decides what a backfill of the range does. Yields to other tasks.
pub(super) async fn work(range: Range, existing: &ExistingOccurrences, run: BackfillRun<'_>) -> BackfillPlan {
    let Range { first, last, is_cut, rows, .. } = range;
    let summary = BackfillSummary { mode: run.mode, first, last, is_cut, ..BackfillSummary::default() };
    let mut work = BackfillPlan { summary, insert: Vec::new(), reopen: Vec::new() };
    let mut pace = Pace::default();
    for row in rows {
        pace.step().await;
        match existing.find(&row) {
            None => {
                work.summary.new += 1;
                // Due immediately, at a lower priority than all live work.
                work.insert.push(NewOccurrence {
                    due_at: run.now,
                    priority: Priority::Low,
                    note: run.by.reason.clone(),
                    concurrency: run.mode.beside(),
                    payload: None,
                    ..row
                });
            }
            Some(found) if is_reopened(found, run.reprocess) => {
                work.summary.reopened += 1;
                work.reopen.push(found.id);
            }
            Some(_) => work.summary.untouched += 1,
        }
    }
    work
}

/// Whether an existing occurrence is run again. Occurrences that never ran are what a backfill is for, unless a
/// person or a worker ended them on request.
fn is_reopened(row: &ExistingRow, reprocess: Reprocess) -> bool {
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
