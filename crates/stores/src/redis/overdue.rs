//! Finds occurrences that were due and are not running. Those that a claim finds at their due time come first
//! in the claim sets. All others are in a separate set, which is normally almost empty.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::keys::{ReadyKind, Shard, read_ready_row};
use super::{Redis, error, link};
use refrain_ledger::model::{Occurrence, OccurrenceId, State};
use refrain_ledger::store::StoreError;

/// Minimum number of sets that are read, however few rows are requested.
const SETS_MIN: usize = 64;
/// Maximum number of sets of which each is read up to the full limit.
const SETS_WHOLE: usize = 16;

impl Redis {
    pub(super) async fn overdue_rows(&self, before: Timestamp, limit: usize) -> Result<Vec<Occurrence>, StoreError> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let until = format!("({}", before.as_microsecond());
        // Several sets may begin at the same time, so a few more sets than rows are read.
        let fresh = self.sets_before(&until, limit.max(SETS_MIN)).await?;
        // The earliest rows are in the sets whose first rows are the earliest. With many sets, fewer rows of
        // each are read.
        let rows_of_set = if fresh.len() > SETS_WHOLE { (limit * SETS_WHOLE).div_ceil(fresh.len()) } else { limit };
        let put_off = self.keys.shards().map(|shard| (self.keys.put_off(shard), limit));
        let mut pipeline = redis::Pipeline::new();
        for (set, rows) in put_off.chain(fresh.into_iter().map(|set| (set, rows_of_set))) {
            let range = pipeline.cmd("ZRANGEBYSCORE").arg(set).arg("-inf").arg(&until);
            range.arg("WITHSCORES").arg("LIMIT").arg(0).arg(rows);
        }
        // Sorted by due time. A row that was released until later is in both kinds of sets. The time in the
        // put-off set is the due time; the time in the claim set is later, so the first entry found counts.
        let mut due: Vec<(i64, OccurrenceId)> = Vec::new();
        for answer in self.link.calls(&pipeline).await? {
            for (member, at) in link::scored(answer)? {
                let member = String::from_utf8(member).map_err(|_| error::unexpected("a row"))?;
                let (id, _) = read_ready_row(&member).ok_or_else(|| error::unexpected("a row"))?;
                due.push((at, id));
            }
        }
        due.sort_unstable();
        let mut seen = BTreeSet::new();
        due.retain(|(_, id)| seen.insert(*id));
        due.truncate(limit);
        let ids: Vec<OccurrenceId> = due.into_iter().map(|(_, id)| id).collect();
        let mut rows = self.read_rows(&ids, &mut BTreeMap::new()).await?;
        // Another client may have taken a row between the two reads.
        rows.retain(|row| row.state == State::Planned && row.planned.due_at < before);
        Ok(rows)
    }

    /// Returns the sets of rows that may be leased ahead whose first row is due before `until`, earliest first,
    /// up to a limit.
    async fn sets_before(&self, until: &str, limit: usize) -> Result<Vec<String>, StoreError> {
        let mut pipeline = redis::Pipeline::new();
        for shard in self.keys.shards() {
            let range =
                pipeline.cmd("ZRANGEBYSCORE").arg(self.keys.ready_sets(shard, ReadyKind::Due)).arg("-inf").arg(until);
            range.arg("WITHSCORES").arg("LIMIT").arg(0).arg(limit);
        }
        let mut sets = Vec::new();
        for (shard, answer) in self.keys.shards().zip(self.link.calls(&pipeline).await?) {
            sets.extend(link::scored(answer)?.into_iter().map(|(member, first_at)| (first_at, shard, member)));
        }
        sets.sort_unstable();
        sets.truncate(limit);
        let key = |(_, shard, member): (i64, Shard, Vec<u8>)| {
            let member = String::from_utf8(member).map_err(|_| error::unexpected("a tenant"))?;
            Ok(self.keys.ready(shard, ReadyKind::Due, &member))
        };
        sets.into_iter().map(key).collect()
    }
}
