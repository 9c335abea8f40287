//! What was due and nobody runs. What a claim finds at the time it is due stands first in the sets of claims; everything else
//! is in a set of its own, which as a rule holds next to nothing.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::keys::{Kind, read_ready_row};
use super::{Redis, error, link};
use crate::id::OccurrenceId;
use crate::moves::State;
use crate::occurrence::Occurrence;
use crate::store::StoreError;

impl Redis {
    pub(super) async fn overdue_rows(&self, before: Timestamp, limit: usize) -> Result<Vec<Occurrence>, StoreError> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let until = format!("({}", before.as_microsecond());
        let mut sets: Vec<String> = self.keys.shards().map(|shard| self.keys.put_off(shard)).collect();
        sets.extend(self.sets_before(&until).await?);
        let mut pipeline = redis::Pipeline::new();
        for set in sets {
            let range = pipeline.cmd("ZRANGEBYSCORE").arg(set).arg("-inf").arg(&until);
            range.arg("WITHSCORES").arg("LIMIT").arg(0).arg(limit);
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

    /// The sets of what may be leased ahead whose first is due before then.
    async fn sets_before(&self, until: &str) -> Result<Vec<String>, StoreError> {
        let mut pipeline = redis::Pipeline::new();
        for shard in self.keys.shards() {
            pipeline.cmd("ZRANGEBYSCORE").arg(self.keys.ready_sets(shard, Kind::Due)).arg("-inf").arg(until);
        }
        let mut sets = Vec::new();
        for (shard, answer) in self.keys.shards().zip(self.link.calls(&pipeline).await?) {
            let members = link::texts(answer)?;
            sets.extend(members.iter().map(|member| self.keys.ready(shard, Kind::Due, member)));
        }
        Ok(sets)
    }
}
