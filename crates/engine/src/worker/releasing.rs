//! Releases: leases that are not used are released, so that other nodes need not wait until they expire.

use std::sync::Arc;

use super::worker_loop::{TaskReport, WorkerLoop};
use super::{Worker, guarded};
use crate::observe::Alarm;
use crate::store::{Lease, Release};

impl WorkerLoop {
    /// Releases leases while the loop continues: runs must be renewed in the meantime.
    pub(super) fn release_leases(&mut self, leases: Vec<Lease>) {
        self.release_until(leases.into_iter().map(Release::from).collect());
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
