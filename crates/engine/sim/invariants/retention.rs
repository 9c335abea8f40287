//! Retention removes only occurrences that have ended and are past retention: they ended long enough ago, or
//! exceed the number kept per schedule.

use std::collections::{BTreeMap, BTreeSet};

use refrain::model::{Gap, Occurrence, OccurrenceId, ScheduleUid};
use refrain::store::Prune;

use crate::features::Feature;
use crate::trace::Line;
use crate::watch::Observer;

/// Ledger before and after one step of retention.
pub(crate) struct PruneStep<'a> {
    pub(crate) prune: &'a Prune,
    /// Occurrences that had ended before the step.
    pub(crate) ended: Vec<Occurrence>,
    pub(crate) ids_before: BTreeSet<OccurrenceId>,
    pub(crate) ids_after: BTreeSet<OccurrenceId>,
    pub(crate) gaps_before: Vec<(ScheduleUid, Gap)>,
    pub(crate) gaps_after: Vec<(ScheduleUid, Gap)>,
}

impl Observer {
    /// Checks one step of retention.
    pub(crate) fn pruned(&mut self, step: &PruneStep<'_>) {
        let ended: BTreeMap<OccurrenceId, &Occurrence> = step.ended.iter().map(|row| (row.id, row)).collect();
        let gone: Vec<OccurrenceId> = step.ids_before.difference(&step.ids_after).copied().collect();
        self.line(Line::Pruned { rows: gone.len() });
        let is_newer =
            |row: &Occurrence, other: &&Occurrence| other.schedule_uid == row.schedule_uid && other.id > row.id;
        for id in gone {
            let Some(row) = ended.get(&id) else {
                self.report_violation(
                    "retention removes only completed occurrences",
                    format!("row {id} had not ended"),
                );
                continue;
            };
            let is_old = row.ended_at.zip(step.prune.ended_before).is_some_and(|(ended_at, before)| ended_at < before);
            let newer = step.ended.iter().filter(|other| is_newer(row, other)).count();
            let keep = step.prune.keep_per_schedule as usize;
            if !is_old && (keep == 0 || newer < keep) {
                let text =
                    format!("row {id} ended at {:?}, {newer} newer rows have ended, {keep} are kept", row.ended_at);
                self.report_violation("retention removes only what is past retention", text);
            }
            self.meets(row.schedule_uid, Feature::Retention);
            self.pruned.push((*row).clone());
        }
        self.gaps_pruned(step);
    }

    fn gaps_pruned(&mut self, step: &PruneStep<'_>) {
        let left: BTreeSet<i64> = step.gaps_after.iter().map(|(_, gap)| gap.id).collect();
        for (uid, gap) in step.gaps_before.iter().filter(|(_, gap)| !left.contains(&gap.id)) {
            self.pruned_gaps.push((*uid, gap.covers.clone()));
            if step.prune.ended_before.is_none_or(|before| gap.created_at >= before) {
                let text = format!("gap {} of {}, recorded at {}", gap.id, gap.schedule, gap.created_at);
                self.report_violation("retention removes only what is past retention", text);
            }
        }
    }
}
