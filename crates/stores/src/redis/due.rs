//! Finds the schedules that must be planned. A schedule that cannot be read does not stop the others: if only
//! its definition is damaged, it is reported; if nothing of it can be read, it is set aside.

use jiff::Timestamp;

use super::aside::DamagedRecord;
use super::record::Record;
use super::schedules::{read_padded, stored};
use super::{Redis, link};
use refrain_ledger::ledger::stored::StoredSchedule;
use refrain_ledger::model::ScheduleUid;
use refrain_ledger::store::{DueSchedules, StoreError};

impl Redis {
    pub(super) async fn due_schedules(&self, until: Timestamp, limit: usize) -> Result<DueSchedules, StoreError> {
        if limit == 0 {
            return Ok(DueSchedules::default());
        }
        let mut pipeline = redis::Pipeline::new();
        for shard in self.keys.shards() {
            let range = pipeline.cmd("ZRANGEBYSCORE").arg(self.keys.due(shard)).arg("-inf").arg(until.as_microsecond());
            range.arg("WITHSCORES").arg("LIMIT").arg(0).arg(limit);
        }
        let mut due: Vec<(i64, i64)> = Vec::new();
        for answer in self.link.calls(&pipeline).await? {
            for (member, at) in link::scored(answer)? {
                due.push((at, read_padded(&member)?));
            }
        }
        due.sort_unstable();
        due.truncate(limit);
        let uids: Vec<ScheduleUid> = due.into_iter().map(|(_, uid)| ScheduleUid(uid)).collect();
        let found = self.readable_schedules(&uids, |record| record.plan_at().is_some_and(|at| at <= until)).await?;
        Ok(found.into_iter().map(StoredSchedule::listed).collect())
    }

    /// Returns schedules as far as they can be read. Schedules of which only the uid is known are set aside.
    pub(super) async fn readable_schedules(
        &self,
        uids: &[ScheduleUid],
        is_wanted: impl Fn(&Record) -> bool,
    ) -> Result<Vec<StoredSchedule>, StoreError> {
        let keys: Vec<String> = uids.iter().map(|uid| self.keys.record(*uid)).collect();
        let values = self.values(&keys).await?;
        let mut damaged = Vec::new();
        let mut records = Vec::with_capacity(uids.len());
        for (uid, stored) in uids.iter().zip(values) {
            match stored.as_deref().map(|bytes| Record::read(*uid, bytes)) {
                Some(Ok(record)) if is_wanted(&record) => records.push(record),
                // Another node has planned the schedule since, so its position has changed.
                Some(Ok(_)) => {}
                Some(Err(_)) | None => damaged.push((DamagedRecord { uid: *uid, stored }, None)),
            }
        }
        let definitions = self.link.calls(&self.definition_commands(records.iter())).await?;
        let schedules = records.iter().zip(definitions).map(|(record, answer)| stored(record, answer));
        let schedules = schedules.collect::<Result<_, _>>()?;
        if !damaged.is_empty() {
            self.set_schedules_aside(damaged).await?;
        }
        Ok(schedules)
    }
}
