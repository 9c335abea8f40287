//! Gaps: several missed occurrences, collapsed into one record instead of one row each.

use jiff::Timestamp;

use crate::model::{ScheduleKey, SkipReason};

/// Content of a gap that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGap {
    /// Nominal time of the first occurrence in the gap.
    pub from: Timestamp,
    /// Nominal time of the last occurrence in the gap.
    pub to: Timestamp,
    /// Number of occurrences in the gap.
    pub count: u64,
    /// Reason why the occurrences have no rows of their own.
    pub reason: SkipReason,
}

/// Gap in the ledger of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Number of the gap in the store. Later gaps have larger numbers.
    pub id: i64,
    /// Key of the schedule.
    pub schedule: ScheduleKey,
    /// Occurrences that the gap covers, and the reason.
    pub covers: NewGap,
    /// Time at which the gap was recorded.
    pub created_at: Timestamp,
}
