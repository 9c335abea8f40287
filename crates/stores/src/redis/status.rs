//! Changes the status of schedules: pauses, resumes, cancels, disables and deletes them.

use jiff::Timestamp;

use super::revise::{ScheduleWrite, extent_for};
use super::{Redis, Retries, error};
use refrain_ledger::ledger::{change, check};
use refrain_ledger::model::{By, MESSAGE_BYTES_MAX, Schedule, ScheduleKey, Status};
use refrain_ledger::store::{ChangeStatus, ExpectedVersion, StoreError, UnreadableSchedule};

impl Redis {
    pub(super) async fn change_schedule(&self, change: &ChangeStatus, now: Timestamp) -> Result<Schedule, StoreError> {
        check::by(&change.by)?;
        if let Some(text) = &change.text {
            check::text("note", text, MESSAGE_BYTES_MAX)?;
        }
        let _turn = self.turns.wait(&change.key.tenant).await;
        let mut retries = Retries::new("the schedule");
        loop {
            let (tip, found) = self.found(&change.key, extent_for(change.to)).await?;
            let found = found.map(|(group, stored)| Ok::<_, StoreError>((group, stored.whole()?))).transpose()?;
            let schedule = change::change_status(found.as_ref().map(|(_, old)| old), change, now)?;
            let Some((mut group, _)) = found else { return Err(error::unexpected("a schedule")) };
            for gap in change.resume.iter().flat_map(|resume| &resume.gaps) {
                let id = self.keys.number(self.counters(1), self.keys.home(schedule.uid.0));
                group.add_gap(id, gap, now);
            }
            let written = ScheduleWrite { group, schedule, tip, by: &change.by, has_definition: false };
            if let Some(changed) = self.write_schedule(written, now).await? {
                return Ok(changed);
            }
            retries.again(false).await?;
        }
    }

    pub(super) async fn delete_schedule(
        &self,
        key: &ScheduleKey,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        check::by(by)?;
        let _turn = self.turns.wait(&key.tenant).await;
        let mut retries = Retries::new("the schedule");
        loop {
            let (tip, found) = self.found(key, extent_for(Status::Deleted)).await?;
            let schedule = change::delete(key, expect, found.as_ref().map(|(_, old)| old.known()), by, now)?;
            let Some((group, _)) = found else { return Err(error::unexpected("a schedule")) };
            let written = ScheduleWrite { group, schedule, tip, by, has_definition: false };
            if self.write_schedule(written, now).await?.is_some() {
                return Ok(());
            }
            retries.again(false).await?;
        }
    }

    pub(super) async fn quarantine_one(
        &self,
        one: &UnreadableSchedule,
        by: &By,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let _turn = self.turns.wait(&one.key.tenant).await;
        let mut retries = Retries::new("the schedule");
        loop {
            let (tip, found) = self.found(&one.key, extent_for(Status::Disabled)).await?;
            let Some((group, stored)) = found else { return Ok(false) };
            let Some(schedule) = stored.quarantined(one, by, now) else { return Ok(false) };
            let written = ScheduleWrite { group, schedule, tip, by, has_definition: false };
            if self.write_schedule(written, now).await?.is_some() {
                return Ok(true);
            }
            retries.again(false).await?;
        }
    }
}
