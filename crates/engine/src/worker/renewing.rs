//! Renewals: leases are checked periodically, and renewed, or given up before they expire.

use std::sync::Arc;

use jiff::Timestamp;

use super::guarded;
use super::tenure::Moment;
use super::worker_loop::{TaskReport, WorkerLoop};
use crate::store::{Lease, RenewResult, StoreError};

impl WorkerLoop {
    pub(super) fn renew(&mut self, now: Timestamp) {
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
        let given_up = self.in_progress.stop_overdue(asked_at, lease_check_every);
        given_up.iter().for_each(|occurrence| self.worker.lease_lost(occurrence));
        let leases = self.in_progress.renew_due(asked_at, lease_for);
        if leases.is_empty() {
            return;
        }
        let worker = Arc::clone(&self.worker);
        self.tasks.spawn(async move {
            let answer = guarded(worker.store.renew(&leases, lease_for, now)).await;
            TaskReport::RenewResult(leases, asked_at, answer)
        });
    }

    pub(super) fn renewed(&mut self, leases: &[Lease], asked_at: Moment, answer: Result<Vec<RenewResult>, StoreError>) {
        self.in_progress.renewal_over(leases);
        // Without an answer the leases are as old as before: they are renewed or given up at the next check.
        let Ok(answers) = answer else { return };
        let lease_for = self.worker.options.lease_for;
        for (lease, renewed) in leases.iter().zip(answers) {
            match renewed {
                RenewResult::Held { cancel_requested } => {
                    self.in_progress.renewed(*lease, asked_at, lease_for, cancel_requested);
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

#[cfg(test)]
mod tests {
    use async_trait::async_trait;
    use jiff::SignedDuration;

    use super::*;
    use crate::clock::Clock;
    use crate::worker::Stop;
    use crate::worker::fixture;

    /// A clock whose store was set back by a minute after four seconds.
    struct SetBack;

    const STEADY: SignedDuration = SignedDuration::from_secs(4);

    #[async_trait]
    impl Clock for SetBack {
        fn now(&self) -> Timestamp {
            Timestamp::UNIX_EPOCH + STEADY - SignedDuration::from_mins(1)
        }

        fn steady(&self) -> SignedDuration {
            STEADY
        }

        async fn sleep_until(&self, _: Timestamp) {}
    }

    #[tokio::test]
    async fn a_clock_that_is_set_back_does_not_postpone_the_lease_check() {
        let (worker, _) = fixture::worker_with(Arc::new(SetBack));
        let mut serving = WorkerLoop::new(worker, Stop::No);
        (serving.is_claiming, serving.renew_at) = (true, SignedDuration::from_secs(5));
        let now = SetBack.now();
        serving.clamp_timers(now);
        assert_eq!(serving.next_at(now).duration_since(now), SignedDuration::from_secs(1));
    }
}
