//! Occurrences that were missed, folded into one record instead of a row each.

use jiff::Timestamp;

use crate::id::ScheduleKey;
use crate::reason::SkipReason;

/// What is known when occurrences are folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGap {
    /// The first of them, by its nominal time.
    pub from: Timestamp,
    /// The last of them.
    pub to: Timestamp,
    /// How many.
    pub count: u64,
    /// Why they have no rows of their own.
    pub reason: SkipReason,
}

/// A gap in a schedule's ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Its number in the store; later ones are larger.
    pub id: i64,
    /// Whose it is.
    pub schedule: ScheduleKey,
    /// What it covers.
    pub covers: NewGap,
    /// When it was recorded.
    pub created_at: Timestamp,
}
