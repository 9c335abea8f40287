//! The tasks that a worker starts by itself: confirming, settling, renewing and claiming. Each one reports back.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::guarded;
use super::serve::{Linger, Stop, TaskReport, WorkerLoop};
use super::state::lease_of;
use super::tenure::Moment;
use crate::planted::{self, Bug};
use crate::store::Lease;

/// Maximum number of batches that are being settled at the same time.
const SETTLING_MAX: usize = 2;
/// Number of results below which settling waits a moment for other runs.
const SETTLE_MIN: usize = 64;
const LINGER_FOR: Duration = Duration::from_millis(1);
/// Minimum size of a claim while more slots are about to become free.
const CLAIM_MIN: usize = 64;
/// Maximum number of occurrences leased ahead per free slot. The runs of a burst mostly complete faster than they
/// can be claimed.
const AHEAD_PER_SLOT: usize = 4;
/// Time for which an occurrence that was leased ahead waits for a free slot. After that it is released to other
/// nodes.
const CROWDED_FOR: SignedDuration = SignedDuration::from_secs(1);

impl WorkerLoop {
    /// Starts everything that can be started now.
    pub(super) fn launch(&mut self, now: Timestamp) {
        self.confirm_due(now);
        self.release_without_slot();
        self.settle(now);
        self.renew(now);
        self.claim(now);
    }

    /// Returns the time of the next action if nothing happens before.
    pub(super) fn next_at(&self, now: Timestamp) -> Timestamp {
        let until_check = self.renew_at.saturating_sub(self.worker.clock.steady()).max(SignedDuration::ZERO);
        let mut next = now.saturating_add(until_check).unwrap_or(Timestamp::MAX);
        if let Some(due_at) = self.in_progress.next_due_at() {
            if self.free_slots() == 0 {
                next = next.min(due_at.saturating_add(CROWDED_FOR).unwrap_or(Timestamp::MAX));
            } else {
                next = next.min(due_at.max(self.confirm_at));
            }
        }
        if self.in_progress.has_attempted() && self.settling < SETTLING_MAX && self.linger != Linger::Since {
            next = next.min(self.settle_at);
        }
        if self.claim_limit().is_some() {
            next = next.min(self.claim_at);
        }
        next
    }

    fn confirm_due(&mut self, now: Timestamp) {
        let free = self.free_slots();
        if free == 0 {
            let due_by = now.saturating_sub(CROWDED_FOR).unwrap_or(Timestamp::MIN);
            let crowded_out = self.in_progress.take_crowded_out(due_by);
            return self.give_back(crowded_out);
        }
        if now < self.confirm_at {
            return;
        }
        let due = self.in_progress.take_due(now, self.worker.options.batch_max.min(free));
        if due.is_empty() {
            return;
        }
        if planted::is(Bug::DispatchWithoutConfirm) {
            due.into_iter().for_each(|leased| self.start(leased));
            return;
        }
        self.confirm_at = now.saturating_add(self.worker.options.lease_check_every()).unwrap_or(Timestamp::MAX);
        self.in_progress.confirming += due.len();
        let worker = Arc::clone(&self.worker);
        self.tasks.spawn(async move {
            let leases: Vec<Lease> = due.iter().map(|leased| lease_of(&leased.occurrence)).collect();
            let answer = guarded(worker.store.confirm(&leases, worker.clock.now())).await;
            TaskReport::ConfirmResult(due, answer)
        });
    }

    fn settle(&mut self, now: Timestamp) {
        // The first of many results waits a moment for the others: one transaction costs the same for all of
        // them.
        if self.in_progress.should_linger(SETTLE_MIN) && self.linger != Linger::Over {
            if self.linger == Linger::No {
                self.linger = Linger::Since;
                self.tasks.spawn(async {
                    tokio::time::sleep(LINGER_FOR).await;
                    TaskReport::Lingered
                });
            }
            return;
        }
        if self.linger == Linger::Over {
            self.linger = Linger::No;
        }
        while self.in_progress.has_attempted() && self.settling < SETTLING_MAX && now >= self.settle_at {
            let most = if self.settles_singly { 1 } else { self.worker.options.batch_max };
            let attempted = self.in_progress.take_attempted(most);
            self.settling += 1;
            self.in_progress.at_store += attempted.len();
            let worker = Arc::clone(&self.worker);
            self.tasks.spawn(async move {
                let answer = guarded(worker.settle(&attempted, worker.options.ahead_for)).await;
                TaskReport::SettleResult(attempted, answer)
            });
        }
    }

    fn renew(&mut self, now: Timestamp) {
        // By the monotonic clock: leases go on expiring while the store's clock is set back.
        let asked_at = Moment { at: now, steady: self.worker.clock.steady() };
        if asked_at.steady < self.renew_at {
            return;
        }
        let lease_for = self.worker.options.lease_for;
        // Leases are checked twice as often as they must be renewed. A lease that does not last beyond the next
        // check is given up at this one, even while the store does not answer a renewal.
        let lease_check_every = self.worker.options.lease_check_every();
        self.renew_at = asked_at.steady.saturating_add(lease_check_every);
        if !planted::is(Bug::SelfFencingMissing) {
            let given_up = self.in_progress.stop_overdue(asked_at, lease_check_every);
            given_up.iter().for_each(|occurrence| self.worker.lease_lost(occurrence));
        }
        let leases = self.in_progress.renew_due(asked_at, lease_for);
        if leases.is_empty() || planted::is(Bug::NoHeartbeat) {
            return;
        }
        let worker = Arc::clone(&self.worker);
        self.tasks.spawn(async move {
            let answer = guarded(worker.store.renew(&leases, lease_for, now)).await;
            TaskReport::RenewResult(leases, asked_at, answer)
        });
    }

    fn claim(&mut self, now: Timestamp) {
        let Some(limit) = self.claim_limit().filter(|_| now >= self.claim_at) else { return };
        self.is_claiming = true;
        self.is_woken = false;
        let worker = Arc::clone(&self.worker);
        self.tasks.spawn(async move { TaskReport::ClaimResult(guarded(worker.claim_and_look_ahead(limit)).await) });
    }

    /// Returns the number of occurrences to claim. None if no claim is to be made, or if it would be small while
    /// more slots are about to become free.
    fn claim_limit(&self) -> Option<usize> {
        let options = &self.worker.options;
        // While more is due than can run, nothing is leased only to wait here: other nodes may have a free slot.
        let per_place = if self.is_behind { 1 } else { 1 + AHEAD_PER_SLOT };
        let free = (self.free_slots() * per_place).saturating_sub(self.in_progress.idle());
        let is_worth_it = free >= CLAIM_MIN.min(options.places) || (self.settling == 0 && free > 0);
        let may_claim = self.stop == Stop::No && !self.is_claiming && is_worth_it;
        may_claim.then(|| free.min(options.batch_max))
    }

    pub(super) fn free_slots(&self) -> usize {
        self.worker.options.places.saturating_sub(self.in_progress.slots_taken())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::fixture::{leased, serving};

    #[tokio::test]
    async fn a_slow_confirmation_does_not_block_others() {
        let (mut serving, _) = serving();
        (serving.is_claiming, serving.renew_at) = (true, SignedDuration::MAX);
        let after = |seconds| Timestamp::UNIX_EPOCH + SignedDuration::from_secs(seconds);
        serving.in_progress.hold_until_due(leased(1, 1));
        serving.confirm_due(after(1));
        serving.in_progress.hold_until_due(leased(2, 1));
        serving.confirm_due(after(5));
        assert_eq!(serving.in_progress.confirming, 1, "the answer may come at any moment");
        assert_eq!(serving.next_at(after(5)), after(6), "the worker no longer waits for the answer");
        serving.confirm_due(after(6));
        assert_eq!(serving.in_progress.confirming, 2);
    }
}
