// Generated from console/openapi.json by `make clients`. Do not edit.

//! Operations of the group `schedules`.

use std::borrow::Borrow;

use serde_json::Value;

use crate::call::{Call, endpoint};
use crate::client::Client;
use crate::types::{
    ApplyRequest, ApplyResult, BulkRequest, BulkResult, Delivery, HistoryLevel, NewSchedule, OverlapPolicy,
    PreviewRequest, Priority, Schedule, ScheduleDefinition, ScheduleList, SchedulePreview,
};
use crate::values::Seconds;

impl Client {
    /// Applies documents.
    ///
    /// Creates and updates schedules, calendars, dispatch rules, holds, quotas and alerts, or deletes those with
    /// `"delete": true`. A document that is already as stated changes nothing, so the request can be repeated. Each
    /// document is changed on its own, with the caller and the request ID in its audit entry, and the response reports
    /// the result of each: a document that is refused has a `problem` and does not stop the others. With `if_revision`,
    /// a document is changed only if it still has that revision. A dry run changes nothing, needs the permissions of a
    /// preview, and reports for each changed schedule which occurrences would be added, removed and moved. The request
    /// begins no document after ten seconds; the rest is reported as `pending`.
    ///
    /// Requires `viewer`. Also requires `editor` for some requests. Also requires `operator` for some requests. Also
    /// requires `command` if the request can start a program.
    pub fn apply_documents(&self, request: impl Borrow<ApplyRequest>) -> Call<ApplyDocuments> {
        self.call::<ApplyDocuments>(&[]).body_json(request.borrow())
    }

    /// Lists schedules.
    ///
    /// In order of ID. Page size: 50 by default, at most 500.
    ///
    /// With `label`, `provider` or `text`, a page searches at most 1,000 schedules; with `status`, at most 4,000. A
    /// page may then have fewer items than `limit`, or none, and still have a `next_cursor`. Only a page without a
    /// `next_cursor` is the last.
    ///
    /// `total=true` counts up to 10,000 schedules, by status if `status` is given; with other filters, `total` is null.
    /// `recent=20` adds the latest completed runs of each schedule; in a very long ledger, only recent ones are found.
    ///
    /// Requires `viewer`.
    pub fn list_schedules(&self) -> Call<ListSchedules> {
        self.call::<ListSchedules>(&[])
    }

    /// Creates a schedule.
    ///
    /// If `id` is absent, an ID is generated. A repeated request with the same `Idempotency-Key` returns the schedule
    /// that the first one created. If the ID is already in use, the request returns 409 (`exists`). The response shows
    /// the next occurrences, so that the recurrence can be checked.
    ///
    /// Requires `editor`. Also requires `command` if the request can start a program.
    pub fn create_schedule(&self, schedule: impl Borrow<NewSchedule>) -> Call<CreateSchedule> {
        self.call::<CreateSchedule>(&[]).body_json(schedule.borrow())
    }

    /// Pauses, resumes or cancels many schedules.
    ///
    /// With `dry_run`, the response lists the schedules that would be changed. Each schedule is changed on its own,
    /// with the caller in its audit entry, and the response reports the result of each. If the response has a
    /// `next_cursor`, repeat the request with it as `cursor`. As with lists, a request may find few schedules and still
    /// return a cursor. At most 1,000 schedules per request.
    ///
    /// Requires `operator`.
    pub fn bulk_change_schedules(&self, request: impl Borrow<BulkRequest>) -> Call<BulkChangeSchedules> {
        self.call::<BulkChangeSchedules>(&[]).body_json(request.borrow())
    }

    /// Previews a schedule.
    ///
    /// The body is a definition as it would be saved, with these additional fields: `against` (ID of a stored schedule
    /// to compare with), `from` (start time; default: now), `count` (number of occurrences; default: 10, maximum: 100),
    /// `days` (days to compare; default: 30, maximum: 366) and `zone` (second time zone to show times in). A definition
    /// that would be rejected on creation is rejected here, too. Nothing is written.
    ///
    /// Requires `viewer`. Also requires `command` if the request can start a program.
    pub fn preview_schedule(&self, request: impl Borrow<PreviewRequest>) -> Call<PreviewSchedule> {
        self.call::<PreviewSchedule>(&[]).body_json(request.borrow())
    }

    /// Gets a schedule.
    ///
    /// Returns the schedule with its definition, status, counters and next occurrence.
    ///
    /// Requires `viewer`.
    pub fn get_schedule(&self, id: &str) -> Call<GetSchedule> {
        self.call::<GetSchedule>(&[&id])
    }

    /// Creates or replaces a schedule.
    ///
    /// The caller chooses the ID. Saving the same definition again changes nothing. With `If-Match`, the schedule is
    /// replaced only if its revision matches; with `If-None-Match: *`, it is only created. Otherwise the request
    /// returns 412.
    ///
    /// Requires `editor`. Also requires `command` if the request can start a program.
    pub fn put_schedule(&self, id: &str, definition: impl Borrow<ScheduleDefinition>) -> Call<PutSchedule> {
        self.call::<PutSchedule>(&[&id]).body_json(definition.borrow())
    }

    /// Updates a schedule.
    ///
    /// The body is a JSON merge patch (RFC 7396): absent fields stay as they are, and null restores the default. A
    /// recurrence is replaced as a whole. With `If-Match`, the schedule is updated only if its revision matches;
    /// otherwise the request returns 412.
    ///
    /// Requires `editor`. Also requires `command` if the request can start a program.
    pub fn update_schedule(&self, id: &str) -> Call<UpdateSchedule> {
        self.call::<UpdateSchedule>(&[&id]).body_object()
    }

    /// Deletes a schedule.
    ///
    /// Planned occurrences are skipped, and running ones are asked to stop. The history is kept until retention removes
    /// it. With `If-Match`, the schedule is deleted only if its revision matches; otherwise the request returns 412.
    ///
    /// Requires `editor`.
    pub fn delete_schedule(&self, id: &str) -> Call<DeleteSchedule> {
        self.call::<DeleteSchedule>(&[&id])
    }
}

endpoint! {
    ApplyDocuments = "applyDocuments" POST "/v1/apply";
    media "application/json", repeatable false, keyed false, slow false;
    -> ApplyResult as json;
}

endpoint! {
    ListSchedules = "listSchedules" GET "/v1/schedules";
    media "", repeatable true, keyed false, slow false;
    -> ScheduleList as json;
    Listing(Schedule, items);
}

impl Call<ListSchedules> {
    /// Comma-separated statuses, such as `active,paused`. Default: all except deleted.
    pub fn status(self, status: &str) -> Self {
        self.parameter("status", status)
    }

    /// Comma-separated labels, such as `team:billing,tier:1`. Schedules must have all of them.
    pub fn label(self, label: &str) -> Self {
        self.parameter("label", label)
    }

    /// Prefix of the schedule ID.
    pub fn id_prefix(self, id_prefix: &str) -> Self {
        self.parameter("id_prefix", id_prefix)
    }

    /// Provider of the action.
    pub fn provider(self, provider: &str) -> Self {
        self.parameter("provider", provider)
    }

    /// Text in the ID or the description, case-insensitive.
    pub fn text(self, text: &str) -> Self {
        self.parameter("text", text)
    }

    /// Whether to count all schedules. Default: false.
    pub fn total(self, total: bool) -> Self {
        self.parameter("total", total)
    }

    /// Number of latest completed runs to include for each schedule. Default: none. Maximum: 20.
    pub fn recent(self, recent: u32) -> Self {
        self.parameter("recent", recent)
    }

    /// Page size. Default: 50. Maximum: 500.
    pub fn limit(self, limit: u32) -> Self {
        self.parameter("limit", limit)
    }

    /// Cursor: the `next_cursor` of the previous page.
    pub fn cursor(self, cursor: &str) -> Self {
        self.parameter("cursor", cursor)
    }
}

endpoint! {
    CreateSchedule = "createSchedule" POST "/v1/schedules";
    media "application/json", repeatable false, keyed true, slow false;
    -> Schedule as json;
    Keyed;
}

endpoint! {
    BulkChangeSchedules = "bulkChangeSchedules" POST "/v1/schedules/bulk";
    media "application/json", repeatable false, keyed false, slow false;
    -> BulkResult as json;
}

endpoint! {
    PreviewSchedule = "previewSchedule" POST "/v1/schedules/preview";
    media "application/json", repeatable true, keyed false, slow false;
    -> SchedulePreview as json;
}

endpoint! {
    GetSchedule = "getSchedule" GET "/v1/schedules/{id}";
    media "", repeatable true, keyed false, slow false;
    -> Schedule as json;
    Cacheable;
}

endpoint! {
    PutSchedule = "putSchedule" PUT "/v1/schedules/{id}";
    media "application/json", repeatable true, keyed false, slow false;
    -> Schedule as json;
    Conditional;
    Creating;
}

endpoint! {
    UpdateSchedule = "updateSchedule" PATCH "/v1/schedules/{id}";
    media "application/merge-patch+json", repeatable false, keyed false, slow false;
    -> Schedule as json;
    Conditional;
}

impl Call<UpdateSchedule> {
    /// Action to send.
    pub fn action(self, action: impl Into<Value>) -> Self {
        self.body_field("action", Into::<Value>::into(action))
    }

    /// Clears `action`: sends null.
    pub fn clear_action(self) -> Self {
        self.body_field("action", Value::Null)
    }

    /// Whether to accept a provider that no live node has. Default: false. Not stored.
    pub fn allow_unknown_provider(self, allow_unknown_provider: bool) -> Self {
        self.body_field("allow_unknown_provider", allow_unknown_provider)
    }

    /// Clears `allow_unknown_provider`: sends null.
    pub fn clear_allow_unknown_provider(self) -> Self {
        self.body_field("allow_unknown_provider", Value::Null)
    }

    /// Policy for missed occurrences.
    pub fn catch_up(self, catch_up: impl Into<Value>) -> Self {
        self.body_field("catch_up", Into::<Value>::into(catch_up))
    }

    /// Clears `catch_up`: sends null.
    pub fn clear_catch_up(self) -> Self {
        self.body_field("catch_up", Value::Null)
    }

    /// Cron expression: five fields, six with seconds first, or a macro such as `@daily`.
    pub fn cron(self, cron: impl Into<String>) -> Self {
        self.body_field("cron", Into::<String>::into(cron))
    }

    /// Clears `cron`: sends null.
    pub fn clear_cron(self) -> Self {
        self.body_field("cron", Value::Null)
    }

    /// Delivery guarantee after a crash between sending and recording.
    pub fn delivery(self, delivery: impl Into<Delivery>) -> Self {
        self.body_field("delivery", Into::<Delivery>::into(delivery))
    }

    /// Clears `delivery`: sends null.
    pub fn clear_delivery(self) -> Self {
        self.body_field("delivery", Value::Null)
    }

    /// Description for people.
    pub fn description(self, description: impl Into<String>) -> Self {
        self.body_field("description", Into::<String>::into(description))
    }

    /// Clears `description`: sends null.
    pub fn clear_description(self) -> Self {
        self.body_field("description", Value::Null)
    }

    /// Names of several targets per period, each with its own occurrence. Default: one unnamed target.
    pub fn discriminators(self, discriminators: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.body_field("discriminators", discriminators.into_iter().map(Into::into).collect::<Vec<String>>())
    }

    /// Clears `discriminators`: sends null.
    pub fn clear_discriminators(self) -> Self {
        self.body_field("discriminators", Value::Null)
    }

    /// Whether the schedule runs. False creates it paused, or pauses it together with the change; true resumes a paused
    /// one. Default: true for a new schedule, unchanged otherwise.
    pub fn enabled(self, enabled: bool) -> Self {
        self.body_field("enabled", enabled)
    }

    /// Clears `enabled`: sends null.
    pub fn clear_enabled(self) -> Self {
        self.body_field("enabled", Value::Null)
    }

    /// History level: how much of each attempt is stored. Default: the level of the tenant, else of the node.
    pub fn history(self, history: impl Into<HistoryLevel>) -> Self {
        self.body_field("history", Into::<HistoryLevel>::into(history))
    }

    /// Clears `history`: sends null.
    pub fn clear_history(self) -> Self {
        self.body_field("history", Value::Null)
    }

    /// Labels to select the schedule by.
    pub fn labels(self, labels: impl Into<Value>) -> Self {
        self.body_field("labels", Into::<Value>::into(labels))
    }

    /// Clears `labels`: sends null.
    pub fn clear_labels(self) -> Self {
        self.body_field("labels", Value::Null)
    }

    /// Maximum number of concurrent runs under `allow_all`. Default: no limit.
    pub fn max_concurrent(self, max_concurrent: u32) -> Self {
        self.body_field("max_concurrent", max_concurrent)
    }

    /// Clears `max_concurrent`: sends null.
    pub fn clear_max_concurrent(self) -> Self {
        self.body_field("max_concurrent", Value::Null)
    }

    /// Policy for runs that overlap.
    pub fn overlap(self, overlap: impl Into<OverlapPolicy>) -> Self {
        self.body_field("overlap", Into::<OverlapPolicy>::into(overlap))
    }

    /// Clears `overlap`: sends null.
    pub fn clear_overlap(self) -> Self {
        self.body_field("overlap", Value::Null)
    }

    /// Number of consecutive failures after which the schedule pauses itself. Default: never.
    pub fn pause_on_failure(self, pause_on_failure: u32) -> Self {
        self.body_field("pause_on_failure", pause_on_failure)
    }

    /// Clears `pause_on_failure`: sends null.
    pub fn clear_pause_on_failure(self) -> Self {
        self.body_field("pause_on_failure", Value::Null)
    }

    /// Priority among the tenant's due occurrences.
    pub fn priority(self, priority: impl Into<Priority>) -> Self {
        self.body_field("priority", Into::<Priority>::into(priority))
    }

    /// Clears `priority`: sends null.
    pub fn clear_priority(self) -> Self {
        self.body_field("priority", Value::Null)
    }

    /// Policy for retries of failed attempts.
    pub fn retry(self, retry: impl Into<Value>) -> Self {
        self.body_field("retry", Into::<Value>::into(retry))
    }

    /// Clears `retry`: sends null.
    pub fn clear_retry(self) -> Self {
        self.body_field("retry", Value::Null)
    }

    /// Object that the schedule belongs to. Holds select by it.
    pub fn scope(self, scope: impl Into<Value>) -> Self {
        self.body_field("scope", Into::<Value>::into(scope))
    }

    /// Clears `scope`: sends null.
    pub fn clear_scope(self) -> Self {
        self.body_field("scope", Value::Null)
    }

    /// Recurrence, time zone and bounds: when the schedule runs.
    pub fn spec(self, spec: impl Into<Value>) -> Self {
        self.body_field("spec", Into::<Value>::into(spec))
    }

    /// Clears `spec`: sends null.
    pub fn clear_spec(self) -> Self {
        self.body_field("spec", Value::Null)
    }

    /// Maximum start delay of a run. Default: no limit of its own; the catch-up window still applies.
    pub fn start_deadline(self, start_deadline: impl Into<Seconds>) -> Self {
        self.body_field("start_deadline", Into::<Seconds>::into(start_deadline))
    }

    /// Clears `start_deadline`: sends null.
    pub fn clear_start_deadline(self) -> Self {
        self.body_field("start_deadline", Value::Null)
    }

    /// Timeout of one attempt. Default: the timeout of the provider, if it has one.
    pub fn timeout(self, timeout: impl Into<Seconds>) -> Self {
        self.body_field("timeout", Into::<Seconds>::into(timeout))
    }

    /// Clears `timeout`: sends null.
    pub fn clear_timeout(self) -> Self {
        self.body_field("timeout", Value::Null)
    }

    /// IANA time zone of the recurrence. Default: the server's time zone.
    pub fn timezone(self, timezone: impl Into<String>) -> Self {
        self.body_field("timezone", Into::<String>::into(timezone))
    }

    /// Clears `timezone`: sends null.
    pub fn clear_timezone(self) -> Self {
        self.body_field("timezone", Value::Null)
    }

    /// Recurrence in plain English, or in any other notation: cron, RFC 5545 or an instant. A text with two readings is
    /// rejected with both. The text may name the time zone.
    pub fn when(self, when: impl Into<String>) -> Self {
        self.body_field("when", Into::<String>::into(when))
    }

    /// Clears `when`: sends null.
    pub fn clear_when(self) -> Self {
        self.body_field("when", Value::Null)
    }
}

endpoint! {
    DeleteSchedule = "deleteSchedule" DELETE "/v1/schedules/{id}";
    media "", repeatable true, keyed false, slow false;
    -> () as nothing;
    Conditional;
}
