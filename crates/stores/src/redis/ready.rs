//! Finds the occurrences that a claim may take, with a fair share for every tenant.
//!
//! Every shard returns its tenants that have ready rows, and then the first rows of each tenant up to its share.
//! They are ranked in this process by the rules of the ledger.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;

use super::keys::{ReadyKind, Shard, read_ready_row};
use super::pack::instant_of_score;
use super::{Redis, error, link};
use refrain_ledger::ledger::fair_share::{ReadyOccurrence, Share, fair_share, share_of};
use refrain_ledger::model::{OccurrenceId, Priority, ScheduleUid, Tenant};
use refrain_ledger::store::StoreError;

/// Minimum number of sets of claimable rows that a claim reads in each shard.
const SCAN_SETS_MIN: usize = 64;

/// The sets of claimable rows of one tenant that have ready rows.
type ReadySets = Vec<(Shard, ReadyKind, String, Priority)>;

/// The schedules of ready rows, and the positions of their tenants.
#[derive(Debug, Default)]
pub(super) struct ReadyOwners {
    pub(super) schedules: HashMap<OccurrenceId, (ScheduleUid, usize)>,
    tenants: Vec<String>,
}

impl ReadyOwners {
    pub(super) fn tenant_of(&self, id: OccurrenceId) -> Option<Tenant> {
        let (_, place) = self.schedules.get(&id)?;
        let (namespace, name) = self.tenants.get(*place)?.split_once('/')?;
        Tenant::new(namespace, name).ok()
    }
}

impl Redis {
    /// Returns the rows to be claimed, with their schedules and tenants.
    pub(super) async fn ready(
        &self,
        limit: usize,
        until: impl Fn(ReadyKind) -> Timestamp,
    ) -> Result<(Share, ReadyOwners), StoreError> {
        let (tenants, has_others) = self.ready_tenants(limit, &until).await?;
        let share = share_of(limit, tenants.len());
        let mut pipeline = redis::Pipeline::new();
        if limit > 0 {
            for (shard, kind, member, _) in tenants.values().flatten() {
                let range = pipeline.cmd("ZRANGEBYSCORE").arg(self.keys.ready(*shard, *kind, member)).arg("-inf");
                range.arg(until(*kind).as_microsecond()).arg("WITHSCORES").arg("LIMIT").arg(0).arg(share);
            }
        }
        let mut answers = self.link.calls(&pipeline).await?.into_iter();
        let mut found = ReadyOwners::default();
        let mut ranked = Vec::with_capacity(tenants.len());
        for (tenant, sets) in tenants {
            let mut ready = Vec::new();
            for ((.., priority), answer) in sets.iter().zip(answers.by_ref()) {
                for (member, score) in link::scored(answer)? {
                    let row = std::str::from_utf8(&member).ok().and_then(read_ready_row);
                    let (id, uid) = row.ok_or_else(|| error::unexpected("a row"))?;
                    ready.push(ReadyOccurrence { priority: *priority, ready_at: instant_of_score(score), id });
                    found.schedules.insert(id, (uid, found.tenants.len()));
                }
            }
            found.tenants.push(tenant);
            if !ready.is_empty() || limit == 0 {
                ranked.push(ready);
            }
        }
        let mut share = fair_share(ranked, limit);
        share.has_more |= has_others;
        Ok((share, found))
    }

    /// Returns the tenants that have ready rows, with the sets that contain them, and whether there are other
    /// tenants. Tenants are ordered by the ready time of their first row; a claim never needs more tenants than
    /// rows.
    async fn ready_tenants(
        &self,
        limit: usize,
        until: impl Fn(ReadyKind) -> Timestamp,
    ) -> Result<(BTreeMap<String, ReadySets>, bool), StoreError> {
        let sets_max = limit.max(SCAN_SETS_MIN);
        let mut pipeline = redis::Pipeline::new();
        for shard in self.keys.shards() {
            for kind in ReadyKind::ALL {
                let range = pipeline.cmd("ZRANGEBYSCORE").arg(self.keys.ready_sets(shard, kind));
                range.arg("-inf").arg(until(kind).as_microsecond());
                range.arg("WITHSCORES").arg("LIMIT").arg(0).arg(sets_max);
            }
        }
        let mut answers = self.link.calls(&pipeline).await?.into_iter();
        let mut sets = Vec::new();
        let mut has_others = false;
        for shard in self.keys.shards() {
            for kind in ReadyKind::ALL {
                let found = link::scored(answers.next().unwrap_or(redis::Value::Nil))?;
                has_others |= found.len() == sets_max;
                sets.extend(found.into_iter().map(|(member, score)| (score, shard, kind, member)));
            }
        }
        sets.sort_unstable();
        let mut tenants: BTreeMap<String, ReadySets> = BTreeMap::new();
        for (_, shard, kind, member) in sets {
            let member = String::from_utf8(member).map_err(|_| error::unexpected("a tenant"))?;
            let parts = member.split_once(':').and_then(|(rank, tenant)| Some((rank.parse().ok()?, tenant)));
            let (rank, tenant) = parts.ok_or_else(|| error::unexpected("a tenant"))?;
            let priority = Priority::from_rank(rank).ok_or_else(|| error::unexpected("a priority"))?;
            let tenant = tenant.to_owned();
            if tenants.len() >= sets_max && !tenants.contains_key(&tenant) {
                has_others = true;
                continue;
            }
            tenants.entry(tenant).or_default().push((shard, kind, member, priority));
        }
        Ok((tenants, has_others))
    }
}
