//! Handles the reports of a worker's tasks.

use std::sync::Arc;

use jiff::Timestamp;
use tokio::task::JoinError;
use tokio_util::sync::CancellationToken;

use super::serve::{Linger, Stop, TaskReport, WorkerLoop};
use super::state::lease_of;
use super::tenure::{Moment, Tenure};
use super::{AttemptResult, ClaimBatch, LeasedOccurrence};
use crate::model::SkipReason;
use crate::observe::Alarm;
use crate::planted::{self, Bug};
use crate::store::{ConfirmResult, Ending, Lease, Release, RenewResult, StoreError};

impl WorkerLoop {
    pub(super) fn take(&mut self, done: Result<TaskReport, JoinError>) {
        // A run that was stopped ends with an error; it has already been handled.
        let Ok(done) = done else { return };
        match done {
            TaskReport::AttemptResult(attempted) => self.in_progress.ended(attempted),
            TaskReport::ClaimResult(answer) => self.claimed(answer),
            TaskReport::ConfirmResult(leased, answer) => self.confirmed(leased, answer),
            TaskReport::SettleResult(attempted, answer) => self.settled(attempted, answer),
            TaskReport::RenewResult(leases, asked_at, answer) => self.renewed(&leases, asked_at, answer),
            TaskReport::Released(count) => self.in_progress.at_store -= count,
            TaskReport::Lingered => self.linger = Linger::Over,
        }
    }

    fn claimed(&mut self, answer: Result<(ClaimBatch, Timestamp), StoreError>) {
        self.is_claiming = false;
        let now = self.worker.clock.now();
        match answer {
            Ok((brought, claim_at)) => {
                self.claim_backoff.reset();
                self.claim_at = if self.is_woken { now } else { claim_at };
                self.is_behind = false;
                let mut back = Vec::new();
                for leased in brought.leased {
                    // An occurrence that was not due when the store was asked must be confirmed, even if it is
                    // due now.
                    let is_ahead = leased.occurrence.planned.due_at > brought.asked_at;
                    self.is_behind |= brought.has_more && !is_ahead;
                    let is_early = is_ahead && !planted::is(Bug::StartBeforeDue);
                    match (is_early, self.free_slots() > 0) {
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
                    self.give_back(waiting);
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
    fn hold_until_due(&mut self, leased: LeasedOccurrence, now: Timestamp) {
        let options = &self.worker.options;
        let soon_for = options.ahead_for.saturating_add(options.lease_check_every());
        if leased.occurrence.planned.due_at.duration_since(now) > soon_for {
            return self.give_back(vec![lease_of(&leased.occurrence)]);
        }
        self.in_progress.hold_until_due(leased);
    }

    fn confirmed(&mut self, leased: Vec<LeasedOccurrence>, answer: Result<Vec<ConfirmResult>, StoreError>) {
        let now = self.worker.clock.now();
        self.confirm_at = now;
        self.in_progress.confirming -= leased.len();
        // Nothing starts without an answer. The occurrences are confirmed again while their leases last, and are
        // released after that.
        let Ok(answers) = answer else {
            self.confirm_at = now.saturating_add(self.confirm_backoff.next_wait()).unwrap_or(now);
            let (lasting, old): (Vec<_>, Vec<_>) = leased.into_iter().partition(|leased| self.has_enough_lease(leased));
            lasting.into_iter().for_each(|leased| self.in_progress.hold_until_due(leased));
            return self.give_back(old.iter().map(|leased| lease_of(&leased.occurrence)).collect());
        };
        self.confirm_backoff.reset();
        for (leased, confirmed) in leased.into_iter().zip(answers) {
            match confirmed {
                ConfirmResult::Go => self.start(leased),
                ConfirmResult::Early(_) => self.hold_until_due(leased, now),
                ConfirmResult::Stop(_) if planted::is(Bug::PauseIgnored) => self.start(leased),
                ConfirmResult::Stop(reason) => self.skip(leased, reason),
                ConfirmResult::LeaseLost => {}
            }
        }
    }

    /// Starts a run, unless its lease might be given up before it is renewed: the store's answer may have taken
    /// long. An occurrence that finds no slot of its tenant or its provider is released at the next launch, so
    /// that others go on.
    pub(super) fn start(&mut self, leased: LeasedOccurrence) {
        let now = self.worker.clock.now();
        if !self.has_enough_lease(&leased) && !planted::is(Bug::StartWithoutLease) {
            return self.give_back(vec![lease_of(&leased.occurrence)]);
        }
        if !self.in_progress.take_slot(&leased, now) {
            return;
        }
        let cancel = CancellationToken::new();
        let worker = Arc::clone(&self.worker);
        let token = cancel.clone();
        let run = leased.clone();
        let task =
            self.tasks.spawn(async move { TaskReport::AttemptResult(worker.attempt_guarded(run, &token).await) });
        self.in_progress.started(leased, cancel, task);
    }

    /// Returns whether a run may start under a lease: at least half of it must be left. At the next lease check,
    /// a sixth later, that is enough to be renewed. A run with less than a sixth left at that check would be
    /// given up, and would have been sent for nothing.
    fn has_enough_lease(&self, leased: &LeasedOccurrence) -> bool {
        leased.tenure.left(Moment::of(&*self.worker.clock)) >= self.worker.options.lease_for / 2
    }

    fn skip(&mut self, leased: LeasedOccurrence, reason: SkipReason) {
        let ending = Ending::Skipped { reason, message: None };
        let definition = leased.definition.ok();
        self.in_progress.give_back(vec![AttemptResult::new(leased.occurrence, definition, ending)]);
    }

    pub(super) fn settled(&mut self, attempted: Vec<AttemptResult>, answer: Result<(), StoreError>) {
        self.settling -= 1;
        self.in_progress.at_store -= attempted.len();
        let now = self.worker.clock.now();
        match answer {
            Ok(()) => {
                self.settle_backoff.reset();
                self.settles_singly &= self.in_progress.has_attempted();
            }
            Err(error) if (is_retryable(&error) || attempted.len() > 1) && !planted::is(Bug::SettleNotRetried) => {
                self.settles_singly |= !is_retryable(&error);
                self.settle_at = now.saturating_add(self.settle_backoff.next_wait()).unwrap_or(now);
                self.in_progress.give_back(attempted);
                self.worker.events.alarm(Alarm::StoreDown { problem: error.to_string() });
            }
            // The store refuses this one settlement: its lease expires, and attempts are counted.
            Err(error) => self.worker.events.alarm(Alarm::StoreDown { problem: error.to_string() }),
        }
    }

    fn renewed(&mut self, leases: &[Lease], asked_at: Moment, answer: Result<Vec<RenewResult>, StoreError>) {
        self.in_progress.renewal_over(leases);
        // Without an answer the leases are as old as before: they are renewed or given up at the next check.
        let Ok(answers) = answer else { return };
        let lease_for = self.worker.options.lease_for;
        let tenure = Tenure::new(asked_at.at.saturating_add(lease_for).unwrap_or(asked_at.at), asked_at, lease_for);
        for (lease, renewed) in leases.iter().zip(answers) {
            match renewed {
                RenewResult::Held { cancel_requested } => {
                    self.in_progress.renewed(*lease, tenure, cancel_requested, asked_at.at);
                }
                RenewResult::LeaseLost => {
                    if let Some(occurrence) = self.in_progress.lost(*lease) {
                        self.worker.lease_lost(&occurrence);
                    }
                }
            }
        }
    }
}

/// Returns whether the same settlement may succeed later: a full disk is cleared, an outage ends.
fn is_retryable(error: &StoreError) -> bool {
    let is_full = matches!(error, StoreError::ReadOnly(_)) && !planted::is(Bug::SettleForgottenWhenFull);
    error.is_transient() || is_full
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;
    use crate::worker::fixture::{leased, serving};

    const LEASE_FOR: SignedDuration = SignedDuration::from_secs(30);
    const LEASE_CHECK_EVERY: SignedDuration = SignedDuration::from_secs(5);

    #[tokio::test]
    async fn a_started_run_is_renewed_at_the_next_lease_check() {
        for seconds in 0..30 {
            let (mut serving, clock) = serving();
            clock.advance(SignedDuration::from_secs(seconds));
            serving.start(leased(1, 1));
            let has_begun = serving.in_progress.slots_taken() == 1;
            assert_eq!(has_begun, seconds <= 15, "{seconds} s");
            clock.advance(LEASE_CHECK_EVERY);
            let now = Moment::of(&*serving.worker.clock);
            assert!(serving.in_progress.stop_overdue(now, LEASE_CHECK_EVERY).is_empty(), "{seconds} s");
            let is_old = seconds >= 5;
            let renewed = serving.in_progress.renew_due(now, LEASE_FOR).len();
            assert_eq!(renewed, usize::from(has_begun && is_old), "{seconds} s");
        }
    }

    #[tokio::test]
    async fn an_unconfirmed_occurrence_is_confirmed_again_or_released() {
        for (seconds, at_store) in [(15, 0), (16, 1)] {
            let (mut serving, clock) = serving();
            serving.in_progress.confirming = 1;
            clock.advance(SignedDuration::from_secs(seconds));
            serving.confirmed(vec![leased(1, 1)], Err(StoreError::Unknown("no answer".to_owned())));
            assert_eq!((serving.in_progress.at_store, serving.in_progress.idle()), (at_store, 1), "{seconds} s");
        }
    }
}
