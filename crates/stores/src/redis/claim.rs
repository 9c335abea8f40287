//! Leases ready occurrences, and confirms, renews and releases leases.
//!
//! A claim queries every shard for its tenants that have ready rows, then for the first rows of each tenant up
//! to its share, and ranks them in this process by the ledger's rules. Then it reads these rows with their
//! schedules, decides, and commits schedule by schedule. Schedules that another client has changed in the
//! meantime are left to the next claim.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::{SignedDuration, Timestamp};

use super::aside::DamagedRecord;
use super::commit::Hint;
use super::group::Group;
use super::keys::{ReadyKind, Shard, read_ready_row};
use super::load::Extent;
use super::pack::instant_of_score;
use super::{Redis, Retries, error, link};
use refrain_ledger::ledger::admission::{Candidate, HeldRows, Replacement, Verdict, admit, stop_reason};
use refrain_ledger::ledger::fair_share::{ReadyOccurrence, Share, fair_share, share_of};
use refrain_ledger::ledger::transition::Grant;
use refrain_ledger::model::{
    Fence, Occurrence, OccurrenceId, Priority, Reason, ScheduleUid, SkipReason, State, Tenant,
};
use refrain_ledger::store::{
    Claim, ClaimResult, ConfirmResult, Lease, Release, RenewResult, StoreError, UnreadableRow,
};

/// Minimum number of sets of claimable rows that a claim reads in each shard.
const SCAN_SETS_MIN: usize = 64;

/// The sets of claimable rows of one tenant that have ready rows.
type ReadySets = Vec<(Shard, ReadyKind, String, Priority)>;

/// Rows by schedule.
type RowsBySchedule = BTreeMap<ScheduleUid, Vec<OccurrenceId>>;

/// The rows that a claim has read.
struct LoadedRows {
    share: Share,
    wanted: RowsBySchedule,
    groups: BTreeMap<ScheduleUid, Group>,
    unreadable: Vec<UnreadableRow>,
}

/// The schedules of ready rows, and the positions of their tenants.
#[derive(Debug, Default)]
struct ReadyOwners {
    schedules: HashMap<OccurrenceId, (ScheduleUid, usize)>,
    tenants: Vec<String>,
}

impl ReadyOwners {
    fn tenant_of(&self, id: OccurrenceId) -> Option<Tenant> {
        let (_, place) = self.schedules.get(&id)?;
        let (namespace, name) = self.tenants.get(*place)?.split_once('/')?;
        Tenant::new(namespace, name).ok()
    }
}

impl Redis {
    pub(super) async fn claim_ready(&self, claim: &Claim, now: Timestamp) -> Result<ClaimResult, StoreError> {
        let due_until = now.saturating_add(claim.ahead_for).unwrap_or(now);
        let until = |kind| if kind == ReadyKind::Due { due_until } else { now };
        let LoadedRows { share, wanted, mut groups, unreadable } = self.load_ready(claim.limit, until, now).await?;
        let lease_until = now.saturating_add(claim.lease_for).unwrap_or(now);
        let grant = Grant { owner: claim.owner.clone(), until: lease_until, fence_floor: Fence::floor_at(now) };
        let mut has_more = share.has_more;
        for (uid, group) in &mut groups {
            let named = wanted.get(uid).map_or(&[][..], Vec::as_slice);
            // Another client may have taken a row between the two reads; then it is no longer ready.
            let is_ready = |id: &&OccurrenceId| {
                let kind = group.row(**id).and_then(|row| ReadyKind::of(row).map(|kind| (kind, row.ready_at)));
                kind.is_some_and(|(kind, ready_at)| ready_at <= until(kind))
            };
            let ready: Vec<OccurrenceId> = named.iter().filter(is_ready).copied().collect();
            let is_left_out = |id: &OccurrenceId| group.row(*id).is_some() && !ready.contains(id);
            has_more |= ready.len() < named.len() && named.iter().any(is_left_out);
            admit_group(group, &ready, &grant, now);
        }
        let refused = self.commit_groups(&mut groups, Hint::Silent, &mut Retries::partial("the rows")).await?;
        groups.retain(|uid, _| !refused.contains(uid));
        let changed = groups.into_values().flat_map(Group::into_changed_rows);
        let mut changed: HashMap<OccurrenceId, Occurrence> = changed.map(|row| (row.id, row)).collect();
        let has_more = has_more || !refused.is_empty();
        let mut claimed = ClaimResult { has_more, unreadable, ..ClaimResult::default() };
        for row in share.ids.iter().filter_map(|id| changed.remove(id)) {
            match row.state {
                State::Running => claimed.started.push(row),
                State::Succeeded | State::Skipped | State::Failed => claimed.ended.push(row),
                State::Planned => {}
            }
        }
        self.owners.add(claimed.started.iter().map(|row| (row.id, row.schedule_uid)));
        Ok(claimed)
    }

    /// Returns the rows to be claimed, with their schedules. Damaged rows are set aside, and the others take
    /// their place, as if the damaged rows did not exist.
    async fn load_ready(
        &self,
        limit: usize,
        until: impl Fn(ReadyKind) -> Timestamp,
        now: Timestamp,
    ) -> Result<LoadedRows, StoreError> {
        let mut retries = Retries::new("ready rows");
        let mut unreadable = Vec::new();
        loop {
            let (share, found) = self.ready(limit, &until).await?;
            let mut wanted = RowsBySchedule::new();
            for id in &share.ids {
                wanted.entry(found.schedules[id].0).or_default().push(*id);
            }
            let (mut groups, mut damaged) = self.load_readable(&wanted, Extent::Replaced(now)).await?;
            let is_gone =
                |uid: &&ScheduleUid| !groups.contains_key(uid) && damaged.iter().all(|other| other.uid != **uid);
            let gone: Vec<ScheduleUid> = wanted.keys().filter(is_gone).copied().collect();
            damaged.extend(gone.into_iter().map(|uid| DamagedRecord { uid, stored: None }));
            let rows = wanted.iter().flat_map(|(uid, ids)| ids.iter().map(|id| (*uid, *id)));
            let is_missing =
                |(uid, id): &(ScheduleUid, OccurrenceId)| groups.get(uid).is_some_and(|group| group.row(*id).is_none());
            let missing: Vec<_> = rows.filter(is_missing).collect();
            if damaged.is_empty() && missing.is_empty() {
                return Ok(LoadedRows { share, wanted, groups, unreadable });
            }
            let problem = || "the row is not in a format that this program supports".to_owned();
            unreadable.extend(missing.iter().map(|(_, id)| UnreadableRow { id: *id, problem: problem() }));
            self.set_rows_aside(&mut groups, &missing).await?;
            let tenant = |uid: ScheduleUid| found.tenant_of(wanted[&uid][0]);
            let damaged = damaged.into_iter().map(|record| (tenant(record.uid), record));
            self.set_schedules_aside(damaged.map(|(tenant, record)| (record, tenant)).collect()).await?;
            retries.again(false).await?;
        }
    }

    /// Returns the rows to be claimed, with their schedules and tenants.
    async fn ready(
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

    pub(super) async fn confirm_leases(
        &self,
        leases: &[Lease],
        now: Timestamp,
    ) -> Result<Vec<ConfirmResult>, StoreError> {
        let (schedules, groups) = self.load_leases(leases, now).await?;
        let confirm = |(lease, uid): (&Lease, &Option<ScheduleUid>)| {
            let group = uid.as_ref().and_then(|uid| groups.get(uid));
            let Some((group, row)) = group.and_then(|group| Some((group, leased(group, *lease)?))) else {
                return ConfirmResult::LeaseLost;
            };
            match stop_reason(&group.record.gate, row.planned.trigger, row.revision) {
                Some(reason) => ConfirmResult::Stop(reason),
                None if row.planned.due_at > now => ConfirmResult::Early(row.planned.due_at),
                None => ConfirmResult::Go,
            }
        };
        Ok(leases.iter().zip(&schedules).map(confirm).collect())
    }

    pub(super) async fn renew_leases(
        &self,
        leases: &[Lease],
        lease_for: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<RenewResult>, StoreError> {
        let until = now.saturating_add(lease_for).unwrap_or(now);
        self.each_lease(leases, now, Hint::Silent, RenewResult::LeaseLost, |group, lease| {
            group.change_row(lease.id, |row| {
                row.lease_until = Some(until);
                row.ready_at = until;
                RenewResult::Held { cancel_requested: row.cancel_requested }
            })
        })
        .await
    }

    pub(super) async fn release_leases(&self, releases: &[Release], now: Timestamp) -> Result<Vec<bool>, StoreError> {
        let leases: Vec<Lease> = releases.iter().map(|release| release.lease).collect();
        let mut times = HashMap::with_capacity(releases.len());
        for Release { lease, ready_at } in releases {
            // If the same lease is released twice, only the first release counts.
            times.entry(*lease).or_insert(*ready_at);
        }
        self.each_lease(&leases, now, Hint::Notify, false, |group, lease| {
            let freed = group.change_row(lease.id, |row| {
                row.release(times.get(&lease).copied().flatten());
                (!row.is_started()).then(|| row.planned.discriminator.clone())
            })?;
            if let Some(discriminator) = freed {
                group.wake_lane(&discriminator, now);
            }
            Some(true)
        })
        .await
    }

    /// Changes each row whose lease is still held, one after the other. Returns `lost` for the others.
    async fn each_lease<T: Clone>(
        &self,
        leases: &[Lease],
        now: Timestamp,
        hint: Hint,
        lost: T,
        mut change: impl FnMut(&mut Group, Lease) -> Option<T> + Send,
    ) -> Result<Vec<T>, StoreError> {
        let mut results = vec![lost.clone(); leases.len()];
        let mut left: Vec<usize> = (0..leases.len()).collect();
        let mut retries = Retries::new("the leases");
        while !left.is_empty() {
            let asked: Vec<Lease> = left.iter().map(|index| leases[*index]).collect();
            let (schedules, mut groups) = self.load_leases(&asked, now).await.map_err(|error| retries.error(error))?;
            for ((index, lease), uid) in left.iter().zip(&asked).zip(&schedules) {
                let group = uid.as_ref().and_then(|uid| groups.get_mut(uid));
                let held = group.filter(|group| leased(group, *lease).is_some());
                results[*index] = held.and_then(|group| change(group, *lease)).unwrap_or_else(|| lost.clone());
            }
            let refused = self.commit_groups(&mut groups, hint, &mut retries).await?;
            let is_refused: Vec<bool> =
                schedules.iter().map(|uid| uid.is_some_and(|uid| refused.contains(&uid))).collect();
            let mut place = is_refused.into_iter();
            left.retain(|_| place.next().unwrap_or(false));
            retries.again(left.is_empty()).await?;
        }
        Ok(results)
    }

    /// Returns the schedules of leased rows, and the groups of these schedules with the rows.
    async fn load_leases(
        &self,
        leases: &[Lease],
        now: Timestamp,
    ) -> Result<(Vec<Option<ScheduleUid>>, BTreeMap<ScheduleUid, Group>), StoreError> {
        let ids: Vec<OccurrenceId> = leases.iter().map(|lease| lease.id).collect();
        let schedules = self.schedules_of(&ids).await?;
        let mut wanted: BTreeMap<ScheduleUid, Vec<OccurrenceId>> = BTreeMap::new();
        for (id, uid) in ids.iter().zip(&schedules) {
            if let Some(uid) = uid {
                wanted.entry(*uid).or_default().push(*id);
            }
        }
        Ok((schedules, self.load(&wanted, Extent::Woken(now)).await?))
    }
}

fn leased(group: &Group, lease: Lease) -> Option<&Occurrence> {
    group.row(lease.id).filter(|row| row.state == State::Running && row.fence == lease.fence)
}

/// Decides about the ready rows of one schedule and applies the decision.
fn admit_group(group: &mut Group, ids: &[OccurrenceId], grant: &Grant, now: Timestamp) {
    let gate = group.record.gate;
    let candidates: Vec<Candidate> =
        ids.iter().filter_map(|id| group.row(*id)).map(|row| Candidate::of(row, now)).collect();
    let named: BTreeSet<OccurrenceId> = ids.iter().copied().collect();
    let others: Vec<OccurrenceId> = group.record.open.keys().filter(|id| !named.contains(id)).copied().collect();
    let mut held = HeldRows::default();
    for (id, open) in group.record.open.iter().filter(|(id, _)| !named.contains(id)) {
        open.add_to(&mut held, *id);
    }
    let admission = admit(&gate, &held, &candidates);
    let mut completed = Vec::new();
    for (candidate, verdict) in candidates.iter().zip(&admission.verdicts) {
        match verdict {
            Verdict::Start => {
                let lost = group.change_row(candidate.id, |row| row.start(grant, now)).flatten();
                group.add_attempt(candidate.id, lost);
            }
            Verdict::Wait { blocker, behind } => {
                group.change_row(candidate.id, |row| row.wait(*blocker, *behind, now));
            }
            Verdict::Later => {}
            Verdict::End { reason, blocker } => {
                if group.complete_row(candidate.id, *reason, *blocker, now) {
                    completed.push(candidate.discriminator.as_str());
                }
            }
        }
    }
    if admission.replaces_others() {
        for id in others {
            match group.row(id).and_then(|row| admission.replacement_of(row)) {
                Some(Replacement::Cancel) => drop(group.change_row(id, |row| row.request_cancel(now))),
                Some(Replacement::Skip(by)) => {
                    group.complete_row(id, Reason::Skipped(SkipReason::Overlap), Some(by), now);
                }
                None => {}
            }
        }
    }
    for discriminator in completed {
        group.wake_lane(discriminator, now);
    }
}
