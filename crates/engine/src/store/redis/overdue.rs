//! What was due and nobody runs. What a claim finds at the time it is due stands first in the sets of claims; everything else
//! is in a set of its own, which as a rule holds next to nothing.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::keys::{Kind, Shard, read_ready_row};
use super::{Redis, error, link};
use crate::id::OccurrenceId;
use crate::moves::State;
use crate::occurrence::Occurrence;
use crate::store::StoreError;

/// Minimum number of sets that are looked at, however few rows are wanted.
const SETS_MIN: usize = 64;
/// Maximum number of sets that are each read as far as all of them together are wanted.
const SETS_WHOLE: usize = 16;

impl Redis {
    pub(super) async fn overdue_rows(&self, before: Timestamp, limit: usize) -> Result<Vec<Occurrence>, StoreError> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let until = format!("({}", before.as_microsecond());
        // Several sets may begin at the same time, so a few more than rows are wanted.
        let fresh = self.sets_before(&until, limit.max(SETS_MIN)).await?;
        // The earliest rows are in the sets whose first are the earliest; many sets are not read as far as a few.
        let rows_of_set = if fresh.len() > SETS_WHOLE { (limit * SETS_WHOLE).div_ceil(fresh.len()) } else { limit };
        let put_off = self.keys.shards().map(|shard| (self.keys.put_off(shard), limit));
        let mut pipeline = redis::Pipeline::new();
        for (set, rows) in put_off.chain(fresh.into_iter().map(|set| (set, rows_of_set))) {
            let range = pipeline.cmd("ZRANGEBYSCORE").arg(set).arg("-inf").arg(&until);
            range.arg("WITHSCORES").arg("LIMIT").arg(0).arg(rows);
        }
        // By when they are due. What was given back until later is in both kinds of sets, and in its own the time is right;
        // that of the other is later, so that the first that is met counts.
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
        // Someone may have taken one between the looks.
        rows.retain(|row| row.state == State::Planned && row.planned.due_at < before);
        Ok(rows)
    }

    /// The sets of what may be leased ahead whose first is due before then, those with the earliest first, up to a limit.
    async fn sets_before(&self, until: &str, limit: usize) -> Result<Vec<String>, StoreError> {
        let mut pipeline = redis::Pipeline::new();
        for shard in self.keys.shards() {
            let range =
                pipeline.cmd("ZRANGEBYSCORE").arg(self.keys.ready_sets(shard, Kind::Due)).arg("-inf").arg(until);
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
            Ok(self.keys.ready(shard, Kind::Due, &member))
        };
        sets.into_iter().map(key).collect()
    }
}
