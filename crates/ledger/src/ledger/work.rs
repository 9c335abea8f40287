//! The effect of each state transition on a work item, and the lease it requires.

use jiff::Timestamp;
use serde_json::json;

use crate::ledger::{WorkEnding, WorkLease};
use crate::model::{By, Fence, MESSAGE_BYTES_MAX, NewEntry, NewWorkItem, NodeId, WorkItem, WorkItemId, WorkState, cut};

/// Error of a work item whose workers were all lost.
pub const LEASE_EXHAUSTED: &str = "the lease expired and no attempts are left";

impl WorkItem {
    /// Creates a queued item.
    pub fn new(id: WorkItemId, work: NewWorkItem, now: Timestamp) -> Self {
        Self {
            id,
            work,
            state: WorkState::Queued,
            attempt: 0,
            fence: Fence(0),
            lease_owner: None,
            lease_until: None,
            created_at: now,
            ended_at: None,
            result: None,
            error: None,
        }
    }

    /// Leases the item and counts the attempt. If no attempts are left, the item becomes a dead letter and the
    /// result is `false`.
    pub fn start(&mut self, owner: &NodeId, until: Timestamp, fence_floor: Fence, now: Timestamp) -> bool {
        if self.state == WorkState::Running && self.attempt >= self.work.max_attempts {
            self.end(WorkState::Dead, now);
            self.error = Some(LEASE_EXHAUSTED.to_owned());
            return false;
        }
        self.state = WorkState::Running;
        self.attempt += 1;
        self.fence = Fence(self.fence.max(fence_floor).0 + 1);
        self.lease_owner = Some(owner.clone());
        self.lease_until = Some(until);
        self.work.ready_at = until;
        true
    }

    /// Extends the lease. Returns whether the lease is still valid.
    pub fn extend(&mut self, lease: WorkLease, until: Timestamp) -> bool {
        let is_held = self.state == WorkState::Running && self.fence == lease.fence;
        if is_held {
            self.lease_until = Some(until);
            self.work.ready_at = until;
        }
        is_held
    }

    /// Records the result. Returns whether the report is valid: recorded now, or recorded before under the same
    /// lease.
    pub fn finish(&mut self, lease: WorkLease, ending: &WorkEnding, now: Timestamp) -> bool {
        if self.fence != lease.fence {
            return false;
        }
        if self.state != WorkState::Running {
            return self.state == self.state_after(ending);
        }
        match ending {
            WorkEnding::Complete { result } => {
                self.end(WorkState::Completed, now);
                self.result = Some(result.clone());
                self.error = None;
            }
            WorkEnding::Fail { error, retry_at } => {
                match retry_at.filter(|_| self.attempt < self.work.max_attempts) {
                    Some(at) => {
                        self.state = WorkState::Queued;
                        self.work.ready_at = at;
                        self.lease_until = None;
                    }
                    None => self.end(WorkState::Dead, now),
                }
                self.error = Some(cut(error, MESSAGE_BYTES_MAX).to_owned());
            }
        }
        true
    }

    /// Enqueues a dead letter again. The fence is raised, so that an old report cannot settle the item.
    pub fn replay(&mut self, now: Timestamp) {
        self.state = WorkState::Queued;
        self.attempt = 0;
        self.fence = Fence(self.fence.0 + 1);
        self.work.ready_at = now;
        self.ended_at = None;
        self.lease_owner = None;
    }

    fn end(&mut self, state: WorkState, now: Timestamp) {
        self.state = state;
        self.ended_at = Some(now);
        self.work.ready_at = now;
        self.lease_until = None;
    }

    fn state_after(&self, ending: &WorkEnding) -> WorkState {
        match ending {
            WorkEnding::Complete { .. } => WorkState::Completed,
            WorkEnding::Fail { retry_at: Some(_), .. } if self.attempt < self.work.max_attempts => WorkState::Queued,
            WorkEnding::Fail { .. } => WorkState::Dead,
        }
    }
}

/// Builds the audit entry of a replay.
pub fn replay_entry(ids: &[WorkItemId], replayed: &[bool], by: &By) -> NewEntry {
    let replayed: Vec<WorkItemId> =
        ids.iter().zip(replayed).filter(|(_, replayed)| **replayed).map(|(id, _)| *id).collect();
    NewEntry {
        by: by.clone(),
        action: "work_item.replay".to_owned(),
        object: "work_items".to_owned(),
        detail: json!({"ids": replayed}).to_string(),
    }
}
