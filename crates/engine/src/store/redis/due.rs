//! Which schedules planning must look at. One that cannot be read is set aside, so that it does not stop the others.

use jiff::Timestamp;

use super::aside::DamagedRecord;
use super::record::Record;
use super::schedules::{read_padded, with_definition};
use super::{Redis, link};
use crate::id::ScheduleUid;
use crate::schedule::Schedule;
use crate::store::StoreError;

impl Redis {
    pub(super) async fn due_schedules(&self, until: Timestamp, limit: usize) -> Result<Vec<Schedule>, StoreError> {
        if limit == 0 {
            return Ok(Vec::new());
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
        self.sound_schedules(&uids, |record| record.plan_at().is_some_and(|at| at <= until)).await
    }

    /// Schedules as far as they can be read; those that cannot are set aside.
    pub(super) async fn sound_schedules(
        &self,
        uids: &[ScheduleUid],
        is_wanted: impl Fn(&Record) -> bool,
    ) -> Result<Vec<Schedule>, StoreError> {
        let keys: Vec<String> = uids.iter().map(|uid| self.keys.record(*uid)).collect();
        let values = self.values(&keys).await?;
        let mut damaged = Vec::new();
        let mut records = Vec::with_capacity(uids.len());
        for (uid, stored) in uids.iter().zip(values) {
            match stored.as_deref().map(|bytes| Record::read(*uid, bytes)) {
                Some(Ok(record)) if is_wanted(&record) => records.push((record, stored)),
                // Someone else has planned it since, so it stands elsewhere by now.
                Some(Ok(_)) => {}
                Some(Err(_)) | None => damaged.push((DamagedRecord { uid: *uid, stored }, None)),
            }
        }
        let definitions = self.link.calls(&self.ask_for_definitions(records.iter().map(|(record, _)| record))).await?;
        let mut schedules = Vec::with_capacity(records.len());
        for ((record, stored), answer) in records.into_iter().zip(definitions) {
            match with_definition(&record, answer) {
                Ok(schedule) => schedules.push(schedule),
                Err(StoreError::Corrupt(_)) => damaged.push((DamagedRecord { uid: record.uid, stored }, None)),
                Err(error) => return Err(error),
            }
        }
        if !damaged.is_empty() {
            self.set_schedules_aside(damaged).await?;
        }
        Ok(schedules)
    }
}
