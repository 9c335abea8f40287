//! Claims: how many occurrences to claim, when to claim again, and what happens to the claimed ones.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::state::lease_of;
use super::tenure::{Moment, Tenure};
use super::worker_loop::{ClaimBatch, Stop, TaskReport, WorkerLoop};
use super::{LeasedOccurrence, Worker, guarded};
use crate::observe::{Alarm, Event};
use crate::store::{Claim, Release, StoreError, UnreadableRow};

/// Minimum size of a claim while more slots are about to become free.
const CLAIM_MIN: usize = 64;

/// Maximum number of occurrences leased ahead per free slot. The runs of a burst mostly complete faster than they
/// can be claimed.
const AHEAD_PER_SLOT: usize = 4;

/// Pause after a claim that found nothing although the store announced something.
const PAUSE_FOR: SignedDuration = SignedDuration::from_millis(100);

/// Pause after such a claim if there is more: other nodes hold it, or occurrences that are not due come before
/// it.
const CROWDED_PAUSE_FOR: SignedDuration = SignedDuration::from_millis(10);

impl WorkerLoop {
    pub(super) fn claim(&mut self, now: Timestamp) {
        let Some(limit) = self.claim_limit().filter(|_| now >= self.claim_at) else { return };
        self.is_claiming = true;
        self.is_woken = false;
        let worker = Arc::clone(&self.worker);
        self.tasks.spawn(async move { TaskReport::ClaimResult(guarded(worker.claim_and_look_ahead(limit)).await) });
    }

    /// Returns the number of occurrences to claim. None if no claim is to be made, or if it would be small while
    /// more slots are about to become free.
    pub(super) fn claim_limit(&self) -> Option<usize> {
        let options = &self.worker.options;
        // While more is due than can run, nothing is leased only to wait here: other nodes may have a free slot.
        let per_place = if self.is_behind { 1 } else { 1 + AHEAD_PER_SLOT };
        let free = (self.free_slots() * per_place).saturating_sub(self.in_progress.idle());
        let is_worth_it = free >= CLAIM_MIN.min(options.slots) || (self.settling == 0 && free > 0);
        let may_claim = self.stop == Stop::No && !self.is_claiming && is_worth_it;
        may_claim.then(|| free.min(options.batch_max))
    }

    pub(super) fn claimed(&mut self, answer: Result<(ClaimBatch, Timestamp), StoreError>) {
        self.is_claiming = false;
        let now = self.worker.clock.now();
        match answer {
            Ok((batch, claim_at)) => {
                self.claim_backoff.reset();
                self.claim_at = if self.is_woken { now } else { claim_at };
                self.is_behind = false;
                let mut back = Vec::new();
                for leased in batch.leased {
                    // An occurrence that was not due when the store was asked must be confirmed, even if it is
                    // due now.
                    let is_ahead = leased.occurrence.planned.due_at > batch.asked_at;
                    self.is_behind |= batch.has_more && !is_ahead;
                    match (is_ahead, self.free_slots() > 0) {
                        (false, true) => self.start(leased),
                        // If it were held without having started, its outcome would be unknown if this node died.
                        (true, _) if leased.is_at_most_once() => back.push(self.until_due(&leased)),
                        (false, false) if leased.is_at_most_once() => back.push(lease_of(&leased.occurrence).into()),
                        (true, _) => self.hold_until_due(leased, now),
                        // It takes the next slot that becomes free, or is released.
                        (false, false) => self.in_progress.hold_until_due(leased),
                    }
                }
                self.release_until(back);
                if self.stop != Stop::No {
                    let waiting = self.in_progress.take_waiting();
                    self.release_leases(waiting);
                }
            }
            Err(error) => {
                self.claim_at = now.saturating_add(self.claim_backoff.next_wait()).unwrap_or(now);
                self.worker.events.alarm(Alarm::StoreDown { problem: error.to_string() });
            }
        }
    }

    /// Builds the release of an occurrence that is not due yet, to be claimed when it is.
    fn until_due(&self, leased: &LeasedOccurrence) -> Release {
        let due_at = leased.occurrence.planned.due_at;
        // Claims look this far ahead.
        let ready_at = due_at.saturating_add(self.worker.options.ahead_for).unwrap_or(due_at);
        Release { lease: lease_of(&leased.occurrence), ready_at: Some(ready_at) }
    }

    /// Keeps an occurrence that is due soon. One that was due before the clock was set back would outlive its
    /// lease here, and is released.
    pub(super) fn hold_until_due(&mut self, leased: LeasedOccurrence, now: Timestamp) {
        let options = &self.worker.options;
        let soon_for = options.ahead_for.saturating_add(options.lease_check_every());
        if leased.occurrence.planned.due_at.duration_since(now) > soon_for {
            return self.release_leases(vec![lease_of(&leased.occurrence)]);
        }
        self.in_progress.hold_until_due(leased);
    }
}

impl Worker {
    /// Claims occurrences that are ready within `ahead_for`, and reads their definitions.
    pub(crate) async fn claim(
        &self,
        limit: usize,
        ahead_for: SignedDuration,
        now: Timestamp,
    ) -> Result<ClaimBatch, StoreError> {
        let asked_at = Moment { at: now, steady: self.clock.steady() };
        let claim = Claim { owner: self.node.clone(), lease_for: self.options.lease_for, limit, ahead_for };
        let claimed = self.store.claim(&claim, now).await?;
        let definitions = match self.definitions.of(&*self.store, &claimed.started).await {
            Ok(definitions) => definitions,
            Err(error) => {
                // Without their definitions they cannot be sent: they are released instead of being held until
                // their leases expire.
                let releases = claimed.started.iter().map(lease_of).map(Release::from);
                self.release(&releases.collect::<Vec<_>>()).await;
                return Err(error);
            }
        };
        for UnreadableRow { id, problem } in claimed.unreadable {
            self.events.alarm(Alarm::UnreadableRow { occurrence: id, problem });
        }
        self.events.metrics().stats().claimed.add(claimed.started.len());
        let ended = claimed.ended.len();
        for occurrence in claimed.ended {
            self.ended_by_claim(&occurrence, now);
            self.events.publish(|| Event::Ended(Box::new(occurrence)));
        }
        let leased = claimed.started.into_iter().zip(definitions).map(|(occurrence, definition)| {
            let until = occurrence.lease_until.unwrap_or(Timestamp::MIN);
            let tenure = Tenure::new(until, asked_at, self.options.lease_for);
            LeasedOccurrence { occurrence: Arc::new(occurrence), definition, tenure }
        });
        Ok(ClaimBatch { asked_at: now, leased: leased.collect(), ended, has_more: claimed.has_more })
    }

    /// Claims occurrences, and determines when to claim next.
    pub(super) async fn claim_and_look_ahead(&self, limit: usize) -> Result<(ClaimBatch, Timestamp), StoreError> {
        let options = &self.options;
        let now = self.clock.now();
        let batch = self.claim(limit, options.ahead_for, now).await?;
        let check_at = now.saturating_add(options.check_every).unwrap_or(Timestamp::MAX);
        let is_useful = !batch.leased.is_empty() || batch.ended > 0;
        if batch.has_more {
            let pause_for = if is_useful { SignedDuration::ZERO } else { CROWDED_PAUSE_FOR };
            return Ok((batch, now.saturating_add(pause_for).unwrap_or(now)));
        }
        let ready_at = self.store.next_wakeup().await?.claim_at.unwrap_or(check_at);
        let ahead_at = ready_at.saturating_sub(options.ahead_for).unwrap_or(ready_at);
        let claim_at = if is_useful || ahead_at > now {
            ahead_at
        } else if ready_at > now {
            // The occurrence could have been leased ahead by its time and was not, so it is of a kind that must
            // be ready first.
            ready_at
        } else {
            now.saturating_add(PAUSE_FOR).unwrap_or(now)
        };
        Ok((batch, claim_at.min(check_at)))
    }
}
