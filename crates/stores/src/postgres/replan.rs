//! Applies a new evaluation of the recurrence to planned rows.

use jiff::Timestamp;

use super::changes::Changes;
use super::error::Failure;
use super::gaps::add_gap;
use super::insert::{RowOwner, add_rows};
use super::schedule::change_later;
use super::transaction::{Tx, params};
use super::{Postgres, row};
use refrain_ledger::ledger::replan::{self, ReplanResult};
use refrain_ledger::model::{Gate, Occurrence, Reason, Schedule, SkipReason};
use refrain_ledger::store::{Replan, SaveSchedule, StoreError};

const ROWS: &str = include_str!("sql/replan_rows.sql");
const KEEP: &str = include_str!("sql/replan_keep.sql");

impl Postgres {
    /// Replans the rows of a schedule whose definition does not change. The rows and the schedule are locked.
    pub(super) async fn replan_same(
        &self,
        tx: &Tx,
        (old, mut new): (Schedule, Schedule),
        save: &SaveSchedule,
        tenant: i32,
        now: Timestamp,
    ) -> Result<Schedule, Failure> {
        let Some(replan) = &save.replan else { return Ok(old) };
        let replanned = decide(tx, (&old.gate(), &new), replan).await?;
        let Some(entry) = replan::entry(&old, &new, &replanned, replan, &save.by) else { return Ok(old) };
        change_later(tx, &new, false);
        self.append_entry(tx, tenant, &save.key.tenant, entry, now).await?;
        let mut changes = Changes::default();
        write(tx, replanned, (&new, tenant), replan, &mut changes, now).await?;
        if let Some(counted) = changes.counted(new.uid) {
            counted.apply(&mut new.counters);
        }
        changes.write(tx, now);
        tx.wake();
        Ok(new)
    }
}

/// Decides which rows change. `old` is the gate that was in force before.
pub(super) async fn decide(
    tx: &Tx,
    (old, schedule): (&Gate, &Schedule),
    replan: &Replan,
) -> Result<ReplanResult, Failure> {
    let lines = tx.query(ROWS, &[&schedule.uid.0]).await?;
    let rows = lines.iter().map(|line| {
        let mut row = row::open(line)?;
        // The columns that only this operation needs follow those of an open row.
        (row.planned.period_key, row.tzdb) = (line.get(19), line.get(20));
        Ok(row)
    });
    let rows: Vec<Occurrence> = rows.collect::<Result<_, StoreError>>()?;
    Ok(replan::replan(rows, (old, schedule), replan)?)
}

pub(super) async fn write(
    tx: &Tx,
    replanned: ReplanResult,
    (schedule, tenant): (&Schedule, i32),
    replan: &Replan,
    changes: &mut Changes,
    now: Timestamp,
) -> Result<(), Failure> {
    let kept = replanned.kept;
    if !kept.is_empty() {
        let ids: Vec<i64> = kept.iter().map(|row| row.id.0).collect();
        let nominal: Vec<Timestamp> = kept.iter().map(|row| row.planned.nominal_at).collect();
        let due: Vec<Timestamp> = kept.iter().map(|row| row.planned.due_at).collect();
        let revisions: Vec<i64> = kept.iter().map(|row| row.revision.0).collect();
        let tzdbs: Vec<String> = kept.into_iter().map(|row| row.tzdb).collect();
        tx.later(KEEP, params![ids, nominal, due, revisions, tzdbs]);
    }
    for mut row in replanned.superseded {
        changes.end(&mut row, Reason::Skipped(SkipReason::Superseded), None, now);
        changes.row(row);
    }
    for gap in &replan.gaps {
        add_gap(tx, schedule.uid, gap, now);
    }
    let home = RowOwner { uid: schedule.uid, tenant, revision: schedule.revision.0, tzdb: &replan.tzdb };
    add_rows(tx, &home.of(&replan.add), now).await?;
    Ok(())
}
