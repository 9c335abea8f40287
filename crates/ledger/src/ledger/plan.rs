//! New occurrences: planned by the recurrence, or requested by a person.

use jiff::Timestamp;

use crate::model::{By, NewGap, NewOccurrence, OccurrenceId, Revision, ScheduleKey, ScheduleUid, State};

/// Result of planning one schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Uid of the schedule.
    pub uid: ScheduleUid,
    /// Revision when the schedule was read. If it has changed, nothing of this plan is written.
    pub revision: Revision,
    /// Watermark when the schedule was read. If it has changed, nothing of this plan is written.
    pub watermark: Timestamp,
    /// Rows to insert.
    pub occurrences: Vec<NewOccurrence>,
    /// Missed occurrences, collapsed into gaps.
    pub gaps: Vec<NewGap>,
    /// New watermark: everything up to this instant is planned. Not before the old one.
    pub watermark_to: Timestamp,
    /// Time at which planning must next examine the schedule.
    pub next_due_at: Option<Timestamp>,
    /// Whether the recurrence has nothing left and no occurrence is open. Such a plan has no rows.
    pub is_finished: bool,
    /// Time zone database that was used.
    pub tzdb: String,
}

/// Result of writing a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanResult {
    /// The schedule has advanced. Rows that already existed are not counted, except superseded ones, which are
    /// planned again.
    Done {
        /// Number of rows that are planned now.
        inserted: usize,
    },
    /// Another caller changed or planned the schedule since it was read, or the plan finishes a schedule that has
    /// an open occurrence. Nothing was written.
    Stale,
}

/// Occurrences that a person requests: a manual run or a backfill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insert {
    /// Key of the schedule.
    pub key: ScheduleKey,
    /// Rows to insert.
    pub occurrences: Vec<NewOccurrence>,
    /// Time zone database that was used.
    pub tzdb: String,
    /// The request that created the rows, for the audit log.
    pub request: InsertRequest,
    /// Author of the request.
    pub by: By,
}

/// A request for occurrences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertRequest {
    /// A manual run: `schedule.fire` in the audit log.
    Fire,
    /// The first batch of a backfill: `schedule.backfill` in the audit log.
    Backfill {
        /// Start of the range, by nominal time.
        from: Timestamp,
        /// End of the range, that instant included.
        to: Timestamp,
        /// Number of rows in the later batches. The audit entry counts them too.
        later: usize,
    },
    /// A later batch of a backfill. It has no audit entry of its own.
    BackfillRest,
}

/// Result of inserting one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertResult {
    /// The row is new, or an edit had superseded it and it is planned again.
    New(OccurrenceId),
    /// The row already existed, in this state.
    Existing(OccurrenceId, State),
}
