//! The effect of replanning on planned rows.

use jiff::Timestamp;

use super::state::State;
use crate::ledger::replan::{self, ReplanResult};
use crate::model::{Gate, Reason, Schedule, SkipReason};
use crate::store::{Replan, SaveSchedule, StoreError};

impl State {
    /// Replans the rows of a schedule whose definition stays the same.
    pub(super) fn replan_same(
        &mut self,
        schedule: &Schedule,
        save: &SaveSchedule,
        now: Timestamp,
    ) -> Result<Schedule, StoreError> {
        let old = self.live_or_error(&save.key)?;
        let Some(replan) = &save.replan else { return Ok(old.clone()) };
        let replanned = self.replanned((&old.gate(), schedule), replan)?;
        if let Some(entry) = replan::entry(old, schedule, &replanned, replan, &save.by) {
            self.append(&save.key.tenant, entry, now);
            self.schedules.insert(schedule.uid, schedule.clone());
            self.write_replanned(schedule, replanned, replan, now);
        }
        // Superseded rows change the counters, so the schedule is read again.
        self.live_or_error(&save.key).cloned()
    }

    pub(super) fn replanned(
        &self,
        (old, schedule): (&Gate, &Schedule),
        replan: &Replan,
    ) -> Result<ReplanResult, StoreError> {
        let open = self.open_rows(schedule.uid);
        let rows = open.iter().filter_map(|id| self.rows.get(id)).cloned();
        replan::replan(rows, (old, schedule), replan)
    }

    pub(super) fn write_replanned(
        &mut self,
        schedule: &Schedule,
        replanned: ReplanResult,
        replan: &Replan,
        now: Timestamp,
    ) {
        for row in replanned.kept {
            self.rows.insert(row.id, row);
        }
        for row in replanned.superseded {
            self.end_row(row.id, Reason::Skipped(SkipReason::Superseded), None, now);
        }
        for gap in &replan.gaps {
            self.add_gap(schedule, gap, now);
        }
        for new in &replan.add {
            self.insert_row(schedule, &replan.tzdb, new, now);
        }
    }
}
