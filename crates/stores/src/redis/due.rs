//! Finds the schedules that must be planned, and the time of the next wake-up. A schedule that cannot be read does
//! not stop the others: if only its definition is damaged, it is reported; if nothing of it can be read, it is set
//! aside.

use jiff::Timestamp;

use super::keys::{ReadyKind, read_padded};
use super::pack::instant_of_score;
use super::{Redis, link};
use refrain_ledger::ledger::stored::StoredSchedule;
use refrain_ledger::model::ScheduleUid;
use refrain_ledger::store::{DueSchedules, NextWakeup, StoreError};

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

    pub(super) async fn first_wakeup(&self) -> Result<NextWakeup, StoreError> {
        let mut pipeline = redis::Pipeline::new();
        let mut first = |set: String| {
            pipeline.cmd("ZRANGE").arg(set).arg(0).arg(0).arg("WITHSCORES");
        };
        for shard in self.keys.shards() {
            first(self.keys.due(shard));
            for kind in ReadyKind::ALL {
                first(self.keys.ready_sets(shard, kind));
            }
        }
        let mut firsts = Vec::new();
        for answer in self.link.calls(&pipeline).await? {
            firsts.push(link::scored(answer)?.first().map(|(_, at)| *at));
        }
        let per_shard = 1 + ReadyKind::ALL.len();
        let (plans, claims): (Vec<_>, Vec<_>) =
            firsts.into_iter().enumerate().partition(|(index, _)| index % per_shard == 0);
        let earliest =
            |firsts: Vec<(usize, Option<i64>)>| firsts.into_iter().filter_map(|(_, at)| at).min().map(instant_of_score);
        Ok(NextWakeup { plan_at: earliest(plans), claim_at: earliest(claims) })
    }
}
