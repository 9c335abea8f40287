//! Reports recorded results, and handles their consequences for the schedules.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use super::{AttemptResult, Worker};
use crate::model::cut;
use crate::model::{By, FailReason, Occurrence, ScheduleKey, ScheduleUid, Status};
use crate::observe::metrics::RunResult;
use crate::observe::{Alarm, Event, trace};
use crate::store::{ChangeStatus, Ending, ExpectedVersion, StoreError};

/// Maximum length of the receiver's message in the pause note, in bytes.
const NOTE_BYTES_MAX: usize = 512;

/// Schedules that have failed and not recovered since, as far as this node knows.
#[derive(Debug, Default)]
pub(super) struct FailureTracker {
    seen: Mutex<BTreeSet<ScheduleUid>>,
}

impl FailureTracker {
    fn add(&self, uid: ScheduleUid) {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(uid);
    }

    /// Removes a schedule. Returns whether it had failed.
    fn remove(&self, uid: ScheduleUid) -> bool {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).remove(&uid)
    }
}

impl Worker {
    /// Reports a recorded result, and handles its consequences.
    pub(super) async fn ended(&self, attempted: &AttemptResult, consecutive_failures: u64, at: Timestamp) {
        self.count(attempted, at);
        self.publish(attempted, at);
        // The settlement is recorded. If it were repeated because of its consequences, the others would not be
        // reported.
        if let Err(error) = self.follow_up(attempted, consecutive_failures, at).await {
            self.events.alarm(Alarm::StoreDown { problem: error.to_string() });
        }
    }

    /// Counts the result of an occurrence, and writes its log record.
    fn count(&self, attempted: &AttemptResult, at: Timestamp) {
        let AttemptResult { occurrence, definition, ending, took_for, .. } = attempted;
        let (state, reason) = (ending.state(), ending.reason());
        let metrics = self.events.metrics();
        metrics.ended(&RunResult { occurrence, state, reason, took_for: *took_for, at });
        let is_logged = trace::is_logged(ending);
        if !is_logged && !metrics.has_schedules() {
            return;
        }
        let next_run_at = self.next_runs.after(occurrence, definition.as_deref(), at);
        metrics.next_run(&occurrence.schedule, next_run_at);
        if is_logged {
            let ended = trace::Ended { occurrence, ending, node: &self.node, took_for: *took_for, next_run_at };
            trace::ended(&ended, definition.as_deref());
        }
    }

    /// Counts an occurrence that a claim has settled without a run.
    pub(super) fn ended_by_claim(&self, occurrence: &Occurrence, at: Timestamp) {
        let Occurrence { state, reason, .. } = *occurrence;
        self.events.metrics().ended(&RunResult { occurrence, state, reason, took_for: None, at });
        trace::ended_by_claim(occurrence);
    }

    /// Reports a run whose lease was lost, or was given up before that.
    pub(super) fn lease_lost(&self, occurrence: &Occurrence) {
        self.events.metrics().lease_lost(&occurrence.schedule);
        trace::lease_lost(occurrence);
    }

    pub(super) fn publish(&self, attempted: &AttemptResult, now: Timestamp) {
        let AttemptResult { occurrence, ending, .. } = attempted;
        self.events.publish(|| match ending {
            Ending::Retry { at, message } => Event::Retried {
                occurrence: Box::new(Occurrence::clone(occurrence)),
                at: *at,
                message: message.clone(),
            },
            Ending::Succeeded { .. } | Ending::Skipped { .. } | Ending::Failed { .. } => {
                let mut ended = Occurrence::clone(occurrence);
                ended.settle(ending, now);
                Event::Ended(Box::new(ended))
            }
        });
    }

    /// Handles the consequences of a failure or a success for the schedule.
    async fn follow_up(
        &self,
        attempted: &AttemptResult,
        consecutive_failures: u64,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let Occurrence { schedule, schedule_uid, .. } = &*attempted.occurrence;
        match &attempted.ending {
            Ending::Succeeded { .. } => {
                if self.failing.remove(*schedule_uid) {
                    self.events.alarm(Alarm::Recovered { schedule: schedule.clone() });
                }
                Ok(())
            }
            Ending::Failed { reason, message } => {
                self.failing.add(*schedule_uid);
                let gone = (*reason == FailReason::Gone).then(|| message.as_deref().unwrap_or_default());
                self.events.alarm(Alarm::Failing { schedule: schedule.clone(), consecutive_failures });
                let pause_after = attempted.definition.as_ref().and_then(|it| it.pause_on_failure);
                if gone.is_some() || pause_after.is_some_and(|after| consecutive_failures >= after.into()) {
                    return self.pause_after_failure(schedule, gone, now).await;
                }
                Ok(())
            }
            Ending::Skipped { .. } | Ending::Retry { .. } => Ok(()),
        }
    }

    /// Pauses the schedule if it has still failed often enough, or if its receiver is gone. `gone` is the
    /// receiver's message.
    async fn pause_after_failure(
        &self,
        key: &ScheduleKey,
        gone: Option<&str>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let Some(schedule) = self.store.schedule(key).await? else { return Ok(()) };
        let consecutive_failures = schedule.counters.consecutive_failures;
        let is_enough = schedule.definition.pause_on_failure.is_some_and(|after| consecutive_failures >= after.into());
        if !(is_enough || gone.is_some()) || schedule.status != Status::Active {
            return Ok(());
        }
        let text = match gone {
            Some(said) => format!("the receiver is gone: {}", cut(said, NOTE_BYTES_MAX)),
            None => format!("{consecutive_failures} runs failed in a row"),
        };
        let change = ChangeStatus {
            key: key.clone(),
            expect: ExpectedVersion::Exactly(schedule.revision.0),
            to: Status::Paused,
            text: Some(text),
            until: None,
            resume: None,
            by: By::engine(),
        };
        match self.store.change_status(change, now).await {
            Ok(_) => {
                self.events.alarm(Alarm::PausedOnFailure { schedule: key.clone() });
                Ok(())
            }
            // Another caller changed the schedule in the meantime. That change stays, and the next failure tries
            // again.
            Err(StoreError::Conflict { .. } | StoreError::NotFound(_) | StoreError::IllegalMove { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }
}
