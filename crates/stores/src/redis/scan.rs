//! Lists all schedules of all shards, ordered by uid.

use super::schedules::read_padded;
use super::{Redis, link};
use refrain_ledger::ledger::stored::StoredSchedule;
use refrain_ledger::model::{ScheduleUid, Status};
use refrain_ledger::store::{ListedSchedule, StoreError};

impl Redis {
    pub(super) async fn scan_schedules(
        &self,
        mut after: Option<ScheduleUid>,
        limit: usize,
    ) -> Result<Vec<ListedSchedule>, StoreError> {
        let mut found = Vec::new();
        while found.len() < limit {
            let wanted = limit - found.len();
            let uids = self.numbers_after(after, wanted).await?;
            let living = self.readable_schedules(&uids, |record| record.gate.status != Status::Deleted).await?;
            found.extend(living.into_iter().map(StoredSchedule::listed));
            // Schedules that could not be read at all were left out, so there may be space for more.
            after = uids.last().copied();
            if uids.len() < wanted {
                break;
            }
        }
        Ok(found)
    }

    /// Returns the next schedules of all shards, lowest uid first.
    async fn numbers_after(&self, after: Option<ScheduleUid>, limit: usize) -> Result<Vec<ScheduleUid>, StoreError> {
        let from = after.map_or_else(|| "-inf".to_owned(), |uid| format!("({uid}"));
        let mut pipeline = redis::Pipeline::new();
        for shard in self.keys.shards() {
            let range = pipeline.cmd("ZRANGEBYSCORE").arg(self.keys.schedules(shard)).arg(&from).arg("+inf");
            range.arg("LIMIT").arg(0).arg(limit);
        }
        let mut uids = Vec::new();
        for answer in self.link.calls(&pipeline).await? {
            for member in link::read::<Vec<Vec<u8>>>(answer)? {
                uids.push(ScheduleUid(read_padded(&member)?));
            }
        }
        uids.sort_unstable();
        uids.truncate(limit);
        Ok(uids)
    }
}
