//! A schedule as the dialect shows it.

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain::schedule::{Schedule, Status};
use refrain_recurrence::Recurrence;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A recurring action, whole.
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
    /// What is sent at each execution.
    action_template: ActionTemplate,
    created_at: Timestamp,
    updated_at: Timestamp,
    last_executed_at: Option<Timestamp>,
    next_execution_at: Option<Timestamp>,
    ends_at: Option<Timestamp>,
    /// Executions that succeeded.
    execution_count: u64,
    description: Option<String>,
    labels: BTreeMap<String, String>,
}

/// What is sent at each execution.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActionTemplate {
    provider: String,
    action_type: String,
    #[schema(value_type = Object)]
    payload: Value,
    metadata: BTreeMap<String, String>,
    dedup_key: Option<String>,
}

/// A recurring action as lists show it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringSummary {
    id: String,
    cron_expr: String,
    timezone: String,
    enabled: bool,
    description: Option<String>,
    provider: String,
    action_type: String,
    next_execution_at: Option<Timestamp>,
    last_executed_at: Option<Timestamp>,
    execution_count: u64,
    created_at: Timestamp,
    labels: BTreeMap<String, String>,
}

/// Where a recurring action stands after a pause or its end.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringState {
    id: String,
    enabled: bool,
    next_execution_at: Option<Timestamp>,
}

/// The rule's text; none for a schedule of another kind, which this dialect has no words for.
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

fn description(schedule: &Schedule) -> Option<String> {
    Some(schedule.definition.description.clone()).filter(|text| !text.is_empty())
}

impl RecurringAction {
    pub(super) fn of(schedule: &Schedule, next_execution_at: Option<Timestamp>) -> Self {
        let definition = &schedule.definition;
        Self {
            id: schedule.key.id.to_string(),
            namespace: schedule.key.tenant.namespace.to_string(),
            tenant: schedule.key.tenant.name.to_string(),
            cron_expr: cron_expr(schedule).unwrap_or_default().to_owned(),
            timezone: definition.spec.timezone.clone(),
            enabled: is_enabled(schedule),
            action_template: ActionTemplate {
                provider: definition.action.provider.clone(),
                action_type: definition.action.kind.clone(),
                payload: definition.action.payload.clone(),
                metadata: definition.action.metadata.clone(),
                dedup_key: definition.action.dedup_key.clone(),
            },
            created_at: schedule.created_at,
            updated_at: schedule.updated_at,
            last_executed_at: schedule.counters.last_ended_at,
            next_execution_at,
            ends_at: definition.spec.ends_at,
            execution_count: schedule.counters.generated,
            description: description(schedule),
            labels: definition.labels.clone(),
        }
    }
}

impl RecurringSummary {
    pub(super) fn of(schedule: &Schedule, next_execution_at: Option<Timestamp>) -> Option<Self> {
        let definition = &schedule.definition;
        Some(Self {
            id: schedule.key.id.to_string(),
            cron_expr: cron_expr(schedule)?.to_owned(),
            timezone: definition.spec.timezone.clone(),
            enabled: is_enabled(schedule),
            description: description(schedule),
            provider: definition.action.provider.clone(),
            action_type: definition.action.kind.clone(),
            next_execution_at,
            last_executed_at: schedule.counters.last_ended_at,
            execution_count: schedule.counters.generated,
            created_at: schedule.created_at,
            labels: definition.labels.clone(),
        })
    }
}

impl RecurringState {
    pub(super) fn of(schedule: &Schedule, next_execution_at: Option<Timestamp>) -> Self {
        Self { id: schedule.key.id.to_string(), enabled: is_enabled(schedule), next_execution_at }
    }
}
