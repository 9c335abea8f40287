//! The end of a worker: it settles known results and releases its leases, within a time limit.

use std::time::Duration;

use tokio::task::JoinSet;

use super::guarded;
use super::state::lease_of;
use super::worker_loop::{TaskReport, WorkerLoop};
use crate::observe::Alarm;
use crate::store::Release;

/// Maximum time that a worker takes to settle and to release its leases when it stops immediately.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

impl WorkerLoop {
    /// Releases leases and settles known results, within [`SHUTDOWN_TIMEOUT`]: a silent store must not keep the process
    /// from ending. Leases that could not be released are claimed by other nodes when they expire.
    pub(super) async fn end(mut self) {
        let mut tasks = std::mem::take(&mut self.tasks);
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, self.shut_down(&mut tasks)).await.is_err() {
            let problem = format!("could not release all leases within {} s", SHUTDOWN_TIMEOUT.as_secs());
            self.worker.events.alarm(Alarm::StoreDown { problem });
        }
        tasks.shutdown().await;
    }

    async fn shut_down(&mut self, tasks: &mut JoinSet<TaskReport>) {
        let mut leases = self.in_progress.take_waiting();
        leases.extend(self.in_progress.stop_all());
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
                    let leased = answer.map(|(batch, _)| batch.leased).unwrap_or_default();
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
        let releases: Vec<Release> = leases.into_iter().map(Release::from).collect();
        self.worker.release(&releases).await;
    }
}
