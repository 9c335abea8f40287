//! Writes a changed schedule: its revision, its audit entry and its effect on open rows.

use std::sync::Arc;

use jiff::Timestamp;

use super::audit::{StoredTip, chain};
use super::group::Group;
use super::keys::padded;
use super::load::Extent;
use super::schedule::name_member;
use super::{Redis, record};
use refrain_ledger::ledger::change;
use refrain_ledger::ledger::stored::StoredSchedule;
use refrain_ledger::model::{By, Reason, Schedule, ScheduleKey, Status};
use refrain_ledger::store::StoreError;

/// The parts of a change requested by a person that are to be written.
pub(super) struct ScheduleWrite<'a> {
    pub(super) group: Group,
    pub(super) schedule: Schedule,
    pub(super) tip: StoredTip,
    pub(super) by: &'a By,
    pub(super) has_definition: bool,
}

impl Redis {
    /// Returns the tip of the audit chain, and the schedule with this key that is not deleted, with its rows.
    pub(super) async fn found(
        &self,
        key: &ScheduleKey,
        extent: Extent,
    ) -> Result<(StoredTip, Option<(Group, StoredSchedule)>), StoreError> {
        let (tip, uid) = self.tip_and_schedule(key).await?;
        let Some(uid) = uid else { return Ok((tip, None)) };
        let Some(group) = self.load_one(uid, Vec::new(), extent).await? else { return Ok((tip, None)) };
        let stored = self.stored(&group.record).await?;
        Ok((tip, Some((group, stored))))
    }

    /// Writes a changed schedule with its revision, its audit entry and the effect of its status on its rows.
    /// Returns `None` if another client was faster.
    pub(super) async fn write_schedule(
        &self,
        written: ScheduleWrite<'_>,
        now: Timestamp,
    ) -> Result<Option<Schedule>, StoreError> {
        let ScheduleWrite { mut group, schedule, tip, by, has_definition } = written;
        let (uid, key) = (schedule.uid, &schedule.key);
        let revision = change::revision_record(&schedule, by, has_definition);
        group.change_record(|record| record.change(&schedule, has_definition));
        if let Some(reason) = change::withdrawal(schedule.status) {
            group.withdraw(Reason::Skipped(reason), now);
        }
        group.wake_lanes(now);
        let is_new = group.record.version == 0;
        let result = group.record.schedule(Arc::clone(&schedule.definition));
        let mut change = group.change(&self.keys);
        let entry = change::schedule_entry(&schedule, &revision, by);
        chain(&mut change, &self.keys, &key.tenant, &tip, vec![entry], now);
        let number = revision.revision.to_string();
        let revisions = self.keys.revisions(uid);
        change.command(&[b"HSET", revisions.as_bytes(), number.as_bytes(), &record::pack_revision(&revision)?]);
        let names = self.keys.names(&key.tenant);
        if is_new {
            change.numbered(self.keys.counter(uid.0));
            change.add(names, 0, name_member(key, uid));
            change.add(self.keys.schedules_with_id(key), uid.0, padded(uid.0));
            change.add(self.keys.schedules(self.keys.home(uid.0)), uid.0, padded(uid.0));
        } else if schedule.status == Status::Deleted {
            change.remove(names, name_member(key, uid));
            change.remove(self.keys.schedules(self.keys.home(uid.0)), padded(uid.0));
            change.add(self.keys.deleted(self.keys.home(uid.0)), 0, padded(uid.0));
        }
        Ok(self.commit_one(change).await?.then_some(result))
    }
}

/// Returns the rows that a change to this status touches.
pub(super) fn extent_for(status: Status) -> Extent {
    if change::withdrawal(status).is_some() {
        Extent::Open
    } else if status == Status::Active {
        Extent::Busy
    } else {
        Extent::Named
    }
}
