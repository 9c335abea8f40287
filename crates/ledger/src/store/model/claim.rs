//! Leasing ready occurrences; confirming, renewing and releasing leases.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use super::state::State;
use crate::ledger::admission::{Candidate, HeldRows, Replacement, Verdict, admit, stop_reason};
use crate::ledger::fair_share::{ReadyOccurrence, fair_share};
use crate::ledger::transition::Grant;
use crate::model::{Fence, Occurrence, OccurrenceId, Reason, ScheduleUid, SkipReason, State as RowState, Tenant};
use crate::store::{
    Claim, ClaimResult, ConfirmResult, Lease, Release, RenewResult, UNREADABLE_RETRY_AFTER, UnreadableRow,
};

impl State {
    pub(super) fn claim(&mut self, claim: &Claim, fence_floor: Fence, now: Timestamp) -> ClaimResult {
        let mut tenants: BTreeMap<Tenant, Vec<ReadyOccurrence>> = BTreeMap::new();
        let due_until = now.saturating_add(claim.ahead_for).unwrap_or(now);
        for row in self.rows.values() {
            let ready_until = if row.may_be_leased_ahead() { due_until } else { now };
            if !row.state.is_terminal() && row.ready_at <= ready_until {
                let ready = ReadyOccurrence { priority: row.planned.priority, ready_at: row.ready_at, id: row.id };
                tenants.entry(row.schedule.tenant.clone()).or_default().push(ready);
            }
        }
        let share = fair_share(tenants.into_values().collect(), claim.limit);
        let mut groups: BTreeMap<ScheduleUid, Vec<OccurrenceId>> = BTreeMap::new();
        let mut unreadable = Vec::new();
        for id in &share.ids {
            if self.damaged_rows.contains(id) {
                self.rows
                    .entry(*id)
                    .and_modify(|row| row.ready_at = now.saturating_add(UNREADABLE_RETRY_AFTER).unwrap_or(now));
                unreadable.push(UnreadableRow { id: *id, problem: "the row is damaged".to_owned() });
            } else if let Some(row) = self.rows.get(id) {
                groups.entry(row.schedule_uid).or_default().push(*id);
            }
        }
        let until = now.saturating_add(claim.lease_for).unwrap_or(now);
        let grant = Grant { owner: claim.owner.clone(), until, fence_floor };
        for (uid, ids) in &groups {
            self.admit_group(*uid, ids, &grant, now);
        }
        let is_sound = |id: &&OccurrenceId| !self.damaged_rows.contains(id);
        let rows = share.ids.iter().filter(is_sound).filter_map(|id| self.rows.get(id));
        let started = |row: &&Occurrence| row.state == RowState::Running;
        ClaimResult {
            started: rows.clone().filter(started).cloned().collect(),
            ended: rows.filter(|row| row.state.is_terminal()).cloned().collect(),
            has_more: share.has_more,
            unreadable,
        }
    }

    fn admit_group(&mut self, uid: ScheduleUid, ids: &[OccurrenceId], grant: &Grant, now: Timestamp) {
        let Some(gate) = self.schedules.get(&uid).map(crate::model::Schedule::gate) else { return };
        let candidates: Vec<Candidate> =
            ids.iter().filter_map(|id| self.rows.get(id)).map(|row| Candidate::of(row, now)).collect();
        let others: Vec<OccurrenceId> = self.open_rows(uid).into_iter().filter(|id| !ids.contains(id)).collect();
        let mut held = HeldRows::default();
        for row in others.iter().filter_map(|id| self.rows.get(id)) {
            held.add_row(row);
        }
        let admission = admit(&gate, &held, &candidates);
        let mut completed = Vec::new();
        for (candidate, verdict) in candidates.iter().zip(&admission.verdicts) {
            match verdict {
                Verdict::Start => {
                    let lost = self.rows.get_mut(&candidate.id).and_then(|row| row.start(grant, now));
                    self.attempts.entry(candidate.id).or_default().extend(lost);
                }
                Verdict::Wait { blocker, behind } => {
                    if let Some(row) = self.rows.get_mut(&candidate.id) {
                        row.wait(*blocker, *behind, now);
                    }
                }
                Verdict::Later => {}
                Verdict::End { reason, blocker } => {
                    if self.end_row(candidate.id, *reason, *blocker, now) {
                        completed.push(candidate.discriminator.as_str());
                    }
                }
            }
        }
        for id in others {
            let Some(row) = self.rows.get_mut(&id) else { continue };
            match admission.replacement_of(row) {
                Some(Replacement::Cancel) => row.request_cancel(now),
                Some(Replacement::Skip(by)) => {
                    self.end_row(id, Reason::Skipped(SkipReason::Overlap), Some(by), now);
                }
                None => {}
            }
        }
        for discriminator in completed {
            self.wake_lane(uid, discriminator, now);
        }
    }

    pub(super) fn confirm(&self, leases: &[Lease], now: Timestamp) -> Vec<ConfirmResult> {
        let confirm = |lease: &Lease| {
            let Some(row) = self.leased(*lease) else { return ConfirmResult::LeaseLost };
            let gate = self.schedules.get(&row.schedule_uid).map(crate::model::Schedule::gate);
            match gate.and_then(|gate| stop_reason(&gate, row.planned.trigger, row.revision)) {
                Some(reason) => ConfirmResult::Stop(reason),
                None if row.planned.due_at > now => ConfirmResult::Early(row.planned.due_at),
                None => ConfirmResult::Go,
            }
        };
        leases.iter().map(confirm).collect()
    }

    pub(super) fn renew(&mut self, leases: &[Lease], lease_for: SignedDuration, now: Timestamp) -> Vec<RenewResult> {
        let until = now.saturating_add(lease_for).unwrap_or(now);
        let mut renew = |lease: &Lease| match self.leased_mut(*lease) {
            Some(row) => {
                row.lease_until = Some(until);
                row.ready_at = until;
                RenewResult::Held { cancel_requested: row.cancel_requested }
            }
            None => RenewResult::LeaseLost,
        };
        leases.iter().map(&mut renew).collect()
    }

    pub(super) fn release(&mut self, releases: &[Release], now: Timestamp) -> Vec<bool> {
        let release = |release: &Release| {
            let Some(row) = self.leased_mut(release.lease) else { return false };
            row.release(release.ready_at);
            let (uid, lane) = (row.schedule_uid, row.planned.discriminator.clone());
            if !row.is_started() {
                self.wake_lane(uid, &lane, now);
            }
            true
        };
        releases.iter().map(release).collect()
    }

    fn leased(&self, lease: Lease) -> Option<&Occurrence> {
        self.rows.get(&lease.id).filter(|row| row.state == RowState::Running && row.fence == lease.fence)
    }

    fn leased_mut(&mut self, lease: Lease) -> Option<&mut Occurrence> {
        self.rows.get_mut(&lease.id).filter(|row| row.state == RowState::Running && row.fence == lease.fence)
    }
}
