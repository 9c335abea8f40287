//! Schedules in the shape of the dialect.

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain::policy::Overlap;
use refrain::schedule::{Schedule, Status};
use refrain_recurrence::Recurrence;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::executed::Executed;

/// A recurring action.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringAction {
    id: String,
    namespace: String,
    tenant: String,
    #[schema(example = "0 9 * * MON-FRI")]
    cron_expr: String,
    #[schema(example = "US/Eastern")]
    timezone: String,
    enabled: bool,
    /// `active`, `paused`, `completed` (the end or the maximum number of executions is reached), `canceled`, or `disabled` (the
    /// definition cannot be used).
    #[schema(example = "active")]
    status: &'static str,
    /// The action that is dispatched at each execution.
    action_template: ActionTemplate,
    created_at: Timestamp,
    /// Time of the last update.
    updated_at: Timestamp,
    /// Start of the last execution; null if there was none. Skipped occurrences do not count.
    last_executed_at: Option<Timestamp>,
    /// Occurrence of the last execution.
    last_execution_id: Option<i64>,
    /// Time of the next execution; null if it is not active.
    next_execution_at: Option<Timestamp>,
    ends_at: Option<Timestamp>,
    /// Maximum number of executions; null if there is no limit.
    max_executions: Option<u64>,
    /// What happens when an execution is due while an earlier one is still running.
    overlap_policy: Overlap,
    /// Number of executions that succeeded.
    execution_count: u64,
    description: Option<String>,
    labels: BTreeMap<String, String>,
}

/// The action that is dispatched at each execution.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActionTemplate {
    provider: String,
    action_type: String,
    /// Address in the provider's own terms; null if it has none.
    target: Option<String>,
    #[schema(value_type = Object)]
    payload: Value,
    metadata: BTreeMap<String, String>,
    dedup_key: Option<String>,
}

/// A recurring action in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringSummary {
    id: String,
    cron_expr: String,
    timezone: String,
    enabled: bool,
    /// `active`, `paused`, `completed`, `canceled` or `disabled`.
    #[schema(example = "active")]
    status: &'static str,
    description: Option<String>,
    provider: String,
    action_type: String,
    /// Time of the next execution; null if it is not active.
    next_execution_at: Option<Timestamp>,
    /// Start of the last execution; null if there was none.
    last_executed_at: Option<Timestamp>,
    /// Number of executions that succeeded.
    execution_count: u64,
    created_at: Timestamp,
    labels: BTreeMap<String, String>,
}

/// The state of a recurring action after it was paused or resumed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringState {
    id: String,
    enabled: bool,
    next_execution_at: Option<Timestamp>,
}

/// The cron expression; none for a schedule with another kind of recurrence.
pub(super) fn cron_expr(schedule: &Schedule) -> Option<&str> {
    match &schedule.definition.spec.recurrence {
        Recurrence::Cron(rule) => Some(&rule.expression),
        Recurrence::Every(_)
        | Recurrence::Calendar(_)
        | Recurrence::Rrule(_)
        | Recurrence::Once(_)
        | Recurrence::AfterCompletion(_)
        | Recurrence::Any(_)
        | Recurrence::All(_) => None,
    }
}

pub(super) fn is_enabled(schedule: &Schedule) -> bool {
    schedule.status == Status::Active
}

fn status(schedule: &Schedule) -> &'static str {
    match schedule.status {
        Status::Finished => "completed",
        other @ (Status::Active | Status::Paused | Status::Canceled | Status::Disabled | Status::Deleted) => {
            other.as_str()
        }
    }
}

fn not_empty(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

impl RecurringAction {
    pub(super) fn new(schedule: &Schedule, next: Option<Timestamp>, last: Option<Executed>) -> Self {
        let definition = &schedule.definition;
        Self {
            id: schedule.key.id.to_string(),
            namespace: schedule.key.tenant.namespace.to_string(),
            tenant: schedule.key.tenant.name.to_string(),
            cron_expr: cron_expr(schedule).unwrap_or_default().to_owned(),
            timezone: definition.spec.timezone.clone(),
            enabled: is_enabled(schedule),
            status: status(schedule),
            action_template: ActionTemplate {
                provider: definition.action.provider.clone(),
                action_type: definition.action.kind.clone(),
                target: not_empty(&definition.action.target),
                payload: definition.action.payload.clone(),
                metadata: definition.action.metadata.clone(),
                dedup_key: definition.action.dedup_key.clone(),
            },
            created_at: schedule.created_at,
            updated_at: schedule.updated_at,
            last_executed_at: last.map(|last| last.at),
            last_execution_id: last.and_then(|last| last.id).map(|id| id.0),
            next_execution_at: next,
            ends_at: definition.spec.ends_at,
            max_executions: definition.spec.max_runs,
            overlap_policy: definition.overlap,
            execution_count: schedule.counters.generated,
            description: not_empty(&definition.description),
            labels: definition.labels.clone(),
        }
    }
}

impl RecurringSummary {
    pub(super) fn new(schedule: &Schedule, next: Option<Timestamp>, last: Option<Executed>) -> Self {
        let definition = &schedule.definition;
        Self {
            id: schedule.key.id.to_string(),
            cron_expr: cron_expr(schedule).unwrap_or_default().to_owned(),
            timezone: definition.spec.timezone.clone(),
            enabled: is_enabled(schedule),
            status: status(schedule),
            description: not_empty(&definition.description),
            provider: definition.action.provider.clone(),
            action_type: definition.action.kind.clone(),
            next_execution_at: next,
            last_executed_at: last.map(|last| last.at),
            execution_count: schedule.counters.generated,
            created_at: schedule.created_at,
            labels: definition.labels.clone(),
        }
    }
}

impl RecurringState {
    pub(super) fn new(schedule: &Schedule, next_execution_at: Option<Timestamp>) -> Self {
        Self { id: schedule.key.id.to_string(), enabled: is_enabled(schedule), next_execution_at }
    }
}
