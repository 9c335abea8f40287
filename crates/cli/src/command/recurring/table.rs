//! How recurring actions and their executions are shown.

use std::collections::BTreeMap;

use refrain_client::types::{RecurringExecution, RecurringSummary};

use crate::document::{DocumentKind, is_name};
use crate::exit::{Exit, Failure};
use crate::output::{Cell, Column, Table};

/// Columns of a list of recurring actions.
pub(super) const ACTIONS: Table<RecurringSummary> = Table {
    name: |action| action.id.clone(),
    columns: &[
        Column::new("id", |action, _| action.id.as_str().into()),
        Column::new("status", |action, _| Cell::state(&action.status)),
        Column::new("cron", |action, _| action.cron_expr.as_str().into()),
        Column::new("timezone", |action, _| action.timezone.as_str().into()),
        Column::new("next", |action, view| view.time.at_optional(action.next_execution_at).into()),
        Column::new("last", |action, view| view.time.at_optional(action.last_executed_at).into()),
        Column::new("provider", |action, _| action.provider.as_str().into()),
        Column::new("type", |action, _| action.action_type.as_str().into()),
        Column::wide("count", |action, _| action.execution_count.to_string().into()),
        Column::wide("labels", |action, _| labels(&action.labels).into()),
        Column::new("description", |action, _| action.description.as_deref().unwrap_or_default().into()),
    ],
};

/// Columns of a list of executions.
pub(super) const EXECUTIONS: Table<RecurringExecution> = Table {
    name: |execution| execution.id.to_string(),
    columns: &[
        Column::new("id", |execution, _| execution.id.to_string().into()),
        Column::new("outcome", |execution, _| Cell::state(&execution.outcome)),
        Column::new("scheduled", |execution, view| view.time.at(execution.scheduled_at).into()),
        Column::new("executed", |execution, view| view.time.at_optional(execution.executed_at).into()),
        Column::wide("ended", |execution, view| view.time.at_optional(execution.ended_at).into()),
        Column::new("attempts", |execution, _| execution.attempts.to_string().into()),
        Column::new("reason", |execution, _| execution.reason.as_deref().unwrap_or_default().into()),
        Column::new("error", |execution, _| execution.error.as_deref().unwrap_or_default().into()),
    ],
};

/// Returns labels as `name=value`, separated by commas.
pub(super) fn labels(labels: &BTreeMap<String, String>) -> String {
    labels.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(",")
}

/// Returns an ID as a segment of a path. A text that cannot be an ID is the ID of none.
pub(super) fn segment(id: &str) -> Result<&str, Failure> {
    if is_name(id, DocumentKind::Schedule) {
        return Ok(id);
    }
    Err(Failure::new(Exit::NotFound, format!("recurring action {id:?} does not exist")))
}
