//! Confirmations: at their due time, occurrences that were leased ahead are confirmed by one read of the store.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::state::lease_of;
use super::worker_loop::{TaskReport, WorkerLoop};
use super::{AttemptResult, LeasedOccurrence, guarded};
use crate::model::SkipReason;
use crate::store::{ConfirmResult, Ending, Lease, StoreError};

/// Time for which an occurrence that was leased ahead waits for a free slot. After that it is released to other
/// nodes.
pub(super) const CROWDED_FOR: SignedDuration = SignedDuration::from_secs(1);

impl WorkerLoop {
    pub(super) fn confirm_due(&mut self, now: Timestamp) {
        let free = self.free_slots();
        if free == 0 {
            let due_by = now.saturating_sub(CROWDED_FOR).unwrap_or(Timestamp::MIN);
            let crowded_out = self.in_progress.take_crowded_out(due_by);
            return self.release_leases(crowded_out);
        }
        if now < self.confirm_at {
            return;
        }
        let due = self.in_progress.take_due(now, self.worker.options.batch_max.min(free));
        if due.is_empty() {
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

    pub(super) fn confirmed(&mut self, leased: Vec<LeasedOccurrence>, answer: Result<Vec<ConfirmResult>, StoreError>) {
        let now = self.worker.clock.now();
        self.confirm_at = now;
        self.in_progress.confirming -= leased.len();
        // Nothing starts without an answer. The occurrences are confirmed again while their leases last, and are
        // released after that.
        let Ok(answers) = answer else {
            self.confirm_at = now.saturating_add(self.confirm_backoff.next_wait()).unwrap_or(now);
            let (lasting, old): (Vec<_>, Vec<_>) = leased.into_iter().partition(|leased| self.has_enough_lease(leased));
            lasting.into_iter().for_each(|leased| self.in_progress.hold_until_due(leased));
            return self.release_leases(old.iter().map(|leased| lease_of(&leased.occurrence)).collect());
        };
        self.confirm_backoff.reset();
        for (leased, confirmed) in leased.into_iter().zip(answers) {
            match confirmed {
                ConfirmResult::Go => self.start(leased),
                ConfirmResult::Early(_) => self.hold_until_due(leased, now),
                ConfirmResult::Stop(reason) => self.skip(leased, reason),
                ConfirmResult::LeaseLost => {}
            }
        }
    }

    fn skip(&mut self, leased: LeasedOccurrence, reason: SkipReason) {
        let ending = Ending::Skipped { reason, message: None };
        let definition = leased.definition.ok();
        self.in_progress.keep_attempted(vec![AttemptResult::new(leased.occurrence, definition, ending)]);
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
