//! The loop of a worker: it starts whatever can be started, and then waits for anything to happen.
//!
//! The store may be slow, unavailable or lose an answer. Results that could not be settled are kept and settled
//! again, and claims are repeated later. A run whose lease cannot be renewed is stopped before another node
//! starts it.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};

use super::claiming::ClaimBatch;
use super::confirming::CROWDED_FOR;
use super::settling::SETTLING_MAX;
use super::state::WorkInProgress;
use super::tenure::Moment;
use super::{AttemptResult, LeasedOccurrence, Worker};
use crate::backoff::Backoff;
use crate::store::{ConfirmResult, Lease, RenewResult, StoreError};

/// Whether a node is to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stop {
    /// The node keeps running.
    #[default]
    No,
    /// The node claims nothing new and lets runs complete.
    Drain,
    /// The node stops immediately and releases its leases.
    Now,
}

/// Report of a task of the loop.
pub(super) enum TaskReport {
    AttemptResult(AttemptResult),
    ClaimResult(Result<(ClaimBatch, Timestamp), StoreError>),
    ConfirmResult(Vec<LeasedOccurrence>, Result<Vec<ConfirmResult>, StoreError>),
    SettleResult(Vec<AttemptResult>, Result<(), StoreError>),
    RenewResult(Vec<Lease>, Moment, Result<Vec<RenewResult>, StoreError>),
    Released(usize),
    Lingered,
}

/// Whether results wait a moment for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Linger {
    No,
    Since,
    Over,
}

/// A worker in its loop.
pub(super) struct WorkerLoop {
    pub(super) worker: Arc<Worker>,
    pub(super) tasks: JoinSet<TaskReport>,
    pub(super) in_progress: WorkInProgress,
    pub(super) is_claiming: bool,
    /// Whether a wake-up arrived since the last claim started.
    pub(super) is_woken: bool,
    /// Whether the last claim left due occurrences behind.
    pub(super) is_behind: bool,
    pub(super) settling: usize,
    /// Whether results are settled one by one, because a batch was refused as a whole.
    pub(super) settles_singly: bool,
    pub(super) claim_at: Timestamp,
    /// Time at which the store may be asked for the next confirmation. Immediately after an answer, later after
    /// an error, and after one lease check if the store does not answer, so that a slow call blocks no other.
    pub(super) confirm_at: Timestamp,
    pub(super) settle_at: Timestamp,
    pub(super) linger: Linger,
    /// Monotonic time of the next lease check.
    pub(super) renew_at: SignedDuration,
    pub(super) claim_backoff: Backoff,
    pub(super) confirm_backoff: Backoff,
    pub(super) settle_backoff: Backoff,
    pub(super) stop: Stop,
}

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
    /// Starts with nothing in progress.
    pub(super) fn new(worker: Arc<Worker>, stop: Stop) -> Self {
        let now = worker.clock.now();
        Self {
            tasks: JoinSet::new(),
            in_progress: WorkInProgress::new(worker.options.limits()),
            is_claiming: false,
            is_woken: false,
            is_behind: false,
            settling: 0,
            settles_singly: false,
            claim_at: now,
            confirm_at: now,
            settle_at: now,
            linger: Linger::No,
            renew_at: worker.clock.steady(),
            claim_backoff: Backoff::new(worker.options.check_every),
            confirm_backoff: Backoff::new(worker.options.lease_check_every()),
            settle_backoff: Backoff::new(worker.options.check_every),
            stop,
            worker,
        }
    }

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

    /// Limits every waiting time after the clock may have been set back. Work planned for a time that is now far
    /// away must not wait for it.
    pub(super) fn clamp_timers(&mut self, now: Timestamp) {
        let at_most = |wait| now.saturating_add(wait).unwrap_or(Timestamp::MAX);
        self.claim_at = self.claim_at.min(at_most(self.worker.options.check_every));
        self.confirm_at = self.confirm_at.min(at_most(self.worker.options.lease_check_every()));
        self.settle_at = self.settle_at.min(at_most(self.worker.options.check_every));
    }
}
