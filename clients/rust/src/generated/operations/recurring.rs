// Generated from console/openapi.json by `make clients`. Do not edit.

//! Operations of the group `recurring`.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::Value;

use crate::call::{Call, endpoint};
use crate::client::Client;
use crate::types::{
    CreateRecurringRequest, CreateRecurringResult, OverlapPolicy, RecurringAction, RecurringBackfillRequest,
    RecurringBackfillResult, RecurringHistory, RecurringList, RecurringState, RecurringSummary,
};

impl Client {
    /// Lists recurring actions.
    ///
    /// In order of ID. Schedules whose recurrence is not a cron expression are not included. Page size: 100 by default,
    /// at most 500.
    ///
    /// Requires `viewer`.
    pub fn list_recurring_actions(&self, namespace: &str, tenant: &str) -> Call<ListRecurringActions> {
        self.call::<ListRecurringActions>(&[]).parameter("namespace", namespace).parameter("tenant", tenant)
    }

    /// Creates a recurring action.
    ///
    /// Recurring actions do not catch up after downtime, are not retried, and may overlap. By default, a recurring
    /// action is enabled, in the time zone UTC, and has neither an end nor a maximum number of executions.
    ///
    /// A repeated request with the same `Idempotency-Key` returns the recurring action that the first one created. If
    /// that one has changed since, the request returns 409 (`idempotency_key_reused`).
    ///
    /// Requires `editor`. Also requires `command` if the request can start a program.
    pub fn create_recurring_action(&self, request: impl Borrow<CreateRecurringRequest>) -> Call<CreateRecurringAction> {
        self.call::<CreateRecurringAction>(&[]).body_json(request.borrow())
    }

    /// Gets a recurring action.
    ///
    /// Returns the recurring action with its totals and the times of its last and next executions.
    ///
    /// Requires `viewer`.
    pub fn get_recurring_action(&self, id: &str, namespace: &str, tenant: &str) -> Call<GetRecurringAction> {
        self.call::<GetRecurringAction>(&[&id]).parameter("namespace", namespace).parameter("tenant", tenant)
    }

    /// Updates a recurring action.
    ///
    /// Absent fields stay as they are. Null removes the value of an optional field; the time zone becomes UTC.
    /// Concurrent updates are merged, unless `If-Match` names the revision to change. `updated_at` changes even if
    /// nothing else does.
    ///
    /// Requires `editor`. Also requires `command` if the request can start a program.
    pub fn update_recurring_action(&self, id: &str, namespace: &str, tenant: &str) -> Call<UpdateRecurringAction> {
        self.call::<UpdateRecurringAction>(&[&id])
            .parameter("namespace", namespace)
            .parameter("tenant", tenant)
            .body_object()
    }

    /// Deletes a recurring action.
    ///
    /// Its history is kept until retention removes it.
    ///
    /// Requires `editor`.
    pub fn delete_recurring_action(&self, id: &str, namespace: &str, tenant: &str) -> Call<DeleteRecurringAction> {
        self.call::<DeleteRecurringAction>(&[&id]).parameter("namespace", namespace).parameter("tenant", tenant)
    }

    /// Backfills a recurring action.
    ///
    /// Creates the missing executions of a past range and runs them after all current work. A repeated request creates
    /// no duplicates. At most 500 executions per request.
    ///
    /// Requires `backfill`.
    pub fn backfill_recurring_action(
        &self,
        id: &str,
        namespace: &str,
        tenant: &str,
        request: impl Borrow<RecurringBackfillRequest>,
    ) -> Call<BackfillRecurringAction> {
        self.call::<BackfillRecurringAction>(&[&id])
            .parameter("namespace", namespace)
            .parameter("tenant", tenant)
            .body_json(request.borrow())
    }

    /// Gets the execution history of a recurring action.
    ///
    /// Latest executions first, with their times and outcomes.
    ///
    /// Requires `viewer`.
    pub fn get_recurring_action_history(
        &self,
        id: &str,
        namespace: &str,
        tenant: &str,
    ) -> Call<GetRecurringActionHistory> {
        self.call::<GetRecurringActionHistory>(&[&id]).parameter("namespace", namespace).parameter("tenant", tenant)
    }

    /// Pauses a recurring action.
    ///
    /// Pausing a paused recurring action changes nothing.
    ///
    /// Requires `operator`.
    pub fn pause_recurring_action(&self, id: &str, namespace: &str, tenant: &str) -> Call<PauseRecurringAction> {
        self.call::<PauseRecurringAction>(&[&id]).parameter("namespace", namespace).parameter("tenant", tenant)
    }

    /// Resumes a recurring action.
    ///
    /// The next execution is the first one after now; executions missed during the pause do not run.
    ///
    /// Requires `operator`.
    pub fn resume_recurring_action(&self, id: &str, namespace: &str, tenant: &str) -> Call<ResumeRecurringAction> {
        self.call::<ResumeRecurringAction>(&[&id]).parameter("namespace", namespace).parameter("tenant", tenant)
    }
}

endpoint! {
    ListRecurringActions = "listRecurringActions" GET "/v1/recurring";
    media "", repeatable true, keyed false, slow false;
    -> RecurringList as json;
    Listing(RecurringSummary, recurring_actions);
}

impl Call<ListRecurringActions> {
    /// Whether to list only active (`true`) or only inactive (`false`) recurring actions. Default: both.
    pub fn enabled(self, enabled: bool) -> Self {
        self.parameter("enabled", enabled)
    }

    /// Comma-separated labels, such as `team:billing,tier:1`. Recurring actions must have all of them.
    pub fn labels(self, labels: &str) -> Self {
        self.parameter("labels", labels)
    }

    /// Page size. Default: 100. Maximum: 500.
    pub fn limit(self, limit: u32) -> Self {
        self.parameter("limit", limit)
    }

    /// Cursor: the `next_cursor` of the previous page.
    pub fn cursor(self, cursor: &str) -> Self {
        self.parameter("cursor", cursor)
    }

    /// Whether to count all recurring actions. Default: true.
    pub fn total(self, total: bool) -> Self {
        self.parameter("total", total)
    }
}

endpoint! {
    CreateRecurringAction = "createRecurringAction" POST "/v1/recurring";
    media "application/json", repeatable false, keyed true, slow false;
    -> CreateRecurringResult as json;
    Keyed;
}

endpoint! {
    GetRecurringAction = "getRecurringAction" GET "/v1/recurring/{id}";
    media "", repeatable true, keyed false, slow false;
    -> RecurringAction as json;
}

endpoint! {
    UpdateRecurringAction = "updateRecurringAction" PUT "/v1/recurring/{id}";
    media "application/json", repeatable true, keyed false, slow false;
    -> RecurringAction as json;
    Conditional;
}

impl Call<UpdateRecurringAction> {
    /// Type of the action.
    pub fn action_type(self, action_type: impl Into<String>) -> Self {
        self.body_field("action_type", Into::<String>::into(action_type))
    }

    /// Cron expression, in the cron dialect of the recurring action.
    pub fn cron_expr(self, cron_expr: impl Into<String>) -> Self {
        self.body_field("cron_expr", Into::<String>::into(cron_expr))
    }

    /// Deduplication key: actions with the same key are sent once. Null: no key.
    pub fn dedup_key(self, dedup_key: impl Into<String>) -> Self {
        self.body_field("dedup_key", Into::<String>::into(dedup_key))
    }

    /// Clears `dedup_key`: sends null.
    pub fn clear_dedup_key(self) -> Self {
        self.body_field("dedup_key", Value::Null)
    }

    /// Description for people. Null: none.
    pub fn description(self, description: impl Into<String>) -> Self {
        self.body_field("description", Into::<String>::into(description))
    }

    /// Clears `description`: sends null.
    pub fn clear_description(self) -> Self {
        self.body_field("description", Value::Null)
    }

    /// Whether the recurring action is active.
    pub fn enabled(self, enabled: bool) -> Self {
        self.body_field("enabled", enabled)
    }

    /// End: no execution at or after this time. Null: no end.
    pub fn ends_at(self, ends_at: Timestamp) -> Self {
        self.body_field("ends_at", ends_at)
    }

    /// Clears `ends_at`: sends null.
    pub fn clear_ends_at(self) -> Self {
        self.body_field("ends_at", Value::Null)
    }

    /// Labels, for selecting recurring actions. Null: none.
    pub fn labels(self, labels: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Self {
        self.body_field(
            "labels",
            labels.into_iter().map(|(name, value)| (name.into(), value.into())).collect::<BTreeMap<String, String>>(),
        )
    }

    /// Clears `labels`: sends null.
    pub fn clear_labels(self) -> Self {
        self.body_field("labels", Value::Null)
    }

    /// Maximum number of executions. Null: no limit.
    pub fn max_executions(self, max_executions: u64) -> Self {
        self.body_field("max_executions", max_executions)
    }

    /// Clears `max_executions`: sends null.
    pub fn clear_max_executions(self) -> Self {
        self.body_field("max_executions", Value::Null)
    }

    /// Metadata of every dispatched action. Null: none.
    pub fn metadata(self, metadata: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Self {
        self.body_field(
            "metadata",
            metadata.into_iter().map(|(name, value)| (name.into(), value.into())).collect::<BTreeMap<String, String>>(),
        )
    }

    /// Clears `metadata`: sends null.
    pub fn clear_metadata(self) -> Self {
        self.body_field("metadata", Value::Null)
    }

    /// Policy for an execution that is due while an earlier one is still running.
    pub fn overlap_policy(self, overlap_policy: impl Into<OverlapPolicy>) -> Self {
        self.body_field("overlap_policy", Into::<OverlapPolicy>::into(overlap_policy))
    }

    /// JSON object for the provider.
    pub fn payload(self, payload: impl Into<Value>) -> Self {
        self.body_field("payload", Into::<Value>::into(payload))
    }

    /// Name of the provider that delivers the action.
    pub fn provider(self, provider: impl Into<String>) -> Self {
        self.body_field("provider", Into::<String>::into(provider))
    }

    /// Address in the provider's own terms. Null: the provider's default.
    pub fn target(self, target: impl Into<String>) -> Self {
        self.body_field("target", Into::<String>::into(target))
    }

    /// Clears `target`: sends null.
    pub fn clear_target(self) -> Self {
        self.body_field("target", Value::Null)
    }

    /// IANA time zone. Null: UTC.
    pub fn timezone(self, timezone: impl Into<String>) -> Self {
        self.body_field("timezone", Into::<String>::into(timezone))
    }

    /// Clears `timezone`: sends null.
    pub fn clear_timezone(self) -> Self {
        self.body_field("timezone", Value::Null)
    }
}

endpoint! {
    DeleteRecurringAction = "deleteRecurringAction" DELETE "/v1/recurring/{id}";
    media "", repeatable true, keyed false, slow false;
    -> () as nothing;
    Conditional;
}

endpoint! {
    BackfillRecurringAction = "backfillRecurringAction" POST "/v1/recurring/{id}/backfill";
    media "application/json", repeatable false, keyed false, slow false;
    -> RecurringBackfillResult as json;
}

endpoint! {
    GetRecurringActionHistory = "getRecurringActionHistory" GET "/v1/recurring/{id}/history";
    media "", repeatable true, keyed false, slow false;
    -> RecurringHistory as json;
}

impl Call<GetRecurringActionHistory> {
    /// Number of executions. Default: 50. Maximum: 500.
    pub fn limit(self, limit: u32) -> Self {
        self.parameter("limit", limit)
    }
}

endpoint! {
    PauseRecurringAction = "pauseRecurringAction" POST "/v1/recurring/{id}/pause";
    media "", repeatable false, keyed false, slow false;
    -> RecurringState as json;
    Conditional;
}

endpoint! {
    ResumeRecurringAction = "resumeRecurringAction" POST "/v1/recurring/{id}/resume";
    media "", repeatable false, keyed false, slow false;
    -> RecurringState as json;
    Conditional;
}
