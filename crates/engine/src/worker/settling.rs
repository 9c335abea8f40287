//! Settlements: the results of many runs are written in one transaction, and written again if the store fails.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::worker_loop::{Linger, TaskReport, WorkerLoop};
use super::{AttemptResult, Worker, guarded};
use crate::model::State;
use crate::observe::Alarm;
use crate::store::{Ending, Lease, Release, SettleResult, StoreError};
use crate::timing::settlement;

/// Maximum number of batches that are being settled at the same time.
pub(super) const SETTLING_MAX: usize = 2;

/// Number of results below which settling waits a moment for other runs.
const SETTLE_MIN: usize = 64;

const LINGER_FOR: Duration = Duration::from_millis(1);

/// Minimum delay of an occurrence that is put off: a time in the past would bring it back immediately, forever.
const DELAY_MIN: SignedDuration = SignedDuration::from_secs(1);

impl WorkerLoop {
    pub(super) fn settle(&mut self, now: Timestamp) {
        // The first of many results waits a moment for the others: one transaction costs the same for all of
        // them.
        if self.in_progress.should_linger(SETTLE_MIN) && self.linger != Linger::Over {
            if self.linger == Linger::No {
                self.linger = Linger::Since;
                self.tasks.spawn(async {
                    tokio::time::sleep(LINGER_FOR).await;
                    TaskReport::Lingered
                });
            }
            return;
        }
        if self.linger == Linger::Over {
            self.linger = Linger::No;
        }
        while self.in_progress.has_attempted() && self.settling < SETTLING_MAX && now >= self.settle_at {
            let most = if self.settles_singly { 1 } else { self.worker.options.batch_max };
            let attempted = self.in_progress.take_attempted(most);
            self.settling += 1;
            self.in_progress.at_store += attempted.len();
            let worker = Arc::clone(&self.worker);
            self.tasks.spawn(async move {
                let answer = guarded(worker.settle(&attempted, worker.options.ahead_for)).await;
                TaskReport::SettleResult(attempted, answer)
            });
        }
    }

    pub(super) fn settled(&mut self, attempted: Vec<AttemptResult>, answer: Result<(), StoreError>) {
        self.settling -= 1;
        self.in_progress.at_store -= attempted.len();
        let now = self.worker.clock.now();
        match answer {
            Ok(()) => {
                self.settle_backoff.reset();
                self.settles_singly &= self.in_progress.has_attempted();
            }
            Err(error) if is_retryable(&error) || attempted.len() > 1 => {
                self.settles_singly |= !is_retryable(&error);
                self.settle_at = now.saturating_add(self.settle_backoff.next_wait()).unwrap_or(now);
                self.in_progress.keep_attempted(attempted);
                self.worker.events.alarm(Alarm::StoreDown { problem: error.to_string() });
            }
            // The store refuses this one settlement: its lease expires, and attempts are counted.
            Err(error) => self.worker.events.alarm(Alarm::StoreDown { problem: error.to_string() }),
        }
    }
}

impl Worker {
    /// Settles a batch, and releases delayed occurrences. The call may be repeated with the same batch.
    ///
    /// # Errors
    /// If the store fails. Nothing was written, or the same call may be repeated.
    pub(crate) async fn settle(
        &self,
        attempted: &[AttemptResult],
        ahead_for: SignedDuration,
    ) -> Result<(), StoreError> {
        let now = self.clock.now();
        // Results that a handler has settled itself only need to be reported.
        let (mut held, due): (Vec<&AttemptResult>, Vec<&AttemptResult>) =
            attempted.iter().partition(|one| one.own.held().is_some());
        let (delayed, ended): (Vec<&AttemptResult>, Vec<&AttemptResult>) =
            due.into_iter().partition(|one| one.delayed_until.is_some());
        if !ended.is_empty() {
            let of = |one: &&AttemptResult| {
                settlement(&one.occurrence, one.definition.as_deref(), self.kept(one), one.work.clone(), now)
            };
            let answers = self.store.settle(ended.iter().map(of).collect(), now).await?;
            for (one, answer) in ended.into_iter().zip(answers) {
                match answer {
                    SettleResult::Done => self.ended(one, 0, now).await,
                    SettleResult::Failed { in_a_row } => self.ended(one, in_a_row, now).await,
                    // The handler settled the occurrence itself and did not get the answer; the ledger has it.
                    SettleResult::Already(State::Succeeded) => held.extend(one.own.asked().map(|_| one)),
                    SettleResult::Already(_) => {}
                    SettleResult::LeaseLost => self.lease_lost(&one.occurrence),
                }
            }
        }
        self.put_off(&delayed, ahead_for, now).await?;
        // Nothing can fail after this point, so a repeated batch reports nothing twice.
        for one in held {
            if let Some((ending, at)) = one.own.asked() {
                self.ended(&AttemptResult { ending, ..one.clone() }, 0, at).await;
            }
        }
        Ok(())
    }

    /// Releases occurrences that run later. This comes after settling: a repeated batch settles nothing twice.
    async fn put_off(
        &self,
        delayed: &[&AttemptResult],
        ahead_for: SignedDuration,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        if delayed.is_empty() {
            return Ok(());
        }
        let soonest = now.saturating_add(DELAY_MIN).unwrap_or(now);
        // New occurrences are leased this long ahead of their time; this one must not come back before its time.
        let ready_at = |until: Timestamp| until.max(soonest).saturating_add(ahead_for).unwrap_or(until);
        let release = |one: &&AttemptResult| Release {
            lease: Lease { id: one.occurrence.id, fence: one.occurrence.fence },
            ready_at: one.delayed_until.map(ready_at),
        };
        let releases: Vec<Release> = delayed.iter().map(release).collect();
        for (one, is_held) in delayed.iter().zip(self.store.release(&releases, now).await?) {
            if is_held {
                self.publish(one, now);
            } else {
                self.lease_lost(&one.occurrence);
            }
        }
        Ok(())
    }

    /// Returns the ending to record, reduced to the history level.
    fn kept(&self, attempted: &AttemptResult) -> Ending {
        let AttemptResult { occurrence, definition, ending, account, .. } = attempted;
        let level = self.options.history.of(&occurrence.schedule.tenant, definition.as_deref());
        level.kept(ending.clone(), || account.read()?.text())
    }
}

/// Returns whether the same settlement may succeed later: a full disk is cleared, an outage ends.
fn is_retryable(error: &StoreError) -> bool {
    error.is_transient() || matches!(error, StoreError::ReadOnly(_))
}
