//! Changes single occurrences on behalf of people.

use jiff::Timestamp;

use super::audit::chain;
use super::load::Extent;
use super::{Redis, Retries};
use refrain_ledger::ledger::{change, check};
use refrain_ledger::model::{By, Occurrence, OccurrenceId, State, Tenant};
use refrain_ledger::store::{OccurrenceChange, StoreError};

impl Redis {
    pub(super) async fn change_row(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
        asked: &OccurrenceChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Occurrence, StoreError> {
        check::occurrence_change(asked, by)?;
        let not_found = || StoreError::NotFound(format!("occurrence {id}"));
        let _turn = self.turns.wait(tenant).await;
        let mut retries = Retries::new("the occurrence");
        loop {
            let tip = self.read_tip(tenant).await?;
            let uid = self.schedules_of(&[id]).await?.pop().flatten().ok_or_else(not_found)?;
            let mut group = self.load_one(uid, vec![id], Extent::Woken(now)).await?.ok_or_else(not_found)?;
            let row = group.row(id).filter(|row| row.schedule.tenant == *tenant).ok_or_else(not_found)?;
            let was_started = row.is_started();
            let schedule = self.with_definition(&group.record).await?;
            let moved = change::change_occurrence(row, &schedule, asked, now)?;
            if !moved.is_changed {
                return Ok(moved.row);
            }
            let (has_ended, wakes_lane) = (moved.row.state == State::Skipped, moved.wakes_lane);
            let result = moved.row.clone();
            group.change_row(id, |row| *row = moved.row);
            group.add_attempt(id, moved.attempt);
            if has_ended {
                group.count_completed(id, was_started, now);
                if wakes_lane {
                    group.wake_lane(&result.planned.discriminator, now);
                }
            }
            let entry = change::occurrence_entry(&schedule.key, id, asked, by);
            let mut written = group.change(&self.keys);
            chain(&mut written, &self.keys, tenant, &tip, vec![entry], now);
            if self.commit_one(written).await? {
                return Ok(result);
            }
            retries.again(false).await?;
        }
    }
}
