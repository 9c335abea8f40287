//! Leases ready occurrences.
//!
//! A claim reads the ready rows with their schedules, decides, and commits schedule by schedule. Schedules that
//! another client has changed in the meantime are left to the next claim.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;

use super::aside::DamagedRecord;
use super::commit::Hint;
use super::group::Group;
use super::keys::ReadyKind;
use super::load::Extent;
use super::{Redis, Retries};
use refrain_ledger::ledger::admission::{Candidate, HeldRows, Replacement, Verdict, admit};
use refrain_ledger::ledger::fair_share::Share;
use refrain_ledger::ledger::transition::Grant;
use refrain_ledger::model::{Fence, Occurrence, OccurrenceId, Reason, ScheduleUid, SkipReason, State};
use refrain_ledger::store::{Claim, ClaimResult, StoreError, UnreadableRow};

/// Rows by schedule.
type RowsBySchedule = BTreeMap<ScheduleUid, Vec<OccurrenceId>>;

/// The rows that a claim has read.
struct LoadedRows {
    share: Share,
    wanted: RowsBySchedule,
    groups: BTreeMap<ScheduleUid, Group>,
    unreadable: Vec<UnreadableRow>,
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
