//! The loop of a worker: it starts whatever can be started, and then waits for anything to happen.
//!
//! The store may be slow, unavailable or lose an answer. Results that could not be settled are kept and settled
//! again, and claims are repeated later. A run whose lease cannot be renewed is stopped before another node
//! starts it.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;
use tokio::task::JoinError;

use super::Worker;
use super::confirming::CROWDED_FOR;
use super::settling::SETTLING_MAX;
use super::worker_loop::{Linger, Stop, TaskReport, WorkerLoop};

impl Worker {
    /// Works until the node is asked to stop. On return, nothing is in progress and no lease is held, unless the
    /// store could not be reached.
    pub async fn serve(self: Arc<Self>, mut stop: watch::Receiver<Stop>) {
        let mut wakes = self.store.wakes();
        let stop_requested = *stop.borrow_and_update();
        let mut serving = WorkerLoop::new(self, stop_requested);
        let lease_check_every = serving.worker.options.lease_check_every().unsigned_abs();
        let mut drain_until = Timestamp::MAX;
        loop {
            let now = serving.worker.clock.now();
            if serving.stop != Stop::No {
                drain_until = drain_until.min(now.saturating_add(serving.worker.options.drain_for).unwrap_or(now));
                if serving.stop == Stop::Now || now >= drain_until || !serving.is_busy() {
                    return serving.end().await;
                }
            }
            serving.clamp_timers(now);
            serving.launch(now);
            let next_at = serving.next_at(now).min(drain_until);
            let clock = Arc::clone(&serving.worker.clock);
            tokio::select! {
                biased;
                Ok(()) = stop.changed() => {
                    let stop_requested = *stop.borrow_and_update();
                    serving.stop_requested(stop_requested);
                }
                Some(done) = serving.tasks.join_next() => {
                    serving.take(done);
                    while let Some(done) = serving.tasks.try_join_next() {
                        serving.take(done);
                    }
                }
                Ok(()) = wakes.changed() => serving.wake(),
                () = clock.sleep_until(next_at) => {}
                // A clock that is set back would let the sleeper above oversleep, and leases would expire in the
                // meantime.
                () = tokio::time::sleep(lease_check_every) => {}
            }
        }
    }
}

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

    fn is_busy(&self) -> bool {
        self.in_progress.len() > 0 || self.is_claiming
    }

    /// Handles a wake-up: there may be work. A claim in progress may have read before the wake-up, so another one
    /// follows.
    fn wake(&mut self) {
        self.is_woken = true;
        self.claim_at = Timestamp::MIN;
    }

    fn stop_requested(&mut self, stop: Stop) {
        self.stop = self.stop.max(stop);
        if self.stop != Stop::No {
            let waiting = self.in_progress.take_waiting();
            self.release_leases(waiting);
        }
    }
}
