//! Information for a handler about the run it is called for.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

use super::Run;
use crate::model::cut;
use crate::model::{Fence, IdempotencyKey, OccurrenceId, ScheduleKey, Trigger};
use crate::observe::Event;

/// Maximum length of a log record of a run in bytes. Longer lines are truncated.
pub const LOG_LINE_BYTES_MAX: usize = 4_096;
/// Maximum number of log records per attempt. Further lines are dropped.
pub const LOG_LINES_MAX: usize = 1_000;

/// One attempt as its handler sees it. Clones share the same attempt.
#[derive(Clone, Debug)]
pub struct RunContext {
    run: Run,
    logged: Arc<AtomicUsize>,
}

impl RunContext {
    /// Creates the context of an attempt.
    pub(crate) fn new(run: Run) -> Self {
        Self { run, logged: Arc::default() }
    }

    /// Returns tenant and ID of the schedule.
    pub fn schedule(&self) -> &ScheduleKey {
        &self.run.occurrence.schedule
    }

    /// Returns the ID of the occurrence in the ledger.
    pub fn occurrence(&self) -> OccurrenceId {
        self.run.occurrence.id
    }

    /// Returns the nominal time, which is the time the recurrence yields, however late the run is.
    pub fn nominal_at(&self) -> Timestamp {
        self.run.occurrence.planned.nominal_at
    }

    /// Returns the due time: the nominal time plus jitter.
    pub fn due_at(&self) -> Timestamp {
        self.run.occurrence.planned.due_at
    }

    /// Returns the start of this attempt.
    pub fn started_at(&self) -> Timestamp {
        self.run.started_at
    }

    /// Returns the key of the period, such as `2026-W05`.
    pub fn period_key(&self) -> &str {
        &self.run.occurrence.planned.period_key
    }

    /// Returns start and end of the period. Only recurrences with calendar periods have one.
    pub fn period(&self) -> Option<(Timestamp, Timestamp)> {
        self.run.occurrence.planned.period
    }

    /// Returns the discriminator, which names one of several targets of the schedule. Empty when there is only
    /// one.
    pub fn discriminator(&self) -> &str {
        &self.run.occurrence.planned.discriminator
    }

    /// Returns the number of this attempt, counted from 1.
    pub fn attempt(&self) -> u32 {
        self.run.occurrence.attempt
    }

    /// Returns the fencing token of the lease. Tokens only increase, so a receiver that stores the highest
    /// token can reject a run whose lease was taken over while the run was suspended.
    pub fn fence(&self) -> Fence {
        self.run.occurrence.fence
    }

    /// Returns the idempotency key: the same for every attempt of this occurrence, and different for every
    /// other occurrence. Pass it to every system whose effect must not happen twice.
    pub fn idempotency_key(&self) -> IdempotencyKey {
        self.run.idempotency_key()
    }

    /// Returns the reason why the occurrence exists.
    pub fn trigger(&self) -> Trigger {
        self.run.occurrence.planned.trigger
    }

    /// Returns the correlation ID given by the caller of a manual run.
    pub fn correlation_id(&self) -> Option<&str> {
        self.run.occurrence.planned.correlation_id.as_deref()
    }

    /// Returns the time at which the attempt is stopped, or `None` if the schedule has no timeout.
    pub fn deadline(&self) -> Option<Timestamp> {
        let timeout = self.run.definition.timeout?;
        Some(self.run.started_at.saturating_add(timeout.duration()).unwrap_or(Timestamp::MAX))
    }

    /// Returns the token that is canceled when the run has to stop: the run was canceled, its timeout or its
    /// lease expired, or the node shuts down.
    pub fn cancellation(&self) -> &CancellationToken {
        &self.run.cancel
    }

    /// Adds a line to the run's log.
    ///
    /// Lines are emitted as [`Event::Logged`] to the current subscribers; the ledger does not keep them. At
    /// most [`LOG_LINES_MAX`] lines of [`LOG_LINE_BYTES_MAX`] bytes are emitted per attempt.
    pub fn log(&self, line: impl AsRef<str>) {
        let number = self.logged.fetch_add(1, Ordering::Relaxed);
        if number >= LOG_LINES_MAX {
            return;
        }
        self.run.events.publish(|| Event::Logged {
            schedule: self.schedule().clone(),
            occurrence: self.occurrence(),
            attempt: self.attempt(),
            line: cut(line.as_ref(), LOG_LINE_BYTES_MAX).to_owned(),
        });
    }
}
