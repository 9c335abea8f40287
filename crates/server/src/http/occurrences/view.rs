//! An occurrence as the API shows it.

use jiff::Timestamp;
use refrain::occurrence::Occurrence;
use serde::Serialize;
use utoipa::ToSchema;

/// A row of the ledger.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OccurrenceView {
    /// Its number.
    #[schema(example = 42)]
    id: i64,
    /// The schedule it belongs to.
    #[schema(example = "digest")]
    schedule: String,
    /// The period it stands for.
    #[schema(example = "2026-03-02T09:00")]
    period_key: String,
    /// Which of several in that period; empty when there is one.
    discriminator: String,
    /// When the period begins, where it is one.
    period_start: Option<Timestamp>,
    /// When it ends.
    period_end: Option<Timestamp>,
    /// What the rule says.
    nominal_at: Timestamp,
    /// Nominal and jitter.
    due_at: Timestamp,
    /// Where it stands.
    #[schema(example = "generated")]
    state: &'static str,
    /// Why it ended so.
    #[schema(example = "overlap")]
    reason: Option<&'static str>,
    /// The same in words.
    message: Option<String>,
    /// The occurrence that was in its way.
    blocker: Option<i64>,
    /// Why it exists.
    #[schema(example = "schedule")]
    trigger: &'static str,
    /// Which of the tenant's come first.
    #[schema(value_type = refrain::policy::Priority)]
    priority: refrain::policy::Priority,
    /// Attempts begun.
    attempt: u32,
    /// Whether its worker is asked to stop.
    cancel_requested: bool,
    /// Who holds it, or held it when it ended.
    node: Option<String>,
    /// The revision of the schedule that made it.
    revision: i64,
    /// The time zone database that made it.
    #[schema(example = "2026e")]
    tzdb: String,
    /// What goes with every attempt, the same each time.
    idempotency_key: String,
    /// What a person's request was called.
    correlation_id: Option<String>,
    /// Why a person asked for it.
    note: Option<String>,
    /// What it made.
    target: Option<TargetView>,
    /// When the row was made.
    created_at: Timestamp,
    /// When the last attempt began.
    started_at: Option<Timestamp>,
    /// When it ended.
    ended_at: Option<Timestamp>,
}

/// What came of a run, in the receiver's own terms.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TargetView {
    /// What kind of thing was made.
    #[serde(rename = "type")]
    kind: String,
    /// Which one.
    id: String,
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
            reason: row.reason.map(refrain::occurrence::Reason::as_str),
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
            target: row.target.map(|target| TargetView { kind: target.kind, id: target.id }),
            created_at: row.created_at,
            started_at,
            ended_at: row.ended_at,
        }
    }
}
