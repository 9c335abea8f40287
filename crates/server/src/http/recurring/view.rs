//! API representation of schedules in the dialect.

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain::model::{Overlap, Schedule, Status};
use refrain_recurrence::Recurrence;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::executed::LastExecution;
use crate::preview::ScheduleWarning;

/// A recurring action.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringAction {
    /// Recurring action ID.
    id: String,
    /// Namespace of the tenant.
    namespace: String,
    /// Tenant that owns the recurring action.
    tenant: String,
    /// Cron expression.
    #[schema(example = "0 9 * * MON-FRI")]
    cron_expr: String,
    /// IANA time zone.
    #[schema(example = "US/Eastern")]
    timezone: String,
    /// Whether the recurring action is active.
    enabled: bool,
    /// Status: `active`, `paused`, `completed` (the end or the maximum number of executions is reached),
    /// `canceled`, or `disabled` (the definition cannot be used).
    #[schema(example = "active")]
    status: &'static str,
    /// Action that is dispatched at each execution.
    action_template: ActionTemplate,
    /// Time of creation.
    created_at: Timestamp,
    /// Time of the last update.
    updated_at: Timestamp,
    /// Start time of the last execution. Null if there was none. Skipped occurrences do not count.
    last_executed_at: Option<Timestamp>,
    /// Occurrence ID of the last execution.
    last_execution_id: Option<i64>,
    /// Time of the next execution. Null if the recurring action is not active.
    next_execution_at: Option<Timestamp>,
    /// End: no execution at or after this time. Null if there is none.
    ends_at: Option<Timestamp>,
    /// Maximum number of executions. Null if there is no limit.
    max_executions: Option<u64>,
    /// Policy for an execution that is due while an earlier one is still running.
    overlap_policy: Overlap,
    /// Number of executions that succeeded.
    execution_count: u64,
    /// Description for people.
    description: Option<String>,
    /// Labels, for selecting recurring actions.
    labels: BTreeMap<String, String>,
    /// Warnings about settings that are probably not intended. Only in responses to an update. Omitted if there
    /// are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<ScheduleWarning>,
}

/// Action that is dispatched at each execution.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActionTemplate {
    /// Name of the provider that delivers the action.
    provider: String,
    /// Type of the action, for dispatch rules and receivers.
    action_type: String,
    /// Address in the provider's own terms. Null if there is none.
    target: Option<String>,
    /// JSON object for the provider.
    #[schema(value_type = Object)]
    payload: Value,
    /// Metadata of every dispatched action.
    metadata: BTreeMap<String, String>,
    /// Deduplication key: actions with the same key are sent once.
    dedup_key: Option<String>,
}

/// A recurring action in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringSummary {
    /// Recurring action ID.
    id: String,
    /// Cron expression.
    cron_expr: String,
    /// IANA time zone.
    timezone: String,
    /// Whether the recurring action is active.
    enabled: bool,
    /// Status: `active`, `paused`, `completed`, `canceled` or `disabled`.
    #[schema(example = "active")]
    status: &'static str,
    /// Description for people.
    description: Option<String>,
    /// Name of the provider that delivers the action.
    provider: String,
    /// Type of the action, for dispatch rules and receivers.
    action_type: String,
    /// Time of the next execution. Null if the recurring action is not active.
    next_execution_at: Option<Timestamp>,
    /// Start time of the last execution. Null if there was none.
    last_executed_at: Option<Timestamp>,
    /// Number of executions that succeeded.
    execution_count: u64,
    /// Time of creation.
    created_at: Timestamp,
    /// Labels, for selecting recurring actions.
    labels: BTreeMap<String, String>,
}

/// State of a recurring action after it was paused or resumed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringState {
    /// Recurring action ID.
    id: String,
    /// Whether the recurring action is active.
    enabled: bool,
    /// Time of the next execution. Null if the recurring action is not active.
    next_execution_at: Option<Timestamp>,
}

/// Returns the cron expression, or `None` for a schedule with another kind of recurrence.
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
    pub(super) fn new(schedule: &Schedule, next: Option<Timestamp>, last: Option<LastExecution>) -> Self {
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
            execution_count: schedule.counters.succeeded,
            description: not_empty(&definition.description),
            labels: definition.labels.clone(),
            warnings: Vec::new(),
        }
    }

    /// Adds the warnings of an update.
    pub(super) fn with_warnings(self, warnings: Vec<ScheduleWarning>) -> Self {
        Self { warnings, ..self }
    }
}

impl RecurringSummary {
    pub(super) fn new(schedule: &Schedule, next: Option<Timestamp>, last: Option<LastExecution>) -> Self {
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
            execution_count: schedule.counters.succeeded,
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
