//! Replanning of the occurrences of a schedule that are planned and not started. Those that still match keep
//! their key and get new times; the others are superseded. Occurrences that have started stay as they are. So do
//! those that a person requested, unless `keep` names them.
//!
//! Invariant: a replan that moves nothing changes nothing.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use serde_json::json;

use crate::ledger::{ConflictKind, KeptOccurrence, Replan, StoreError};
use crate::model::{By, NewEntry, Occurrence, OccurrenceId, Revision, Schedule, State};

/// Effect of a replan on planned occurrences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replanned {
    /// Rows that are kept and have changed, in their new form.
    pub kept: Vec<Occurrence>,
    /// Rows to be skipped as superseded, in their old form.
    pub superseded: Vec<Occurrence>,
    /// Number of kept rows whose times have changed.
    pub moved: usize,
}

/// Sorts the rows of a schedule into kept and superseded ones. If two entries of `keep` name the same row, the
/// last one wins.
///
/// # Errors
/// [`StoreError::Conflict`] if an occurrence that was to be superseded is no longer planned.
pub fn replan(
    rows: impl IntoIterator<Item = Occurrence>,
    schedule: &Schedule,
    replan: &Replan,
) -> Result<Replanned, StoreError> {
    let replanned = sorted(rows, schedule.revision, replan);
    let superseded: HashSet<OccurrenceId> = replanned.superseded.iter().map(|row| row.id).collect();
    match replan.supersede.iter().find(|id| !superseded.contains(id)) {
        None => Ok(replanned),
        Some(id) => Err(StoreError::Conflict {
            kind: ConflictKind::Basis,
            what: format!("the plan of schedule {}", schedule.key),
            expected: format!("occurrence {id} planned"),
            found: "started or settled".to_owned(),
        }),
    }
}

fn sorted(rows: impl IntoIterator<Item = Occurrence>, revision: Revision, replan: &Replan) -> Replanned {
    let key = |kept: &KeptOccurrence| (kept.period_key.clone(), kept.discriminator.clone());
    let keep: HashMap<(String, String), &KeptOccurrence> = replan.keep.iter().map(|kept| (key(kept), kept)).collect();
    let mut replanned = Replanned::default();
    for mut row in rows.into_iter().filter(Occurrence::is_unstarted) {
        let key = (row.planned.period_key.clone(), row.planned.discriminator.clone());
        match keep.get(&key) {
            Some(kept) => {
                let is_moved =
                    !is_same(row.planned.nominal_at, kept.nominal_at) || !is_same(row.planned.due_at, kept.due_at);
                if is_moved || row.revision != revision || row.tzdb != replan.tzdb {
                    row.planned.nominal_at = kept.nominal_at;
                    row.planned.due_at = kept.due_at;
                    row.ready_at = kept.due_at;
                    row.waits = false;
                    row.revision = revision;
                    row.tzdb.clone_from(&replan.tzdb);
                    replanned.moved += usize::from(is_moved);
                    replanned.kept.push(row);
                }
            }
            None if row.may_be_superseded() => replanned.superseded.push(row),
            None => {}
        }
    }
    replanned
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
}

/// Builds the audit entry of a replan that kept the definition. None if the replan changed nothing, so that
/// nothing is written.
pub fn entry(old: &Schedule, new: &Schedule, replanned: &Replanned, replan: &Replan, by: &By) -> Option<NewEntry> {
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
