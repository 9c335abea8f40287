//! Starts: a run starts if its lease lasts long enough and a slot is free.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::LeasedOccurrence;
use super::state::lease_of;
use super::tenure::Moment;
use super::worker_loop::{TaskReport, WorkerLoop};

impl WorkerLoop {
    /// Starts a run, unless its lease might be given up before it is renewed: the store's answer may have taken
    /// long. An occurrence that finds no slot of its tenant or its provider is released at the next launch, so
    /// that others continue.
    pub(super) fn start(&mut self, leased: LeasedOccurrence) {
        let now = self.worker.clock.now();
        if !self.has_enough_lease(&leased) {
            return self.release_leases(vec![lease_of(&leased.occurrence)]);
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
    pub(super) fn has_enough_lease(&self, leased: &LeasedOccurrence) -> bool {
        leased.tenure.left(Moment::of(&*self.worker.clock)) >= self.worker.options.lease_for / 2
    }

    pub(super) fn free_slots(&self) -> usize {
        self.worker.options.slots.saturating_sub(self.in_progress.slots_taken())
    }
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
}
