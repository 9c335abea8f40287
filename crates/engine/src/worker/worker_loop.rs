//! A worker in its loop: everything that the verbs of the worker read and change, and the reports of their tasks.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::task::JoinSet;

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

/// Result of a claim.
#[derive(Debug)]
pub(crate) struct ClaimBatch {
    /// Time of the request. An occurrence that is due later was leased ahead of its due time.
    pub(crate) asked_at: Timestamp,
    pub(crate) leased: Vec<LeasedOccurrence>,
    pub(crate) ended: usize,
    pub(crate) has_more: bool,
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

    /// Limits every waiting time after the clock may have been set back. Work planned for a time that is now far
    /// away must not wait for it.
    pub(super) fn clamp_timers(&mut self, now: Timestamp) {
        let at_most = |wait| now.saturating_add(wait).unwrap_or(Timestamp::MAX);
        self.claim_at = self.claim_at.min(at_most(self.worker.options.check_every));
        self.confirm_at = self.confirm_at.min(at_most(self.worker.options.lease_check_every()));
        self.settle_at = self.settle_at.min(at_most(self.worker.options.check_every));
    }
}
