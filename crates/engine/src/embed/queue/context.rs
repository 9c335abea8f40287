//! Context of a work item, passed to the worker's function.

use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

use crate::delivery::WorkEnvelope;
use crate::model::{Fence, OccurrenceId, ScheduleId, Trigger, WorkItem, WorkItemId};

/// One attempt of a work item. Clones describe the same attempt.
#[derive(Clone, Debug)]
pub struct WorkContext {
    item: WorkItem,
    envelope: WorkEnvelope,
    cancel: CancellationToken,
}

impl WorkContext {
    pub(super) fn new(item: WorkItem, envelope: WorkEnvelope, cancel: CancellationToken) -> Self {
        Self { item, envelope, cancel }
    }

    /// Returns the ID of the item.
    pub fn id(&self) -> WorkItemId {
        self.item.id
    }

    /// Returns the key of the item within its queue. For work that a schedule requested, it is the idempotency
    /// key. Pass it to any system that must not repeat an effect.
    pub fn key(&self) -> &str {
        &self.item.work.key
    }

    /// Returns the number of the attempt, starting at 1.
    pub fn attempt(&self) -> u32 {
        self.item.attempt
    }

    /// Returns the maximum number of attempts.
    pub fn max_attempts(&self) -> u32 {
        self.item.work.max_attempts
    }

    /// Returns the fencing token of the lease. It only increases.
    pub fn fence(&self) -> Fence {
        self.item.fence
    }

    /// Returns the schedule that requested the work, if any.
    pub fn schedule(&self) -> Option<&ScheduleId> {
        self.envelope.schedule_id.as_ref()
    }

    /// Returns the occurrence that requested the work, if any.
    pub fn occurrence(&self) -> Option<OccurrenceId> {
        self.envelope.occurrence_id
    }

    /// Returns the nominal time of the occurrence, if any: the instant that the recurrence yields.
    pub fn scheduled_at(&self) -> Option<Timestamp> {
        self.envelope.scheduled_at
    }

    /// Returns why the occurrence exists, if there is one.
    pub fn trigger(&self) -> Option<Trigger> {
        self.envelope.trigger
    }

    /// Returns when the work should be done, if known: the end of its period.
    pub fn due_at(&self) -> Option<Timestamp> {
        self.envelope.due_at
    }

    /// Returns the envelope: everything that came with the payload. The payload itself has been removed from it.
    pub fn envelope(&self) -> &WorkEnvelope {
        &self.envelope
    }

    /// Returns the token that is canceled when the work must stop: its lease was lost, or the worker is stopping.
    pub fn cancellation(&self) -> &CancellationToken {
        &self.cancel
    }
}
