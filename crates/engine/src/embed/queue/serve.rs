//! The loop of a queue worker: claims as many items as it has free slots, processes each item in a task of its
//! own, and drains at the end.
//!
//! A task owns its item: it calls the function, renews the lease meanwhile, and records the result. A slow store
//! or a slow function therefore delays only its own item, and everything can be dropped at any moment, as in a crash.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::Length;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::WorkQueue;
use super::function::{AttemptResult, Function};
use super::options::WorkOptions;
use crate::backoff::Backoff;
use crate::clock::Clock;
use crate::control::{retry_at, wait_for_wake_up, without_nul};
use crate::model::WorkItem;
use crate::observe::Alarm;
use crate::store::WorkEnding;

/// Poll interval for work that no wake-up announces: work enqueued by other processes, and retries.
const LOOK_EVERY: SignedDuration = SignedDuration::from_secs(1);
/// Maximum wait before the next call to a store that is unavailable.
const BACKOFF_MAX: SignedDuration = SignedDuration::from_secs(10);
/// Maximum number of items per claim.
const CLAIM_MAX: usize = 1_000;
/// Number of renewals per lease duration.
const RENEWALS: i32 = 3;

/// A worker of one queue.
pub(super) struct Worker {
    pub(super) queue: WorkQueue,
    pub(super) options: WorkOptions,
    pub(super) function: Function,
}

impl Worker {
    /// Processes items until `stop` is canceled, then drains.
    pub(super) async fn serve(self: Arc<Self>, stop: CancellationToken) {
        let places = self.options.concurrency.max(1);
        let release = CancellationToken::new();
        let mut tasks = JoinSet::new();
        let mut wakes = self.queue.refrain.store().wakes();
        let mut backoff = Backoff::new(BACKOFF_MAX);
        while !stop.is_cancelled() {
            while tasks.try_join_next().is_some() {}
            // Items that arrive after this line wake the loop; items that arrived before it are seen by the claim.
            wakes.mark_unchanged();
            let mut wait = LOOK_EVERY;
            let free = places - tasks.len();
            if free > 0 {
                match self.queue.claim(free.min(CLAIM_MAX), self.options.lease).await {
                    Ok(items) => {
                        backoff.reset();
                        for item in items {
                            tasks.spawn(Arc::clone(&self).own(item, release.clone()));
                        }
                    }
                    Err(error) => {
                        wait = backoff.next_wait();
                        self.queue.refrain.events().alarm(Alarm::StoreDown { problem: error.to_string() });
                    }
                }
            }
            let is_full = tasks.len() >= places;
            tokio::select! {
                () = stop.cancelled() => {}
                () = wait_for_wake_up(&mut wakes), if !is_full => {}
                () = self.sleep(wait), if !is_full => {}
                Some(_) = tasks.join_next() => {}
            }
        }
        tokio::select! {
            () = join_all(&mut tasks) => {}
            () = self.sleep(self.options.drain.duration()) => {}
        }
        release.cancel();
        join_all(&mut tasks).await;
    }

    /// Processes one item from its claim to its result.
    async fn own(self: Arc<Self>, item: WorkItem, release: CancellationToken) {
        let cancel = CancellationToken::new();
        // When this task ends, everything that the function has started on the side is canceled too.
        let _end = cancel.clone().drop_guard();
        let done = tokio::select! {
            done = self.function.call(item.clone(), cancel) => done,
            () = self.renew_lease(&item) => return,
            () = release.cancelled() => {
                // A lease that ends now makes the item claimable by any worker. If the store cannot be reached,
                // the lease expires by itself.
                self.queue.extend(&item, Length::from_seconds(0)).await.ok();
                return;
            }
        };
        self.record(&item, done).await;
    }

    /// Renews the lease, and returns when the lease is lost.
    async fn renew_lease(&self, item: &WorkItem) {
        let lease_for = self.options.lease.duration();
        let until = |now: Timestamp| now.saturating_add(lease_for).unwrap_or(Timestamp::MAX);
        let mut held_until = item.lease_until.unwrap_or(Timestamp::MAX);
        loop {
            self.sleep(lease_for / RENEWALS).await;
            let now = self.clock().now();
            match self.queue.extend(item, self.options.lease).await {
                Ok(true) => held_until = until(now),
                Ok(false) => return,
                Err(_) if self.clock().now() >= held_until => return,
                Err(_) => {}
            }
        }
    }

    /// Records the result, retrying for as long as the lease may last. If it cannot be recorded, another worker
    /// repeats the item.
    async fn record(&self, item: &WorkItem, done: AttemptResult) {
        let give_up_at = self.clock().now().saturating_add(self.options.lease.duration()).unwrap_or(Timestamp::MAX);
        let mut backoff = Backoff::new(BACKOFF_MAX);
        loop {
            let now = self.clock().now();
            let ending = match &done {
                AttemptResult::Succeeded(result) => WorkEnding::Complete { result: result.clone() },
                AttemptResult::Failed(error) => {
                    WorkEnding::Fail { error: without_nul(error), retry_at: Some(retry_at(item.attempt, now)) }
                }
                AttemptResult::Rejected(error) => WorkEnding::Fail { error: without_nul(error), retry_at: None },
            };
            match self.queue.end(item, ending).await {
                Ok(_) => return,
                Err(error) if now >= give_up_at => {
                    return self.queue.refrain.events().alarm(Alarm::StoreDown { problem: error.to_string() });
                }
                Err(_) => self.sleep(backoff.next_wait()).await,
            }
        }
    }

    fn clock(&self) -> &Arc<dyn Clock> {
        &self.queue.refrain.shared.clock
    }

    async fn sleep(&self, wait: SignedDuration) {
        let until = self.clock().now().saturating_add(wait).unwrap_or(Timestamp::MAX);
        self.clock().sleep_until(until).await;
    }
}

async fn join_all(tasks: &mut JoinSet<()>) {
    while tasks.join_next().await.is_some() {}
}
