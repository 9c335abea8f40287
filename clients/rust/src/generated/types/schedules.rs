// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `schedules`.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::policies::{Action, CatchUp, Delivery, HistoryLevel, OverlapPolicy, Priority, RetryPolicy, Scope};
use super::previews::{OccurrenceDiff, Warning};
use super::timing::ScheduleSpec;
use crate::text_enum::text_enum;
use crate::values::Seconds;

/// A schedule or control as its owner wants it to be, or one to delete. Besides the fields here, it has those of the
/// definition: for a schedule those of `PUT /v1/schedules/{id}`, for a calendar those of `PUT /v1/calendars/{name}`,
/// and so on. Read-only fields of responses are ignored with a warning.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ApplyDocument {
    /// Whether to delete the document. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delete: Option<bool>,
    /// Schedule ID. Required for a schedule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Revision or version that the document must have. 0 if it must not exist. Default: any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub if_revision: Option<i64>,
    /// Kind of the document. Default: `schedule`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<DocumentType>,
    /// Name of the document. Required for all kinds except schedules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl ApplyDocument {
    /// Sets `delete`: whether to delete the document.
    #[must_use]
    pub fn with_delete(mut self, delete: bool) -> Self {
        self.delete = Some(delete);
        self
    }

    /// Sets `id`: schedule ID.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Sets `if_revision`: revision or version that the document must have.
    #[must_use]
    pub fn with_if_revision(mut self, if_revision: i64) -> Self {
        self.if_revision = Some(if_revision);
        self
    }

    /// Sets `kind`: kind of the document.
    #[must_use]
    pub fn with_kind(mut self, kind: impl Into<DocumentType>) -> Self {
        self.kind = Some(kind.into());
        self
    }

    /// Sets `name`: name of the document.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }
}

/// Result for one document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ApplyItem {
    /// Kind of the document.
    pub kind: String,
    /// Schedule ID, or name of the document.
    pub name: String,
    /// What was done, or would be done.
    pub result: ApplyOutcome,
    /// Warnings about settings that are probably not intended.
    pub warnings: Vec<Warning>,
    /// Fields of the new definition that differ. Null if the document is unchanged or deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Value>,
    /// Fields of the stored definition that differ. Null if the document is new or unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Value>,
    /// Occurrences that a dry run finds added, removed and moved. Null if none is, and unless the document is an
    /// existing schedule. At most 100 of each are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occurrences: Option<OccurrenceDiff>,
    /// Reason why the document was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<ApplyProblem>,
    /// Revision after the change; in a dry run the present one, which the change can name as `if_revision`. 0 if the
    /// document does not exist. Null if it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<i64>,
    /// Description of a schedule's recurrence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
    /// Change of a schedule's status. Null if it stays the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<StatusChange>,
}

text_enum! {
    /// What was done with a document, or would be done.
    ApplyOutcome {
        Created = "created",
        Updated = "updated",
        Unchanged = "unchanged",
        Deleted = "deleted",
        Refused = "refused",
        Pending = "pending",
    }
}

/// Reason why a document was refused, as in a problem document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ApplyProblem {
    /// Stable code for programs.
    pub code: String,
    /// Explanation of the error, with the value that caused it.
    pub detail: String,
    /// Position in the invalid text, counted in characters from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// Suggested remedy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Location in the document, as a path such as `action.provider`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// Documents to apply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ApplyRequest {
    /// Documents, in the order in which kinds depend on each other: calendars before schedules. A kind and name may
    /// occur once.
    pub documents: Vec<ApplyDocument>,
    /// Calendars by name that are applied by another request before this one. A dry run uses them as if they were
    /// stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calendars: Option<BTreeMap<String, Value>>,
    /// Number of days for which a dry run compares the occurrences of changed schedules. Default: 30. Maximum: 366.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days: Option<u32>,
    /// Whether to only report what would change. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dry_run: Option<bool>,
}

impl ApplyRequest {
    /// Creates the value with its required fields.
    pub fn new(documents: impl IntoIterator<Item = impl Into<ApplyDocument>>) -> Self {
        Self {
            documents: documents.into_iter().map(Into::into).collect::<Vec<ApplyDocument>>(),
            calendars: None,
            days: None,
            dry_run: None,
        }
    }

    /// Sets `calendars`: calendars by name that are applied by another request before this one.
    #[must_use]
    pub fn with_calendars(
        mut self,
        calendars: impl IntoIterator<Item = (impl Into<String>, impl Into<Value>)>,
    ) -> Self {
        self.calendars = Some(
            calendars.into_iter().map(|(name, value)| (name.into(), value.into())).collect::<BTreeMap<String, Value>>(),
        );
        self
    }

    /// Sets `days`: number of days for which a dry run compares the occurrences of changed schedules.
    #[must_use]
    pub fn with_days(mut self, days: u32) -> Self {
        self.days = Some(days);
        self
    }

    /// Sets `dry_run`: whether to only report what would change.
    #[must_use]
    pub fn with_dry_run(mut self, dry_run: bool) -> Self {
        self.dry_run = Some(dry_run);
        self
    }
}

/// Result of applying documents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ApplyResult {
    /// Whether the changes were made. False for a dry run.
    pub done: bool,
    /// Number of documents that were created, updated or deleted, or would be.
    pub changed: i64,
    /// Number of documents that were refused.
    pub refused: i64,
    /// Result for each document, in the order of the request.
    pub items: Vec<ApplyItem>,
}

text_enum! {
    /// Action on each schedule.
    BulkAction {
        Pause = "pause",
        Resume = "resume",
        Cancel = "cancel",
    }
}

/// Result for one schedule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BulkItemResult {
    /// Schedule ID.
    pub id: String,
    /// Error code, as in problem documents, if the change was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Explanation of the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Revision after the change. Null if the change was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<i64>,
    /// Status after the change. Null if the schedule does not exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
}

/// One change to many schedules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BulkRequest {
    /// Action to perform.
    pub action: BulkAction,
    /// Whether to change all schedules of the tenant. Must be true if the selector is empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<bool>,
    /// Cursor: the `next_cursor` of the previous request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Whether to only list the schedules that would be changed. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dry_run: Option<bool>,
    /// Occurrences missed while paused, for `resume`. Default: `now`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<ResumeMode>,
    /// Maximum number of schedules. Default: 1,000. Maximum: 1,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Reason for the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Schedules to change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector: Option<ScheduleSelector>,
    /// Time at which a pause ends by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

impl BulkRequest {
    /// Creates the value with its required fields.
    pub fn new(action: impl Into<BulkAction>) -> Self {
        Self {
            action: action.into(),
            all: None,
            cursor: None,
            dry_run: None,
            from: None,
            limit: None,
            note: None,
            selector: None,
            until: None,
        }
    }

    /// Sets `all`: whether to change all schedules of the tenant.
    #[must_use]
    pub fn with_all(mut self, all: bool) -> Self {
        self.all = Some(all);
        self
    }

    /// Sets `cursor`: cursor: the `next_cursor` of the previous request.
    #[must_use]
    pub fn with_cursor(mut self, cursor: impl Into<String>) -> Self {
        self.cursor = Some(cursor.into());
        self
    }

    /// Sets `dry_run`: whether to only list the schedules that would be changed.
    #[must_use]
    pub fn with_dry_run(mut self, dry_run: bool) -> Self {
        self.dry_run = Some(dry_run);
        self
    }

    /// Sets `from`: occurrences missed while paused, for `resume`.
    #[must_use]
    pub fn with_from(mut self, from: impl Into<ResumeMode>) -> Self {
        self.from = Some(from.into());
        self
    }

    /// Sets `limit`: maximum number of schedules.
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

    /// Sets `selector`: schedules to change.
    #[must_use]
    pub fn with_selector(mut self, selector: impl Into<ScheduleSelector>) -> Self {
        self.selector = Some(selector.into());
        self
    }

    /// Sets `until`: time at which a pause ends by itself.
    #[must_use]
    pub fn with_until(mut self, until: Timestamp) -> Self {
        self.until = Some(until);
        self
    }
}

/// Result of a bulk change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BulkResult {
    /// Whether the changes were made. False for a dry run.
    pub done: bool,
    /// Number of schedules found by this request.
    pub matched: i64,
    /// Number of schedules that were changed.
    pub changed: i64,
    /// Number of schedules that could not be changed.
    pub refused: i64,
    /// Result for each schedule, in order of ID.
    pub items: Vec<BulkItemResult>,
    /// Cursor of the next request. Null if there are no more schedules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

text_enum! {
    /// Kind of a document.
    DocumentType {
        Schedule = "schedule",
        Calendar = "calendar",
        DispatchRule = "dispatch_rule",
        Hold = "hold",
        Quota = "quota",
        Alert = "alert",
    }
}

/// Summary of a completed occurrence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RecentRun {
    /// Occurrence ID.
    pub id: i64,
    /// State: `succeeded`, `skipped` or `failed`.
    pub state: String,
    /// Due time.
    pub due_at: Timestamp,
    /// Time at which the occurrence completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
    /// Reason code, if the occurrence was skipped or failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Start time of the last attempt. Null if no attempt started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Timestamp>,
}

text_enum! {
    /// What happens to the occurrences that were due during a pause.
    ResumeMode {
        Now = "now",
        CatchUp = "catch_up",
    }
}

/// A schedule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Schedule {
    /// Schedule ID, unique in the tenant.
    pub id: String,
    /// Namespace of the tenant.
    pub namespace: String,
    /// Tenant that owns the schedule.
    pub tenant: String,
    /// Revision, which increases with every change. Also the entity tag.
    pub revision: i64,
    /// Status: `active`, `paused`, `canceled`, `disabled`, `finished` or `deleted`.
    pub status: String,
    /// Reason for the status.
    pub status_note: StatusNote,
    /// Source: `api`, `file` or `code`. Only this source can edit the schedule.
    pub source: String,
    /// Counters of past runs.
    pub counters: ScheduleCounters,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last change.
    pub updated_at: Timestamp,
    /// Action to send.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// Policy for missed occurrences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catch_up: Option<CatchUp>,
    /// Delivery guarantee after a crash between sending and recording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery: Option<Delivery>,
    /// Description for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Names of several targets per period, each with its own occurrence. Default: one unnamed target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discriminators: Option<Vec<String>>,
    /// History level: how much of each attempt is stored. Default: the level of the tenant, else of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<HistoryLevel>,
    /// Labels to select the schedule by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<BTreeMap<String, String>>,
    /// Maximum number of concurrent runs under `allow_all`. Default: no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_concurrent: Option<u32>,
    /// Policy for runs that overlap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overlap: Option<OverlapPolicy>,
    /// Number of consecutive failures after which the schedule pauses itself. Default: never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pause_on_failure: Option<u32>,
    /// Priority among the tenant's due occurrences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    /// Reason why the stored definition cannot be read. An edit replaces it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Policy for retries of failed attempts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<RetryPolicy>,
    /// Object that the schedule belongs to. Holds select by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// Recurrence, time zone and bounds: when the schedule runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<ScheduleSpec>,
    /// Maximum start delay of a run. Default: no limit of its own; the catch-up window still applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_deadline: Option<Seconds>,
    /// Timeout of one attempt. Default: the timeout of the provider, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<Seconds>,
    /// Time of the next occurrence, even if it is already planned. Null if there is none, or if the schedule is not
    /// active.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_at: Option<Timestamp>,
    /// Latest completed runs, oldest first. Null unless a list was requested with `recent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recent: Option<Vec<RecentRun>>,
    /// Description of the recurrence. Null if the recurrence cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
    /// Times of the next occurrences. Omitted in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upcoming: Option<Vec<Timestamp>>,
    /// Warnings about settings that are probably not intended. Only in responses to a save.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<Warning>>,
}

/// Counters of past runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ScheduleCounters {
    /// Runs that started, counted when they complete. Manual runs and backfills are not counted.
    pub runs: u64,
    /// Occurrences that succeeded.
    pub succeeded: u64,
    /// Occurrences that were skipped.
    pub skipped: u64,
    /// Occurrences that failed.
    pub failed: u64,
    /// Consecutive failures since the last success.
    pub consecutive_failures: u64,
    /// Time at which the last occurrence completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_ended_at: Option<Timestamp>,
    /// Message of the last failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_error: Option<String>,
    /// Time of the last success.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_success_at: Option<Timestamp>,
}

/// A page of a tenant's schedules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ScheduleList {
    /// Schedules of the page.
    pub items: Vec<Schedule>,
    /// Cursor of the next page. Null on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// Number of schedules on all pages. Null if it was not requested, or if counting would require reading every
    /// schedule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<i64>,
    /// Whether `total` is exact. False if counting stopped at its limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_is_exact: Option<bool>,
}

/// Selects schedules: those that match all given fields, or those with the given IDs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ScheduleSelector {
    /// Prefix of the schedule ID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id_prefix: Option<String>,
    /// Schedule IDs, in this order. Cannot be combined with other fields. An ID that does not exist is reported as
    /// refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ids: Option<Vec<String>>,
    /// Labels that the schedules must have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<BTreeMap<String, String>>,
    /// Provider of the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Comma-separated statuses. Default: the statuses that the action can change: `active` for `pause`, `paused` for
    /// `resume`, and `active`, `paused` and `disabled` for `cancel`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Text in the ID or the description, case-insensitive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl ScheduleSelector {
    /// Sets `id_prefix`: prefix of the schedule ID.
    #[must_use]
    pub fn with_id_prefix(mut self, id_prefix: impl Into<String>) -> Self {
        self.id_prefix = Some(id_prefix.into());
        self
    }

    /// Sets `ids`: schedule IDs, in this order.
    #[must_use]
    pub fn with_ids(mut self, ids: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.ids = Some(ids.into_iter().map(Into::into).collect::<Vec<String>>());
        self
    }

    /// Sets `labels`: labels that the schedules must have.
    #[must_use]
    pub fn with_labels(mut self, labels: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Self {
        self.labels = Some(
            labels.into_iter().map(|(name, value)| (name.into(), value.into())).collect::<BTreeMap<String, String>>(),
        );
        self
    }

    /// Sets `provider`: provider of the action.
    #[must_use]
    pub fn with_provider(mut self, provider: impl Into<String>) -> Self {
        self.provider = Some(provider.into());
        self
    }

    /// Sets `status`: comma-separated statuses.
    #[must_use]
    pub fn with_status(mut self, status: impl Into<String>) -> Self {
        self.status = Some(status.into());
        self
    }

    /// Sets `text`: text in the ID or the description, case-insensitive.
    #[must_use]
    pub fn with_text(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
    }
}

/// Change of a status.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StatusChange {
    /// Status after.
    pub to: String,
    /// Status before. Null for a new schedule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// Reason for a status.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StatusNote {
    /// Person, key or program that changed the status.
    pub by: String,
    /// The caller's note, or the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Time at which a pause ends by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}
