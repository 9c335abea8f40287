// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `schedule`.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ledger::OccurrenceDetail;
use super::policies::OverlapPolicy;
use crate::text_enum::text_enum;

/// A past range to backfill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BackfillRequest {
    /// Start of the range, inclusive, by nominal time.
    pub from: Timestamp,
    /// End of the range, inclusive. Must not be in the future.
    pub to: Timestamp,
    /// Maximum number of occurrences of the backfill that run at once, per discriminator. More than 1 requires overlap
    /// `allow_all`. Default: 1. Maximum: 1,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<u32>,
    /// Token of the preview. Without a token, nothing is changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirm: Option<String>,
    /// Maximum number of occurrences, counting existing ones. Default: 10,000. Maximum: 10,000. The server may be
    /// configured with a lower limit, which is then also the default. A period is taken with all its discriminators or
    /// not at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Reason for the backfill.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Overlap policy. `buffer_all`: one occurrence at a time, and not alongside other runs of its discriminator.
    /// `allow_all`: alongside other runs. Other values are rejected, because they would skip occurrences of the
    /// backfill itself. Default: `buffer_all`, or `allow_all` if that is the schedule's own policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overlap: Option<OverlapPolicy>,
    /// Existing occurrences to run again. Default: `none`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reprocess: Option<ReprocessMode>,
}

impl BackfillRequest {
    /// Creates the value with its required fields.
    pub fn new(from: Timestamp, to: Timestamp) -> Self {
        Self { from, to, concurrency: None, confirm: None, limit: None, note: None, overlap: None, reprocess: None }
    }

    /// Sets `concurrency`: maximum number of occurrences of the backfill that run at once, per discriminator.
    #[must_use]
    pub fn with_concurrency(mut self, concurrency: u32) -> Self {
        self.concurrency = Some(concurrency);
        self
    }

    /// Sets `confirm`: token of the preview.
    #[must_use]
    pub fn with_confirm(mut self, confirm: impl Into<String>) -> Self {
        self.confirm = Some(confirm.into());
        self
    }

    /// Sets `limit`: maximum number of occurrences, counting existing ones.
    #[must_use]
    pub fn with_limit(mut self, limit: u32) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Sets `note`: reason for the backfill.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// Sets `overlap`: overlap policy.
    #[must_use]
    pub fn with_overlap(mut self, overlap: impl Into<OverlapPolicy>) -> Self {
        self.overlap = Some(overlap.into());
        self
    }

    /// Sets `reprocess`: existing occurrences to run again.
    #[must_use]
    pub fn with_reprocess(mut self, reprocess: impl Into<ReprocessMode>) -> Self {
        self.reprocess = Some(reprocess.into());
        self
    }
}

/// Preview or result of a backfill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BackfillResult {
    /// Whether the backfill has been started. If false, this is a preview.
    pub done: bool,
    /// Number of occurrences that are created.
    pub new: u64,
    /// Number of occurrences that are reopened.
    pub reopened: u64,
    /// Number of occurrences that stay as they are.
    pub untouched: u64,
    /// Whether the range has more occurrences than the limit.
    pub is_cut: bool,
    /// Overlap policy: `buffer_all` (one after the other) or `allow_all` (alongside other runs).
    pub overlap: OverlapPolicy,
    /// Maximum number of occurrences that run at once, per discriminator.
    pub concurrency: u32,
    /// Token that confirms the preview, for the same request, once. Null if the backfill has been started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirm: Option<String>,
    /// Estimated duration of the whole backfill at this median, in seconds. Only in a preview.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_duration_seconds: Option<f64>,
    /// Time until which the token is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// First nominal time in the range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Timestamp>,
    /// Last nominal time in the range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<Timestamp>,
    /// Median duration of the schedule's last successful runs, in seconds. Only in a preview.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub median_duration_seconds: Option<f64>,
}

/// Occurrences of a schedule by day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DailyCounts {
    /// Start of the range, inclusive, by nominal time.
    pub from: Timestamp,
    /// End of the range, exclusive.
    pub until: Timestamp,
    /// Time zone of the days.
    pub timezone: String,
    /// Number of occurrences that were counted.
    pub occurrences: i64,
    /// The days with occurrences, in order.
    pub days: Vec<DayCounts>,
    /// If counting stopped at its limit: only occurrences recorded since this time are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted_since: Option<Timestamp>,
}

/// A day with the number of its occurrences by state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DayCounts {
    /// Date in the time zone.
    pub date: Date,
    /// Occurrences that failed.
    pub failed: i64,
    /// Occurrences that are planned.
    pub planned: i64,
    /// Occurrences that are running.
    pub running: i64,
    /// Occurrences that were skipped.
    pub skipped: i64,
    /// Occurrences that succeeded.
    pub succeeded: i64,
}

/// Explanation of why a schedule did or did not run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Explanation {
    /// Time that is explained.
    pub at: Timestamp,
    /// Explanation as a sentence.
    pub sentence: String,
    /// Answer code: `not_created_yet`, `not_matched`, `recorded`, `in_gap`, `stopped`, `not_planned_yet`,
    /// `will_be_held` (a hold will skip it) or `unexplained`.
    pub answer: String,
    /// Occurrences at that time.
    pub occurrences: Vec<OccurrenceDetail>,
    /// Evaluation of the recurrence in effect at that time. Null if it is no longer valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<RecurrenceEvaluation>,
    /// Gap that contains that time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<OccurrenceGap>,
    /// Hold that would skip the occurrence now, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold: Option<String>,
    /// Revision in effect at that time. Null if the schedule did not exist yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<Revision>,
}

/// Result of a manual run request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FireResult {
    /// Occurrence ID.
    pub occurrence: i64,
    /// Whether an earlier request with the same key created the occurrence.
    pub existing: bool,
    /// State of the occurrence.
    pub state: String,
}

/// The next occurrences of a schedule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct NextOccurrences {
    /// Times in order. Empty while the schedule is paused or after it has ended.
    pub next: Vec<Timestamp>,
}

/// Missed occurrences that are collapsed into one record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OccurrenceGap {
    /// Gap ID.
    pub id: i64,
    /// Nominal time of the first occurrence.
    pub from: Timestamp,
    /// Nominal time of the last occurrence.
    pub to: Timestamp,
    /// Number of occurrences.
    pub count: u64,
    /// Reason why the occurrences did not run.
    pub reason: String,
    /// Time at which the gap was recorded.
    pub created_at: Timestamp,
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OccurrenceGapList {
    /// Items of the page.
    pub items: Vec<OccurrenceGap>,
    /// Cursor of the next page. Null on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A condition of the recurrence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RecurrenceCheck {
    /// Field or bound.
    pub name: String,
    /// Value at that time.
    pub value: String,
    /// Whether the recurrence accepts the value.
    pub passed: bool,
}

/// Evaluation of a recurrence at a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RecurrenceEvaluation {
    /// Whether the recurrence matches the time.
    pub matches: bool,
    /// Checks, in order.
    pub checks: Vec<RecurrenceCheck>,
    /// Next occurrence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Timestamp>,
    /// Previous occurrence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<Timestamp>,
}

text_enum! {
    /// Existing occurrences that a backfill runs again.
    ReprocessMode {
        None = "none",
        Failed = "failed",
        Completed = "completed",
    }
}

/// A revision of a schedule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Revision {
    /// Revision number.
    pub revision: i64,
    /// Time of the change.
    pub at: Timestamp,
    /// Person, key or program that made the change.
    pub by: String,
    /// Kind of change.
    pub change: String,
    /// Definition since this revision. Null if the change did not affect it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<Value>,
    /// Reason why the definition of this revision cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RevisionList {
    /// Items of the page.
    pub items: Vec<Revision>,
    /// Cursor of the next page. Null on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}
