//! Applies a new evaluation of the recurrence to planned rows.

use jiff::Timestamp;

use super::Redis;
use super::audit::{StoredTip, chain};
use super::group::Group;
use refrain_ledger::ledger::replan::{self, ReplanResult};
use refrain_ledger::model::{Gate, Reason, Schedule, SkipReason};
use refrain_ledger::store::{Replan, SaveSchedule, StoreError};

impl Redis {
    /// Replans the rows of a schedule whose definition does not change. Returns `None` if another client was faster.
    pub(super) async fn replan_same(
        &self,
        mut group: Group,
        (old, new): (Schedule, Schedule),
        save: &SaveSchedule,
        tip: &StoredTip,
        now: Timestamp,
    ) -> Result<Option<Schedule>, StoreError> {
        let Some(replan) = &save.replan else { return Ok(Some(old)) };
        let replanned = decide(&group, (&old.gate(), &new), replan)?;
        let Some(entry) = replan::entry(&old, &new, &replanned, replan, &save.by) else { return Ok(Some(old)) };
        group.change_record(|record| (record.next_due_at, record.watermark) = (new.next_due_at, new.watermark));
        self.write_replanned(&mut group, replanned, replan, now).await?;
        let saved = group.record.schedule(new.definition);
        let mut change = group.change(&self.keys);
        chain(&mut change, &self.keys, &save.key.tenant, tip, vec![entry], now);
        Ok(self.commit_one(change).await?.then_some(saved))
    }

    /// Applies the result of replanning to a group whose record is already in its new state.
    pub(super) async fn write_replanned(
        &self,
        group: &mut Group,
        replanned: ReplanResult,
        replan: &Replan,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        for kept in replanned.kept {
            group.change_row(kept.id, |row| *row = kept);
        }
        for row in replanned.superseded {
            group.complete_row(row.id, Reason::Skipped(SkipReason::Superseded), None, now);
        }
        for gap in &replan.gaps {
            group.add_gap(self.keys.number(self.counters(1), self.keys.home(group.record.uid.0)), gap, now);
        }
        self.add_rows(group, &replan.tzdb, &replan.add, now).await
    }
}

/// Decides which rows change. The group must contain all open rows. `old` is the gate that was in force before.
pub(super) fn decide(
    group: &Group,
    (old, schedule): (&Gate, &Schedule),
    replan: &Replan,
) -> Result<ReplanResult, StoreError> {
    replan::replan(group.rows().cloned(), (old, schedule), replan)
}
