//! API representation of an occurrence.

use jiff::Timestamp;
use refrain::model::{Occurrence, Target};
use serde::Serialize;
use utoipa::ToSchema;

/// An occurrence: one instance of a schedule.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OccurrenceView {
    /// Occurrence ID.
    #[schema(example = 42)]
    id: i64,
    /// Schedule ID.
    #[schema(example = "digest")]
    schedule: String,
    /// Key of the period that the occurrence stands for.
    #[schema(example = "2026-03-02T09:00")]
    period_key: String,
    /// Discriminator, if the period has several occurrences. Empty otherwise.
    discriminator: String,
    /// Start of the period, if the occurrence stands for a calendar period.
    period_start: Option<Timestamp>,
    /// End of the period.
    period_end: Option<Timestamp>,
    /// Time that the recurrence yields.
    nominal_at: Timestamp,
    /// Nominal time plus jitter.
    due_at: Timestamp,
    /// State: `planned`, `running`, `succeeded`, `skipped` or `failed`.
    #[schema(example = "succeeded")]
    state: &'static str,
    /// Reason code, if the occurrence was skipped or failed.
    #[schema(example = "overlap")]
    reason: Option<&'static str>,
    /// Message for people, such as the error.
    message: Option<String>,
    /// ID of the occurrence that blocked this one.
    blocker: Option<i64>,
    /// Trigger: `schedule`, `catch_up`, `manual`, `backfill` or `retry`.
    #[schema(example = "schedule")]
    trigger: &'static str,
    /// Priority among the tenant's due occurrences.
    #[schema(value_type = refrain::model::Priority)]
    priority: refrain::model::Priority,
    /// Number of attempts so far.
    attempt: u32,
    /// Whether the worker has been asked to stop.
    cancel_requested: bool,
    /// Node that holds the lease, or held it when the occurrence completed.
    node: Option<String>,
    /// Revision of the schedule that produced the occurrence.
    revision: i64,
    /// Version of the time zone database that produced the occurrence.
    #[schema(example = "2026e")]
    tzdb: String,
    /// Idempotency key, the same for every attempt.
    idempotency_key: String,
    /// Correlation ID, for occurrences that were requested.
    correlation_id: Option<String>,
    /// Reason given by the caller, for occurrences that were requested.
    note: Option<String>,
    /// Whether the occurrence has a payload of its own, which replaces the payload of the schedule.
    has_own_payload: bool,
    /// Object that the run created.
    target: Option<TargetView>,
    /// Time at which the occurrence was created.
    created_at: Timestamp,
    /// Start time of the last attempt.
    started_at: Option<Timestamp>,
    /// Time at which the occurrence completed.
    ended_at: Option<Timestamp>,
    /// Time at which the failed occurrence was discarded. It is then no longer a dead letter.
    discarded_at: Option<Timestamp>,
}

/// Object that a run created, in the receiver's own terms.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TargetView {
    /// Type of the object.
    #[serde(rename = "type")]
    kind: String,
    /// ID of the object.
    id: String,
}

impl From<Target> for TargetView {
    fn from(Target { kind, id }: Target) -> Self {
        Self { kind, id }
    }
}

impl OccurrenceView {
    pub(crate) fn of(row: Occurrence) -> Self {
        let idempotency_key = row.idempotency_key().to_string();
        let started_at = row.began_at();
        let planned = row.planned;
        let (period_start, period_end) = planned.period.unzip();
        Self {
            id: row.id.0,
            schedule: row.schedule.id.to_string(),
            period_key: planned.period_key,
            discriminator: planned.discriminator,
            period_start,
            period_end,
            nominal_at: planned.nominal_at,
            due_at: planned.due_at,
            state: row.state.as_str(),
            reason: row.reason.map(refrain::model::Reason::as_str),
            message: row.message,
            blocker: row.blocker.map(|id| id.0),
            trigger: planned.trigger.as_str(),
            priority: planned.priority,
            attempt: row.attempt,
            cancel_requested: row.cancel_requested,
            node: row.lease_owner.map(|node| node.to_string()),
            revision: row.revision.0,
            tzdb: row.tzdb,
            idempotency_key,
            correlation_id: planned.correlation_id,
            note: planned.note,
            has_own_payload: planned.payload.is_some(),
            target: row.target.map(TargetView::from),
            created_at: row.created_at,
            started_at,
            ended_at: row.ended_at,
            discarded_at: row.discarded_at,
        }
    }
}
