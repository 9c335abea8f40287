// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `recurring`.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::policies::OverlapPolicy;
use super::previews::Warning;

/// Action that is dispatched at each execution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ActionTemplate {
    /// Name of the provider that delivers the action.
    pub provider: String,
    /// Type of the action, for dispatch rules and receivers.
    pub action_type: String,
    /// JSON object for the provider.
    pub payload: Value,
    /// Metadata of every dispatched action.
    pub metadata: BTreeMap<String, String>,
    /// Deduplication key: actions with the same key are sent once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dedup_key: Option<String>,
    /// Address in the provider's own terms. Null if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

/// A new recurring action.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CreateRecurringRequest {
    /// Namespace of the tenant.
    pub namespace: String,
    /// Tenant that owns the recurring action.
    pub tenant: String,
    /// Cron expression: five fields, six with seconds first, or seven with the year last.
    pub cron_expr: String,
    /// Name of the provider that delivers the action.
    pub provider: String,
    /// Type of the action, for dispatch rules and receivers.
    pub action_type: String,
    /// JSON object for the provider.
    pub payload: Value,
    /// Deduplication key: actions with the same key are sent once. The placeholders `{{recurring_id}}` and
    /// `{{execution_time}}` are replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dedup_key: Option<String>,
    /// Description for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether the recurring action is active. Default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// End: no execution at or after this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<Timestamp>,
    /// Labels, for selecting recurring actions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<BTreeMap<String, String>>,
    /// Maximum number of executions. Default: no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_executions: Option<u64>,
    /// Metadata of every dispatched action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<BTreeMap<String, String>>,
    /// Policy for an execution that is due while an earlier one is still running. Default: `allow_all`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overlap_policy: Option<OverlapPolicy>,
    /// Address in the provider's own terms: a URL for `webhook`, a queue for `queue`. Default: the provider's default,
    /// which is the configured URL for `webhook`, and `action_type` for providers whose target is a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// IANA time zone. Default: UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

impl CreateRecurringRequest {
    /// Sets `namespace`: namespace of the tenant.
    #[must_use]
    pub fn with_namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = namespace.into();
        self
    }

    /// Sets `tenant`: tenant that owns the recurring action.
    #[must_use]
    pub fn with_tenant(mut self, tenant: impl Into<String>) -> Self {
        self.tenant = tenant.into();
        self
    }

    /// Sets `cron_expr`: cron expression: five fields, six with seconds first, or seven with the year last.
    #[must_use]
    pub fn with_cron_expr(mut self, cron_expr: impl Into<String>) -> Self {
        self.cron_expr = cron_expr.into();
        self
    }

    /// Sets `provider`: name of the provider that delivers the action.
    #[must_use]
    pub fn with_provider(mut self, provider: impl Into<String>) -> Self {
        self.provider = provider.into();
        self
    }

    /// Sets `action_type`: type of the action, for dispatch rules and receivers.
    #[must_use]
    pub fn with_action_type(mut self, action_type: impl Into<String>) -> Self {
        self.action_type = action_type.into();
        self
    }

    /// Sets `payload`: JSON object for the provider.
    #[must_use]
    pub fn with_payload(mut self, payload: impl Into<Value>) -> Self {
        self.payload = payload.into();
        self
    }

    /// Sets `dedup_key`: deduplication key: actions with the same key are sent once.
    #[must_use]
    pub fn with_dedup_key(mut self, dedup_key: impl Into<String>) -> Self {
        self.dedup_key = Some(dedup_key.into());
        self
    }

    /// Sets `description`: description for people.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets `enabled`: whether the recurring action is active.
    #[must_use]
    pub fn with_enabled(mut self, enabled: bool) -> Self {
        self.enabled = Some(enabled);
        self
    }

    /// Sets `ends_at`: end: no execution at or after this time.
    #[must_use]
    pub fn with_ends_at(mut self, ends_at: Timestamp) -> Self {
        self.ends_at = Some(ends_at);
        self
    }

    /// Sets `labels`: labels, for selecting recurring actions.
    #[must_use]
    pub fn with_labels(mut self, labels: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Self {
        self.labels = Some(
            labels.into_iter().map(|(name, value)| (name.into(), value.into())).collect::<BTreeMap<String, String>>(),
        );
        self
    }

    /// Sets `max_executions`: maximum number of executions.
    #[must_use]
    pub fn with_max_executions(mut self, max_executions: u64) -> Self {
        self.max_executions = Some(max_executions);
        self
    }

    /// Sets `metadata`: metadata of every dispatched action.
    #[must_use]
    pub fn with_metadata(mut self, metadata: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Self {
        self.metadata = Some(
            metadata.into_iter().map(|(name, value)| (name.into(), value.into())).collect::<BTreeMap<String, String>>(),
        );
        self
    }

    /// Sets `overlap_policy`: policy for an execution that is due while an earlier one is still running.
    #[must_use]
    pub fn with_overlap_policy(mut self, overlap_policy: impl Into<OverlapPolicy>) -> Self {
        self.overlap_policy = Some(overlap_policy.into());
        self
    }

    /// Sets `target`: address in the provider's own terms: a URL for `webhook`, a queue for `queue`.
    #[must_use]
    pub fn with_target(mut self, target: impl Into<String>) -> Self {
        self.target = Some(target.into());
        self
    }

    /// Sets `timezone`: IANA time zone.
    #[must_use]
    pub fn with_timezone(mut self, timezone: impl Into<String>) -> Self {
        self.timezone = Some(timezone.into());
        self
    }
}

/// The created recurring action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CreateRecurringResult {
    /// Recurring action ID.
    pub recurring_id: String,
    /// Cron expression.
    pub cron_expr: String,
    /// IANA time zone.
    pub timezone: String,
    /// Whether the recurring action is active.
    pub enabled: bool,
    /// Time of the first execution. Null if the recurring action is not active.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_execution: Option<Timestamp>,
    /// Warnings about settings that are probably not intended. Omitted if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<Warning>>,
}

/// A recurring action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RecurringAction {
    /// Recurring action ID.
    pub id: String,
    /// Namespace of the tenant.
    pub namespace: String,
    /// Tenant that owns the recurring action.
    pub tenant: String,
    /// Cron expression.
    pub cron_expr: String,
    /// IANA time zone.
    pub timezone: String,
    /// Whether the recurring action is active.
    pub enabled: bool,
    /// Status: `active`, `paused`, `completed` (the end or the maximum number of executions is reached), `canceled`, or
    /// `disabled` (the definition cannot be used).
    pub status: String,
    /// Action that is dispatched at each execution.
    pub action_template: ActionTemplate,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last update.
    pub updated_at: Timestamp,
    /// Policy for an execution that is due while an earlier one is still running.
    pub overlap_policy: OverlapPolicy,
    /// Number of executions that succeeded.
    pub execution_count: u64,
    /// Labels, for selecting recurring actions.
    pub labels: BTreeMap<String, String>,
    /// Description for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// End: no execution at or after this time. Null if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<Timestamp>,
    /// Start time of the last execution. Null if there was none. Skipped occurrences do not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_executed_at: Option<Timestamp>,
    /// Occurrence ID of the last execution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_execution_id: Option<i64>,
    /// Maximum number of executions. Null if there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_executions: Option<u64>,
    /// Time of the next execution. Null if the recurring action is not active.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_execution_at: Option<Timestamp>,
    /// Warnings about settings that are probably not intended. Only in responses to an update. Omitted if there are
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<Warning>>,
}

/// A past range to backfill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RecurringBackfillRequest {
    /// Start of the range, inclusive.
    pub start: Timestamp,
    /// End of the range, inclusive. Must not be in the future.
    pub end: Timestamp,
    /// Maximum number of executions, from the start of the range. Default: 500. Maximum: 500. The server may be
    /// configured with a lower limit, which is then also the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

impl RecurringBackfillRequest {
    /// Creates the value with its required fields.
    pub fn new(start: Timestamp, end: Timestamp) -> Self {
        Self { start, end, limit: None }
    }

    /// Sets `limit`: maximum number of executions, from the start of the range.
    #[must_use]
    pub fn with_limit(mut self, limit: u32) -> Self {
        self.limit = Some(limit);
        self
    }
}

/// Result of a backfill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RecurringBackfillResult {
    /// Recurring action ID.
    pub recurring_id: String,
    /// Number of executions that were created.
    pub created: u64,
    /// Number of skipped executions that run now.
    pub reopened: u64,
    /// Number of existing executions that stay as they are.
    pub unchanged: u64,
    /// Whether the range has more executions than `limit`.
    pub truncated: bool,
    /// Executions of the range in order of time. New ones are `planned`; the history shows their outcome.
    pub executions: Vec<RecurringExecution>,
}

/// One execution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RecurringExecution {
    /// Occurrence ID.
    pub id: i64,
    /// Scheduled time.
    pub scheduled_at: Timestamp,
    /// Outcome: `planned`, `running`, `succeeded`, `skipped` or `failed`.
    pub outcome: String,
    /// Number of attempts.
    pub attempts: u32,
    /// End time. Null while the execution is planned or running.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
    /// Error message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Start time of the last attempt. Null if the execution never started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub executed_at: Option<Timestamp>,
    /// Reason, if the execution was skipped or failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The latest executions of a recurring action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RecurringHistory {
    /// Executions, latest first.
    pub history: Vec<RecurringExecution>,
}

/// A page of recurring actions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RecurringList {
    /// Recurring actions, in order of ID.
    pub recurring_actions: Vec<RecurringSummary>,
    /// Number of recurring actions on this page.
    pub count: u64,
    /// Cursor of the next page. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// Number of recurring actions on all pages. Null if it was not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// False if there are more than `total`, because counting stopped after 10,000 schedules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_is_exact: Option<bool>,
}

/// State of a recurring action after it was paused or resumed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RecurringState {
    /// Recurring action ID.
    pub id: String,
    /// Whether the recurring action is active.
    pub enabled: bool,
    /// Time of the next execution. Null if the recurring action is not active.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_execution_at: Option<Timestamp>,
}

/// A recurring action in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RecurringSummary {
    /// Recurring action ID.
    pub id: String,
    /// Cron expression.
    pub cron_expr: String,
    /// IANA time zone.
    pub timezone: String,
    /// Whether the recurring action is active.
    pub enabled: bool,
    /// Status: `active`, `paused`, `completed`, `canceled` or `disabled`.
    pub status: String,
    /// Name of the provider that delivers the action.
    pub provider: String,
    /// Type of the action, for dispatch rules and receivers.
    pub action_type: String,
    /// Number of executions that succeeded.
    pub execution_count: u64,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Labels, for selecting recurring actions.
    pub labels: BTreeMap<String, String>,
    /// Description for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Start time of the last execution. Null if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_executed_at: Option<Timestamp>,
    /// Time of the next execution. Null if the recurring action is not active.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_execution_at: Option<Timestamp>,
}
