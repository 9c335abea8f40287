// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `ledger`.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::policies::Priority;
use crate::text_enum::text_enum;
use crate::values::Seconds;

/// One try of an occurrence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Attempt {
    /// Number of the attempt, counted from 1. The count restarts when the occurrence is reprocessed.
    pub number: u32,
    /// Fencing token of the lease that the attempt ran under.
    pub fence: i64,
    /// Node that ran the attempt.
    pub node: String,
    /// Outcome: `open`, `succeeded`, `skipped`, `failed`, `retried` or `lease_lost`.
    pub outcome: String,
    /// End time. Null while the attempt is running.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
    /// Message, such as the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Start time. Null if the attempt never started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Timestamp>,
}

/// An occurrence or work item that failed and is not retried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DeadLetter {
    /// Kind of the dead letter.
    pub kind: DeadLetterKind,
    /// ID of the occurrence or work item.
    pub id: i64,
    /// The occurrence, if the kind is `occurrence`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occurrence: Option<Occurrence>,
    /// The work item, if the kind is `work_item`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub work_item: Option<WorkItem>,
}

text_enum! {
    /// Kind of a dead letter.
    DeadLetterKind {
        Occurrence = "occurrence",
        WorkItem = "work_item",
    }
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DeadLetterList {
    /// Items of the page.
    pub items: Vec<DeadLetter>,
    /// Cursor of the next page. Null on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// Dead letters to change: by ID, or the newest that match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DeadLetterSelection {
    /// Kind of the dead letters.
    pub kind: DeadLetterKind,
    /// IDs, at most 500. Cannot be combined with `schedule` or `queue`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ids: Option<Vec<i64>>,
    /// Maximum number of dead letters. Default: 500. Maximum: 500.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Reason for the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Queue name. Only for work items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<String>,
    /// Schedule ID. Only for occurrences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedule: Option<String>,
}

impl DeadLetterSelection {
    /// Creates the value with its required fields.
    pub fn new(kind: impl Into<DeadLetterKind>) -> Self {
        Self { kind: kind.into(), ids: None, limit: None, note: None, queue: None, schedule: None }
    }

    /// Sets `ids`: IDs, at most 500.
    #[must_use]
    pub fn with_ids(mut self, ids: impl IntoIterator<Item = i64>) -> Self {
        self.ids = Some(ids.into_iter().collect::<Vec<i64>>());
        self
    }

    /// Sets `limit`: maximum number of dead letters.
    #[must_use]
    pub fn with_limit(mut self, limit: u32) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Sets `note`: reason for the change.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// Sets `queue`: queue name.
    #[must_use]
    pub fn with_queue(mut self, queue: impl Into<String>) -> Self {
        self.queue = Some(queue.into());
        self
    }

    /// Sets `schedule`: schedule ID.
    #[must_use]
    pub fn with_schedule(mut self, schedule: impl Into<String>) -> Self {
        self.schedule = Some(schedule.into());
        self
    }
}

/// Result of discarding dead letters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DiscardResult {
    /// IDs that are discarded.
    pub discarded: Vec<i64>,
    /// IDs that were not dead letters.
    pub refused: Vec<i64>,
}

/// A time, and the range around it to plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GenerateRequest {
    /// Reference time.
    pub as_of: Timestamp,
    /// Length of the range after `as_of`. Default: 0. Maximum: 400 days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lookahead: Option<Seconds>,
    /// Length of the range before `as_of`. Default: 0. Maximum: 400 days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lookback: Option<Seconds>,
}

impl GenerateRequest {
    /// Creates the value with its required fields.
    pub fn new(as_of: Timestamp) -> Self {
        Self { as_of, lookahead: None, lookback: None }
    }

    /// Sets `lookahead`: length of the range after `as_of`.
    #[must_use]
    pub fn with_lookahead(mut self, lookahead: impl Into<Seconds>) -> Self {
        self.lookahead = Some(lookahead.into());
        self
    }

    /// Sets `lookback`: length of the range before `as_of`.
    #[must_use]
    pub fn with_lookback(mut self, lookback: impl Into<Seconds>) -> Self {
        self.lookback = Some(lookback.into());
        self
    }
}

/// Result of planning a range.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GenerateResult {
    /// Number of active schedules that were considered.
    pub schedules: u64,
    /// Number of active schedules whose definition cannot be read.
    pub unreadable: u64,
    /// Number of occurrences that were created.
    pub new: u64,
    /// Number of occurrences before `as_of` that already existed.
    pub existing: u64,
}

/// An occurrence: one instance of a schedule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Occurrence {
    /// Occurrence ID.
    pub id: i64,
    /// Schedule ID.
    pub schedule: String,
    /// Key of the period that the occurrence stands for.
    pub period_key: String,
    /// Discriminator, if the period has several occurrences. Empty otherwise.
    pub discriminator: String,
    /// Time that the recurrence yields.
    pub nominal_at: Timestamp,
    /// Nominal time plus jitter.
    pub due_at: Timestamp,
    /// State: `planned`, `running`, `succeeded`, `skipped` or `failed`.
    pub state: String,
    /// Trigger: `schedule`, `catch_up`, `manual`, `backfill` or `retry`.
    pub trigger: String,
    /// Priority among the tenant's due occurrences.
    pub priority: Priority,
    /// Number of attempts so far.
    pub attempt: u32,
    /// Whether the worker has been asked to stop.
    pub cancel_requested: bool,
    /// Revision of the schedule that produced the occurrence.
    pub revision: i64,
    /// Version of the time zone database that produced the occurrence.
    pub tzdb: String,
    /// Idempotency key, the same for every attempt.
    pub idempotency_key: String,
    /// Whether the occurrence has a payload of its own, which replaces the payload of the schedule.
    pub has_own_payload: bool,
    /// Time at which the occurrence was created.
    pub created_at: Timestamp,
    /// ID of the occurrence that blocked this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocker: Option<i64>,
    /// Correlation ID, for occurrences that were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correlation_id: Option<String>,
    /// Time at which the failed occurrence was discarded. It is then no longer a dead letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discarded_at: Option<Timestamp>,
    /// Time at which the occurrence completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
    /// Message for people, such as the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Node that holds the lease, or held it when the occurrence completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// Reason given by the caller, for occurrences that were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// End of the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_end: Option<Timestamp>,
    /// Start of the period, if the occurrence stands for a calendar period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_start: Option<Timestamp>,
    /// Reason code, if the occurrence was skipped or failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Start time of the last attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Timestamp>,
    /// Object that the run created.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<RunTarget>,
}

/// An occurrence with its attempts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OccurrenceDetail {
    /// Attempts, oldest first.
    pub attempts: Vec<Attempt>,
    /// Number of attempts so far.
    pub attempt: u32,
    /// ID of the occurrence that blocked this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocker: Option<i64>,
    /// Whether the worker has been asked to stop.
    pub cancel_requested: bool,
    /// Correlation ID, for occurrences that were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correlation_id: Option<String>,
    /// Time at which the occurrence was created.
    pub created_at: Timestamp,
    /// Time at which the failed occurrence was discarded. It is then no longer a dead letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discarded_at: Option<Timestamp>,
    /// Discriminator, if the period has several occurrences. Empty otherwise.
    pub discriminator: String,
    /// Nominal time plus jitter.
    pub due_at: Timestamp,
    /// Time at which the occurrence completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
    /// Whether the occurrence has a payload of its own, which replaces the payload of the schedule.
    pub has_own_payload: bool,
    /// Occurrence ID.
    pub id: i64,
    /// Idempotency key, the same for every attempt.
    pub idempotency_key: String,
    /// Message for people, such as the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Node that holds the lease, or held it when the occurrence completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// Time that the recurrence yields.
    pub nominal_at: Timestamp,
    /// Reason given by the caller, for occurrences that were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// End of the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_end: Option<Timestamp>,
    /// Key of the period that the occurrence stands for.
    pub period_key: String,
    /// Start of the period, if the occurrence stands for a calendar period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_start: Option<Timestamp>,
    /// Priority among the tenant's due occurrences.
    pub priority: Priority,
    /// Reason code, if the occurrence was skipped or failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Revision of the schedule that produced the occurrence.
    pub revision: i64,
    /// Schedule ID.
    pub schedule: String,
    /// Start time of the last attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Timestamp>,
    /// State: `planned`, `running`, `succeeded`, `skipped` or `failed`.
    pub state: String,
    /// Object that the run created.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<RunTarget>,
    /// Trigger: `schedule`, `catch_up`, `manual`, `backfill` or `retry`.
    pub trigger: String,
    /// Version of the time zone database that produced the occurrence.
    pub tzdb: String,
    /// Payload of this occurrence alone. Null if it is sent with the payload of its schedule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payload: Option<Value>,
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OccurrenceList {
    /// Items of the page.
    pub items: Vec<Occurrence>,
    /// Cursor of the next page. Null on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// Result of a replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ReplayResult {
    /// IDs that are replayed.
    pub replayed: Vec<i64>,
    /// IDs that were not dead letters, or could not be replayed.
    pub refused: Vec<i64>,
}

/// Object that a run created, in the receiver's own terms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RunTarget {
    /// Type of the object.
    #[serde(rename = "type")]
    pub kind: String,
    /// ID of the object.
    pub id: String,
}

/// A unit of work in a queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WorkItem {
    /// Work item ID.
    pub id: i64,
    /// Queue name.
    pub queue: String,
    /// Identity in the queue: two items with the same key are one.
    pub key: String,
    /// Payload for the worker, and the occurrence that enqueued it.
    pub payload: Value,
    /// Priority.
    pub priority: Priority,
    /// State of the work item.
    pub state: String,
    /// Earliest time of the next claim.
    pub ready_at: Timestamp,
    /// Number of attempts so far.
    pub attempt: u32,
    /// Maximum number of attempts.
    pub max_attempts: u32,
    /// Fencing token of the last claim. Required to extend, complete or fail the work item.
    pub fence: i64,
    /// Time at which the work item was enqueued.
    pub created_at: Timestamp,
    /// Time at which the work item completed or became a dead letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
    /// Message of the last failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Time at which the lease expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lease_until: Option<Timestamp>,
    /// ID of the occurrence that enqueued the work item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occurrence: Option<i64>,
    /// Result given by the worker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// Worker that holds the lease, or held it last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
}
