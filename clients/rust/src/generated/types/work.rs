// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `work`.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ledger::WorkItem;
use super::policies::Priority;
use crate::values::Seconds;

/// A request for work items.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ClaimRequest {
    /// Queue name.
    pub queue: String,
    /// Length of the lease. Default: 30 seconds. Maximum: 24 hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lease: Option<Seconds>,
    /// Maximum number of work items. Default: 1. Maximum: 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Time to wait for work. Default: 0. Maximum: 30 seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<Seconds>,
    /// Name of the worker, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
}

impl ClaimRequest {
    /// Creates the value with its required fields.
    pub fn new(queue: impl Into<String>) -> Self {
        Self { queue: queue.into(), lease: None, limit: None, wait: None, worker: None }
    }

    /// Sets `lease`: length of the lease.
    #[must_use]
    pub fn with_lease(mut self, lease: impl Into<Seconds>) -> Self {
        self.lease = Some(lease.into());
        self
    }

    /// Sets `limit`: maximum number of work items.
    #[must_use]
    pub fn with_limit(mut self, limit: u32) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Sets `wait`: time to wait for work.
    #[must_use]
    pub fn with_wait(mut self, wait: impl Into<Seconds>) -> Self {
        self.wait = Some(wait.into());
        self
    }

    /// Sets `worker`: name of the worker, for people.
    #[must_use]
    pub fn with_worker(mut self, worker: impl Into<String>) -> Self {
        self.worker = Some(worker.into());
        self
    }
}

/// Claimed work items.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ClaimResult {
    /// Work items. Empty if there were none.
    pub items: Vec<WorkItem>,
}

/// A request to complete a work item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CompleteRequest {
    /// Fencing token of the claim.
    pub fence: i64,
    /// Result, stored with the work item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
}

impl CompleteRequest {
    /// Creates the value with its required fields.
    pub fn new(fence: i64) -> Self {
        Self { fence, result: None }
    }

    /// Sets `result`: result, stored with the work item.
    #[must_use]
    pub fn with_result(mut self, result: impl Into<Value>) -> Self {
        self.result = Some(result.into());
        self
    }
}

/// A work item to enqueue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EnqueueRequest {
    /// Queue name. A queue is created with its first work item.
    pub queue: String,
    /// Payload for the worker.
    pub payload: Value,
    /// Identity of the work item in the queue. Default: the request's `Idempotency-Key`, or a generated key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Priority. Default: `normal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    /// Earliest time of the first claim. Default: now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready_at: Option<Timestamp>,
}

impl EnqueueRequest {
    /// Creates the value with its required fields.
    pub fn new(queue: impl Into<String>, payload: impl Into<Value>) -> Self {
        Self { queue: queue.into(), payload: payload.into(), key: None, priority: None, ready_at: None }
    }

    /// Sets `key`: identity of the work item in the queue.
    #[must_use]
    pub fn with_key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Sets `priority`: priority.
    #[must_use]
    pub fn with_priority(mut self, priority: impl Into<Priority>) -> Self {
        self.priority = Some(priority.into());
        self
    }

    /// Sets `ready_at`: earliest time of the first claim.
    #[must_use]
    pub fn with_ready_at(mut self, ready_at: Timestamp) -> Self {
        self.ready_at = Some(ready_at);
        self
    }
}

/// Result of enqueuing a work item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EnqueueResult {
    /// Work item ID.
    pub id: i64,
    /// Whether the queue already had a work item with that key.
    pub existing: bool,
}

/// A request to extend a lease.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ExtendRequest {
    /// Fencing token of the claim.
    pub fence: i64,
    /// Length of the lease from now on. Default: 30 seconds. Maximum: 24 hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lease: Option<Seconds>,
}

impl ExtendRequest {
    /// Creates the value with its required fields.
    pub fn new(fence: i64) -> Self {
        Self { fence, lease: None }
    }

    /// Sets `lease`: length of the lease from now on.
    #[must_use]
    pub fn with_lease(mut self, lease: impl Into<Seconds>) -> Self {
        self.lease = Some(lease.into());
        self
    }
}

/// A request to fail a work item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FailRequest {
    /// Fencing token of the claim.
    pub fence: i64,
    /// Error message.
    pub error: String,
    /// Whether to retry. Default: true. If false, or if no attempts are left, the work item becomes a dead letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<bool>,
}

impl FailRequest {
    /// Creates the value with its required fields.
    pub fn new(fence: i64, error: impl Into<String>) -> Self {
        Self { fence, error: error.into(), retry: None }
    }

    /// Sets `retry`: whether to retry.
    #[must_use]
    pub fn with_retry(mut self, retry: bool) -> Self {
        self.retry = Some(retry);
        self
    }
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WorkItemList {
    /// Items of the page.
    pub items: Vec<WorkItem>,
    /// Cursor of the next page. Null on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}
