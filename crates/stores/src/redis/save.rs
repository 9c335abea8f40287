//! Saves schedules.

use jiff::Timestamp;

use super::group::Group;
use super::load::Extent;
use super::record::Record;
use super::revise::ScheduleWrite;
use super::{Redis, Retries, error, link, replan};
use refrain_ledger::ledger::change::{self, SaveEffect};
use refrain_ledger::ledger::check;
use refrain_ledger::model::{Schedule, ScheduleUid};
use refrain_ledger::store::{SaveSchedule, StoreError};

impl Redis {
    pub(super) async fn save_schedule(&self, save: &SaveSchedule, now: Timestamp) -> Result<Schedule, StoreError> {
        check::save(save)?;
        save.definition.to_stored()?;
        let extent = if save.replan.is_some() { Extent::Open } else { Extent::Busy };
        let _turn = self.turns.wait(&save.key.tenant).await;
        let mut retries = Retries::new("the schedule");
        loop {
            let (tip, found) = self.found(&save.key, extent).await?;
            let old = found.as_ref().map(|(_, stored)| stored);
            let (group, schedule) = match (change::save(old, save, now)?, found) {
                (SaveEffect::Same, Some((_, old))) => return old.whole(),
                (SaveEffect::Replan(schedule), Some((group, old))) => {
                    match self.replan_same(group, (old.whole()?, *schedule), save, &tip, now).await? {
                        Some(saved) => return Ok(saved),
                        None => {
                            retries.again(false).await?;
                            continue;
                        }
                    }
                }
                (SaveEffect::Update(schedule), Some((mut group, old))) => {
                    if let Some(replan) = &save.replan {
                        let replanned = replan::decide(&group, (&old.known().gate(), &schedule), replan)?;
                        // Added rows belong to the new revision.
                        group.change_record(|record| record.change(&schedule, true));
                        self.write_replanned(&mut group, replanned, replan, now).await?;
                    }
                    (group, *schedule)
                }
                (SaveEffect::Create(mut schedule), _) => {
                    self.check_schedule_limit(save).await?;
                    let home = self.keys.shard_of(&save.key.tenant);
                    schedule.uid = ScheduleUid(self.keys.number(self.counters(1), home));
                    (Group::created(Record::new(&schedule)), *schedule)
                }
                (SaveEffect::Same | SaveEffect::Replan(_) | SaveEffect::Update(_), None) => {
                    return Err(error::unexpected("a schedule"));
                }
            };
            let written = ScheduleWrite { group, schedule, tip, by: &save.by, has_definition: true };
            if let Some(saved) = self.write_schedule(written, now).await? {
                return Ok(saved);
            }
            retries.again(false).await?;
        }
    }

    /// Refuses a schedule above the limit. The following write fails if the tenant's audit chain has grown in
    /// the meantime.
    async fn check_schedule_limit(&self, save: &SaveSchedule) -> Result<(), StoreError> {
        if save.schedules_max.is_none() {
            return Ok(());
        }
        let mut count = redis::cmd("ZCARD");
        count.arg(self.keys.names(&save.key.tenant));
        change::check_schedule_limit(save, link::read(self.link.call(count).await?)?)
    }
}
