// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `insight`.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ledger::Occurrence;
use crate::text_enum::text_enum;

/// An audit log entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditEntry {
    /// Position in the tenant's hash chain, counted from 1.
    pub seq: i64,
    /// Time of the change.
    pub at: Timestamp,
    /// Person, key or program that made the change.
    pub actor: String,
    /// Action that was performed.
    pub action: String,
    /// Object that was changed.
    pub object: String,
    /// Details of the action.
    pub detail: Value,
    /// Hash of the previous entry.
    pub previous: String,
    /// Hash of this entry.
    pub hash: String,
    /// Reason given by the caller.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// ID of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditEntryList {
    /// Items of the page.
    pub items: Vec<AuditEntry>,
    /// Cursor of the next page. Null on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// Result of verifying the tenant's hash chain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditVerification {
    /// Whether every entry follows its predecessor.
    pub is_intact: bool,
    /// Position of the first entry that does not follow its predecessor or is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken_at: Option<i64>,
    /// Number of entries. Null if an entry is broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entries: Option<i64>,
    /// Hash of the last entry. Null if an entry is broken. Store it elsewhere to detect a truncated log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tip: Option<String>,
}

/// A count that may have stopped at a limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BoundedCount {
    /// The count, a lower bound if `is_cut` is true.
    pub count: i64,
    /// Whether there are more.
    pub is_cut: bool,
}

/// A minute of the week.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BusyMinute {
    /// Day of the week.
    pub weekday: String,
    /// Time of day.
    pub time: String,
    /// Number of occurrences.
    pub occurrences: i64,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Event {
    /// Kind of the event.
    pub kind: EventKind,
    /// Time of the event.
    pub at: Timestamp,
    /// Number of the attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<u32>,
    /// Number of planned occurrences, or of occurrences collapsed into a gap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<i64>,
    /// Kind of alarm, or outcome of a dispatch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Error message, alarm text or log record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The occurrence at that time, for `started`, `completed` and `retried`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occurrence: Option<Occurrence>,
    /// Occurrence ID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occurrence_id: Option<i64>,
    /// Time of the next attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_at: Option<Timestamp>,
    /// Schedule ID. Null if the event is not about a schedule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedule: Option<String>,
}

text_enum! {
    /// Kind of an event.
    EventKind {
        Planned = "planned",
        Finished = "finished",
        Gap = "gap",
        Started = "started",
        Dispatched = "dispatched",
        Completed = "completed",
        Retried = "retried",
        Logged = "logged",
        Alarm = "alarm",
    }
}

text_enum! {
    /// Length of a time slot.
    Fold {
        Hour = "hour",
        Day = "day",
    }
}

/// A quiet minute of the day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FreeSlot {
    /// Time of day.
    pub time: String,
    /// Number of occurrences at this time, over all days.
    pub occurrences: i64,
    /// Cron expression for a daily schedule at this time.
    pub cron: String,
}

/// Load of a tenant's schedules by hour of the week.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Heatmap {
    /// Start of the window, inclusive.
    pub from: Timestamp,
    /// End of the window, exclusive.
    pub until: Timestamp,
    /// Time zone of the hours.
    pub timezone: String,
    /// Number of active schedules that were counted.
    pub schedules: i64,
    /// Number of occurrences that were counted.
    pub occurrences: i64,
    /// Whether a limit stopped the count. All numbers are then too low.
    pub is_cut: bool,
    /// Occurrences by hour of the week, starting on Monday at 00:00: 168 entries.
    pub hours: Vec<HourLoad>,
    /// Busiest minutes of the week, busiest first.
    pub busiest: Vec<BusyMinute>,
    /// Quiet minutes of the day for new schedules, quietest first, away from the quarters of the hour.
    pub free_slots: Vec<FreeSlot>,
}

/// A schedule and its occurrences.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct HistorySchedule {
    /// Schedule ID.
    pub schedule: String,
    /// Occurrences in order. Those of a crowded time slot are merged into one span.
    pub spans: Vec<HistorySpan>,
}

/// An hour or a day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct HistorySlot {
    /// Start of the time slot.
    pub at: Timestamp,
    /// Number of occurrences by state.
    pub counts: StateCounts,
}

/// An occurrence, or the occurrences of a crowded time slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct HistorySpan {
    /// Nominal time of the first occurrence.
    pub from: Timestamp,
    /// Nominal time of the last occurrence. Equal to `from` for a single occurrence.
    pub until: Timestamp,
    /// Number of occurrences by state.
    pub counts: StateCounts,
}

/// An hour of the week.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct HourLoad {
    /// Day of the week.
    pub weekday: String,
    /// Hour of the day, from 0. Maximum: 23.
    pub hour: u32,
    /// Number of occurrences.
    pub occurrences: i64,
}

/// Activity of this node for the tenant since the node started.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct NodeActivity {
    /// Node ID.
    pub id: String,
    /// Occurrences that were planned.
    pub planned: i64,
    /// Attempts that were started.
    pub started: i64,
    /// Occurrences that succeeded.
    pub succeeded: i64,
    /// Occurrences that were skipped.
    pub skipped: i64,
    /// Occurrences that failed.
    pub failed: i64,
    /// Attempts that failed and were retried.
    pub retried: i64,
    /// Missed occurrences that were collapsed into gaps.
    pub missed: i64,
}

/// Occurrences of all schedules in a time window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RunHistory {
    /// Start of the window, inclusive, by nominal time.
    pub from: Timestamp,
    /// End of the window, exclusive.
    pub until: Timestamp,
    /// Time zone of the time slots.
    pub timezone: String,
    /// Number of schedules with occurrences in the window, including those that are not returned.
    pub schedules: i64,
    /// Number of occurrences of all these schedules.
    pub occurrences: i64,
    /// Schedules with the latest occurrences, latest first.
    pub items: Vec<HistorySchedule>,
    /// Occurrences of all schedules by hour or day. Empty time slots are omitted.
    pub slots: Vec<HistorySlot>,
    /// If counting stopped at its limit: only occurrences recorded since this time are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted_since: Option<Timestamp>,
}

/// Number of schedules by status.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ScheduleCounts {
    /// Active schedules.
    pub active: BoundedCount,
    /// Paused schedules.
    pub paused: BoundedCount,
    /// Canceled schedules.
    pub canceled: BoundedCount,
    /// Schedules that an error has disabled.
    pub disabled: BoundedCount,
    /// Schedules without further occurrences.
    pub finished: BoundedCount,
}

/// Health of a tenant's schedules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ScheduleHealth {
    /// Schedules whose planning is overdue by a minute or more, most overdue first. Empty as long as nodes work. At
    /// most 500.
    pub stale: Vec<StaleSchedule>,
    /// Whether there may be more schedules than are listed.
    pub is_cut: bool,
}

/// A schedule that was not planned in time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StaleSchedule {
    /// Schedule ID.
    pub id: String,
    /// Time at which planning was due. Null if the definition cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_at: Option<Timestamp>,
    /// Reason why the definition cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// Number of occurrences by state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StateCounts {
    /// Occurrences that are planned.
    pub planned: i64,
    /// Occurrences that are running.
    pub running: i64,
    /// Occurrences that succeeded.
    pub succeeded: i64,
    /// Occurrences that were skipped.
    pub skipped: i64,
    /// Occurrences that failed.
    pub failed: i64,
}

/// Statistics of a tenant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Stats {
    /// Time of the count.
    pub at: Timestamp,
    /// Schedules by status.
    pub schedules: ScheduleCounts,
    /// Occurrences that wait for their due time or for a retry.
    pub planned: BoundedCount,
    /// Occurrences that are running.
    pub running: BoundedCount,
    /// Occurrences that are due for a minute or more and have not started.
    pub overdue: BoundedCount,
    /// Number of live nodes.
    pub nodes: i64,
    /// Activity of the node that responds.
    pub node: NodeActivity,
}

/// Upcoming occurrences of a tenant's schedules in a time window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UpcomingOccurrences {
    /// Start of the window, inclusive.
    pub from: Timestamp,
    /// End of the window, exclusive.
    pub until: Timestamp,
    /// Time zone of the time slots.
    pub timezone: String,
    /// Number of active schedules that were examined.
    pub schedules: i64,
    /// Number of schedules with occurrences in the window, including those that are not returned.
    pub schedules_with_occurrences: i64,
    /// Number of occurrences of all these schedules.
    pub occurrences: i64,
    /// Whether a limit stopped the search. There are then more schedules than are counted here.
    pub is_cut: bool,
    /// Schedules with the earliest occurrences, in order of their first occurrence.
    pub items: Vec<UpcomingSchedule>,
    /// Load of all schedules by hour or day. Empty time slots are omitted.
    pub slots: Vec<UpcomingSlot>,
}

/// A schedule and its upcoming occurrences.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UpcomingSchedule {
    /// Schedule ID.
    pub schedule: String,
    /// Description of the recurrence.
    pub sentence: String,
    /// Time zone of the schedule.
    pub timezone: String,
    /// Number of occurrences, a lower bound if `is_cut` is true.
    pub occurrences: i64,
    /// Whether there are more occurrences.
    pub is_cut: bool,
    /// Occurrences in order. Those of a crowded time slot are merged into one span.
    pub spans: Vec<UpcomingSpan>,
}

/// An hour or a day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UpcomingSlot {
    /// Start of the time slot.
    pub at: Timestamp,
    /// Number of occurrences, a lower bound if `is_cut` is true.
    pub occurrences: i64,
    /// Number of schedules that the occurrences belong to.
    pub schedules: i64,
    /// Whether there are more occurrences.
    pub is_cut: bool,
}

/// An occurrence, or the occurrences of a crowded time slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UpcomingSpan {
    /// Time of the first occurrence.
    pub from: Timestamp,
    /// Time of the last occurrence. Equal to `from` for a single occurrence.
    pub until: Timestamp,
    /// Number of occurrences, a lower bound if `is_cut` is true.
    pub occurrences: i64,
    /// Whether there are more occurrences.
    pub is_cut: bool,
}
