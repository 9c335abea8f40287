//! The loop of a worker: it starts whatever can be started, and then waits for anything to happen.
//!
//! The store may be slow, unavailable or lose an answer. Results that could not be settled are kept and settled
//! again, and claims are repeated later. A run whose lease cannot be renewed is stopped before another node
//! starts it.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::state::{WorkInProgress, lease_of};
use super::tenure::Moment;
use super::{AttemptResult, ClaimBatch, LeasedOccurrence, Worker, guarded};
use crate::backoff::Backoff;
use crate::observe::Alarm;
use crate::planted::{self, Bug};
use crate::store::{ConfirmResult, Lease, Release, RenewResult, StoreError};

/// Maximum time that a worker takes to settle and to release its leases when it stops immediately.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

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
            self.give_back(waiting);
        }
    }

    /// Releases leases while the loop continues: runs must be renewed in the meantime.
    pub(super) fn give_back(&mut self, leases: Vec<Lease>) {
        if !planted::is(Bug::ReleaseOnDrainForgotten) {
            self.release_until(leases.into_iter().map(Release::from).collect());
        }
    }

    /// Releases leases, each with the time at which its occurrence is ready again.
    pub(super) fn release_until(&mut self, releases: Vec<Release>) {
        if releases.is_empty() {
            return;
        }
        self.in_progress.at_store += releases.len();
        let worker = Arc::clone(&self.worker);
        self.tasks.spawn(async move {
            worker.release(&releases).await;
            TaskReport::Released(releases.len())
        });
    }

    /// Releases all occurrences that found no slot. Claims look ahead of the ready time, so the ready time is
    /// delayed by as much.
    pub(super) fn release_without_slot(&mut self) {
        let mut releases = self.in_progress.take_without_slot();
        for release in &mut releases {
            let ahead_for = self.worker.options.ahead_for;
            release.ready_at = release.ready_at.map(|at| at.saturating_add(ahead_for).unwrap_or(at));
        }
        self.release_until(releases);
    }

    /// Limits every waiting time after the clock may have been set back. Work planned for a time that is now far
    /// away must not wait for it.
    fn clamp_timers(&mut self, now: Timestamp) {
        if planted::is(Bug::ClockBackStalls) {
            return;
        }
        let at_most = |wait| now.saturating_add(wait).unwrap_or(Timestamp::MAX);
        self.claim_at = self.claim_at.min(at_most(self.worker.options.check_every));
        self.confirm_at = self.confirm_at.min(at_most(self.worker.options.lease_check_every()));
        self.settle_at = self.settle_at.min(at_most(self.worker.options.check_every));
    }

    /// Releases leases and settles known results, within [`SHUTDOWN_TIMEOUT`]: a silent store must not keep the process
    /// from ending. Leases that could not be released are claimed by other nodes when they expire.
    async fn end(mut self) {
        let mut tasks = std::mem::take(&mut self.tasks);
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, self.shut_down(&mut tasks)).await.is_err() {
            let problem = format!("could not release all leases within {} s", SHUTDOWN_TIMEOUT.as_secs());
            self.worker.events.alarm(Alarm::StoreDown { problem });
        }
        tasks.shutdown().await;
    }

    async fn shut_down(&mut self, tasks: &mut JoinSet<TaskReport>) {
        let mut leases = self.in_progress.take_waiting();
        let stopped = self.in_progress.stop_all();
        leases.extend(stopped.into_iter().filter(|_| !planted::is(Bug::HardStopKeepsLeases)));
        leases.extend(self.in_progress.take_without_slot().iter().map(|release| release.lease));
        // Occurrences that are being settled have had their effect: cut off here, they would be sent again. A
        // claim in progress may have been granted and would leave its leases behind, as would a release that is
        // cut off.
        while (self.settling > 0
            || self.is_claiming
            || self.in_progress.confirming > 0
            || self.in_progress.at_store > 0)
            && let Some(done) = tasks.join_next().await
        {
            match done {
                Ok(TaskReport::SettleResult(attempted, answer)) => self.settled(attempted, answer),
                Ok(TaskReport::ConfirmResult(leased, _)) => {
                    self.in_progress.confirming -= leased.len();
                    leases.extend(leased.iter().map(|it| lease_of(&it.occurrence)));
                }
                Ok(TaskReport::ClaimResult(answer)) => {
                    self.is_claiming = false;
                    let leased = answer.map(|(brought, _)| brought.leased).unwrap_or_default();
                    leases.extend(leased.iter().map(|it| lease_of(&it.occurrence)));
                }
                Ok(TaskReport::Released(count)) => self.in_progress.at_store -= count,
                // Runs have been stopped; the other reports no longer matter.
                Ok(_) | Err(_) => {}
            }
        }
        let attempted = self.in_progress.take_attempted(usize::MAX);
        for batch in attempted.chunks(self.worker.options.batch_max) {
            if let Err(error) = guarded(self.worker.settle(batch, self.worker.options.ahead_for)).await {
                self.worker.events.alarm(Alarm::StoreDown { problem: error.to_string() });
            }
        }
        if !planted::is(Bug::ReleaseOnDrainForgotten) {
            let releases: Vec<Release> = leases.into_iter().map(Release::from).collect();
            self.worker.release(&releases).await;
        }
    }
}

impl Worker {
    pub(super) async fn release(&self, releases: &[Release]) {
        for batch in releases.chunks(self.options.batch_max) {
            // A lease that cannot be released expires, and another node claims the occurrence.
            if let Err(error) = guarded(self.store.release(batch, self.clock.now())).await {
                self.events.alarm(Alarm::StoreDown { problem: error.to_string() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use async_trait::async_trait;

    use super::*;
    use crate::clock::Clock;
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
