//! What a handler is told about the run it is called for.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

use super::Run;
use crate::event::Event;
use crate::id::{Fence, OccurrenceId, ScheduleKey};
use crate::idempotency::IdempotencyKey;
use crate::ledger::check::cut;
use crate::occurrence::Trigger;

/// No line of a run's log is longer, in bytes; the rest is cut.
pub const LOG_LINE_BYTES_MAX: usize = 4_096;
/// No attempt logs more lines; the rest is left out.
pub const LOG_LINES_MAX: usize = 1_000;

/// One attempt, as its handler sees it. Clones tell of the same attempt.
#[derive(Clone, Debug)]
pub struct RunContext {
    run: Run,
    logged: Arc<AtomicUsize>,
}

impl RunContext {
    /// The context of an attempt.
    pub(super) fn new(run: Run) -> Self {
        Self { run, logged: Arc::default() }
    }

    /// Whose schedule it is, and what it is called.
    pub fn schedule(&self) -> &ScheduleKey {
        &self.run.occurrence.schedule
    }

    /// The occurrence's row in the ledger.
    pub fn occurrence(&self) -> OccurrenceId {
        self.run.occurrence.id
    }

    /// What the rule says: the time this run stands for, however late it is.
    pub fn nominal_at(&self) -> Timestamp {
        self.run.occurrence.planned.nominal_at
    }

    /// The nominal time and its jitter.
    pub fn due_at(&self) -> Timestamp {
        self.run.occurrence.planned.due_at
    }

    /// When this attempt began.
    pub fn started_at(&self) -> Timestamp {
        self.run.started_at
    }

    /// The name of the period it stands for, such as `2026-W05`.
    pub fn period_key(&self) -> &str {
        &self.run.occurrence.planned.period_key
    }

    /// Where that period begins and ends; only rules of calendar periods have one.
    pub fn period(&self) -> Option<(Timestamp, Timestamp)> {
        self.run.occurrence.planned.period
    }

    /// Which of the schedule's targets it is for; empty when there is one.
    pub fn discriminator(&self) -> &str {
        &self.run.occurrence.planned.discriminator
    }

    /// Which attempt it is, counted from 1.
    pub fn attempt(&self) -> u32 {
        self.run.occurrence.attempt
    }

    /// The number of the lease it runs under. It only rises, so whoever keeps the highest can refuse a run whose lease was
    /// taken over while it stood still.
    pub fn fence(&self) -> Fence {
        self.run.occurrence.fence
    }

    /// The same for every attempt at this occurrence, and for no other: hand it to whatever must not happen twice.
    pub fn idempotency_key(&self) -> IdempotencyKey {
        self.run.idempotency_key()
    }

    /// Why the occurrence exists.
    pub fn trigger(&self) -> Trigger {
        self.run.occurrence.planned.trigger
    }

    /// What whoever fired it by hand called their request.
    pub fn correlation_id(&self) -> Option<&str> {
        self.run.occurrence.planned.correlation_id.as_deref()
    }

    /// When the attempt is stopped; none when its schedule has no timeout.
    pub fn deadline(&self) -> Option<Timestamp> {
        let timeout = self.run.definition.timeout?;
        Some(self.run.started_at.saturating_add(timeout.duration()).unwrap_or(Timestamp::MAX))
    }

    /// Fires when the run is to stop: it was canceled, its time or its lease is over, the node goes down.
    pub fn cancellation(&self) -> &CancellationToken {
        &self.run.cancel
    }

    /// Adds a line to the run's log.
    ///
    /// Lines are told as [`Event::Logged`] to whoever listens at that time; the ledger does not keep them. At most
    /// [`LOG_LINES_MAX`] lines of [`LOG_LINE_BYTES_MAX`] bytes are told for one attempt.
    pub fn log(&self, line: impl AsRef<str>) {
        let number = self.logged.fetch_add(1, Ordering::Relaxed);
        if number >= LOG_LINES_MAX {
            return;
        }
        self.run.events.tell(|| Event::Logged {
            schedule: self.schedule().clone(),
            occurrence: self.occurrence(),
            attempt: self.attempt(),
            line: cut(line.as_ref(), LOG_LINE_BYTES_MAX).to_owned(),
        });
    }
}
