//! Replanning of the occurrences of a schedule that are planned and not started. Those that still match keep
//! their key and get new times; those that the caller names are superseded. All others stay planned at their
//! times. Occurrences that have started stay as they are.
//!
//! A planned occurrence runs under the definition of its revision, so an edit gives its revision to all of them.
//! The exception are occurrences that a person requested before a pause: a revision of the time after the pause
//! would let them run during it.
//!
//! Invariant: a replan that moves nothing changes nothing.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use serde_json::json;

use crate::ledger::admission::stop_reason;
use crate::ledger::{ConflictKind, KeptOccurrence, Replan, StoreError};
use crate::model::{
    By, Cause, Gate, NewEntry, NewOccurrence, Occurrence, OccurrenceId, Reason, Schedule, SkipReason, State,
};

/// Effect of a replan on planned occurrences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplanResult {
    /// Rows that are kept and have changed, in their new form.
    pub kept: Vec<Occurrence>,
    /// Rows to be skipped as superseded, in their old form.
    pub superseded: Vec<Occurrence>,
    /// Number of kept rows whose times have changed.
    pub moved: usize,
}

/// Sorts the rows of a schedule into kept and superseded ones. `old` is the gate that was in force before. If two
/// entries of `keep` name the same row, the last one wins.
///
/// # Errors
/// [`StoreError::Conflict`] if an occurrence that was to be superseded is no longer planned.
pub fn replan(
    rows: impl IntoIterator<Item = Occurrence>,
    (old, schedule): (&Gate, &Schedule),
    replan: &Replan,
) -> Result<ReplanResult, StoreError> {
    let mut left: HashSet<OccurrenceId> = replan.supersede.iter().copied().collect();
    let keep: HashMap<Key<'_>, Times> = replan.keep.iter().map(Times::of_kept).collect();
    let add: HashMap<Key<'_>, Times> = replan.add.iter().map(Times::of_new).collect();
    let mut replanned = ReplanResult::default();
    for mut row in rows.into_iter().filter(Occurrence::is_unstarted) {
        let is_superseded = row.may_be_superseded() && left.remove(&row.id);
        let key = (row.planned.period_key.as_str(), row.planned.discriminator.as_str());
        let times = match keep.get(&key) {
            // The key of a superseded row that is added again keeps its row.
            None if is_superseded => match add.get(&key) {
                None => {
                    replanned.superseded.push(row);
                    continue;
                }
                added => added,
            },
            kept => kept,
        }
        .copied();
        let is_moved = times.is_some_and(|times| times.differ_from(&row.planned));
        let tzdb = if times.is_some() { &replan.tzdb } else { &row.tzdb };
        let revision = if follows(&row, old, schedule) { schedule.revision } else { row.revision };
        if is_moved || row.revision != revision || row.tzdb != *tzdb {
            let Times { nominal_at, due_at } = times.unwrap_or(Times::of(&row.planned));
            row.tzdb = tzdb.clone();
            row.planned.nominal_at = nominal_at;
            row.planned.due_at = due_at;
            row.ready_at = due_at;
            row.waits = false;
            row.revision = revision;
            replanned.moved += usize::from(is_moved);
            replanned.kept.push(row);
        }
    }
    match left.into_iter().min() {
        None => Ok(replanned),
        Some(id) => Err(StoreError::Conflict {
            kind: ConflictKind::Basis,
            what: format!("the plan of schedule {} for occurrence {id}", schedule.key),
            expected: "planned".to_owned(),
            found: "started or settled".to_owned(),
        }),
    }
}

/// Returns whether a planned row gets the revision of an edit: unless a person requested it and the edit would let
/// it run during a pause that came after the request.
fn follows(row: &Occurrence, old: &Gate, new: &Schedule) -> bool {
    let may_run = |gate: &Gate| stop_reason(gate, row.planned.trigger, row.revision).is_none();
    // A step that pauses the schedule holds back everything that was requested before it.
    !row.planned.trigger.is_user_requested() || may_run(&new.gate()) || (old.status == new.status && may_run(old))
}

type Key<'a> = (&'a str, &'a str);

/// Times of a planned row.
#[derive(Clone, Copy, Debug)]
struct Times {
    nominal_at: Timestamp,
    due_at: Timestamp,
}

impl Times {
    fn of(planned: &NewOccurrence) -> Self {
        Self { nominal_at: planned.nominal_at, due_at: planned.due_at }
    }

    fn of_new(planned: &NewOccurrence) -> (Key<'_>, Self) {
        ((planned.period_key.as_str(), planned.discriminator.as_str()), Self::of(planned))
    }

    fn of_kept(kept: &KeptOccurrence) -> (Key<'_>, Self) {
        let times = Self { nominal_at: kept.nominal_at, due_at: kept.due_at };
        ((kept.period_key.as_str(), kept.discriminator.as_str()), times)
    }

    fn differ_from(self, planned: &NewOccurrence) -> bool {
        !is_same(planned.nominal_at, self.nominal_at) || !is_same(planned.due_at, self.due_at)
    }
}

impl Occurrence {
    /// Returns whether the occurrence is planned and never had an attempt.
    pub fn is_unstarted(&self) -> bool {
        self.state == State::Planned && self.attempt == 0
    }

    /// Returns whether the occurrence is superseded if the recurrence does not yield it. An occurrence that a
    /// person requested does not depend on the recurrence.
    pub fn may_be_superseded(&self) -> bool {
        self.is_unstarted() && !self.planned.trigger.is_user_requested()
    }

    /// Returns whether an edit superseded the occurrence before its first attempt. Such a row records nothing
    /// that happened: if its period is planned or requested again, the row is planned again.
    pub fn is_superseded(&self) -> bool {
        self.may(Cause::PlanAgain, State::Planned)
            && self.attempt == 0
            && self.reason == Some(Reason::Skipped(SkipReason::Superseded))
    }
}

/// Builds the audit entry of a replan that kept the definition. None if the replan changed nothing, so that
/// nothing is written.
pub fn entry(old: &Schedule, new: &Schedule, replanned: &ReplanResult, replan: &Replan, by: &By) -> Option<NewEntry> {
    let is_due_anew = match (old.next_due_at, new.next_due_at) {
        (Some(old), Some(new)) => !is_same(old, new),
        (old, new) => old != new,
    };
    let is_moved_on = !is_same(old.watermark, new.watermark) || !replan.gaps.is_empty() || !replan.add.is_empty();
    let is_changed = is_due_anew || is_moved_on || !replanned.kept.is_empty() || !replanned.superseded.is_empty();
    is_changed.then(|| NewEntry {
        by: by.clone(),
        action: "schedule.replan".to_owned(),
        object: format!("schedule/{}", new.key.id),
        detail: json!({"moved": replanned.moved, "superseded": replanned.superseded.len(), "tzdb": replan.tzdb})
            .to_string(),
    })
}

/// Compares microseconds, because stores keep no finer precision.
fn is_same(one: Timestamp, other: Timestamp) -> bool {
    one.as_microsecond() == other.as_microsecond()
}
