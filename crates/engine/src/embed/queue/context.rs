//! What a worker's function is told about the work it is called for.

use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

use crate::id::{Fence, OccurrenceId, ScheduleId, WorkItemId};
use crate::occurrence::Trigger;
use crate::work_envelope::WorkEnvelope;
use crate::work_item::WorkItem;

/// One attempt at a work item. Clones tell of the same attempt.
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

    /// The item's own number.
    pub fn id(&self) -> WorkItemId {
        self.item.id
    }

    /// Its identity in the queue; of work that a schedule asked for, the idempotency key. Hand it to whatever must not
    /// happen twice.
    pub fn key(&self) -> &str {
        &self.item.work.key
    }

    /// Which attempt it is, counted from 1.
    pub fn attempt(&self) -> u32 {
        self.item.attempt
    }

    /// How many attempts there are in all.
    pub fn max_attempts(&self) -> u32 {
        self.item.work.max_attempts
    }

    /// The number of the lease it is done under; it only rises.
    pub fn fence(&self) -> Fence {
        self.item.fence
    }

    /// The schedule that asked for it.
    pub fn schedule(&self) -> Option<&ScheduleId> {
        self.envelope.schedule_id.as_ref()
    }

    /// Its occurrence.
    pub fn occurrence(&self) -> Option<OccurrenceId> {
        self.envelope.occurrence_id
    }

    /// What the rule says: the time it stands for.
    pub fn scheduled_at(&self) -> Option<Timestamp> {
        self.envelope.scheduled_at
    }

    /// Why the occurrence exists.
    pub fn trigger(&self) -> Option<Trigger> {
        self.envelope.trigger
    }

    /// When it should be done: the end of its period.
    pub fn due_at(&self) -> Option<Timestamp> {
        self.envelope.due_at
    }

    /// All that came with the payload.
    pub fn envelope(&self) -> &WorkEnvelope {
        &self.envelope
    }

    /// Fires when the work is to stop: its lease was lost, or the worker ends.
    pub fn cancellation(&self) -> &CancellationToken {
        &self.cancel
    }
}
