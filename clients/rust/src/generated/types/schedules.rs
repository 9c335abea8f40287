// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `schedules`.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::policies::{Action, CatchUp, Delivery, HistoryLevel, OverlapPolicy, Priority, RetryPolicy, Scope};
use super::previews::Warning;
use super::timing::ScheduleSpec;
use crate::text_enum::text_enum;
use crate::values::Seconds;

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
