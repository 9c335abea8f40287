//! Occurrences to come: planned by the rule, or asked for by a person.

use jiff::Timestamp;

use crate::audit::By;
use crate::gap::NewGap;
use crate::id::{OccurrenceId, Revision, ScheduleKey, ScheduleUid};
use crate::moves::State;
use crate::occurrence::NewOccurrence;

/// What planning found for one schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Which schedule.
    pub uid: ScheduleUid,
    /// As it was when read; otherwise nothing of this plan is written.
    pub revision: Revision,
    /// As it was when read.
    pub watermark: Timestamp,
    /// The rows to insert.
    pub occurrences: Vec<NewOccurrence>,
    /// What is folded.
    pub gaps: Vec<NewGap>,
    /// Everything up to here is dealt with. Not before the old one.
    pub watermark_to: Timestamp,
    /// When planning must look next.
    pub next_due_at: Option<Timestamp>,
    /// Whether the rule has nothing left and nothing is open. Such a plan has no rows.
    pub is_finished: bool,
    /// The time zone database that was used.
    pub tzdb: String,
}

/// What came of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planned {
    /// The schedule has moved on; so many rows were new, the others existed already.
    Done {
        /// How many rows were new.
        inserted: usize,
    },
    /// The schedule was changed or planned by someone else meanwhile, or was to be finished and has an open occurrence.
    /// Nothing was written.
    Stale,
}

/// Occurrences a person asks for: a fire, a backfill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insert {
    /// Which schedule.
    pub key: ScheduleKey,
    /// The rows.
    pub occurrences: Vec<NewOccurrence>,
    /// The time zone database that was used.
    pub tzdb: String,
    /// The request that they are part of, for the audit log.
    pub request: InsertRequest,
    /// Who asks.
    pub by: By,
}

/// A request for occurrences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertRequest {
    /// A manual run: `schedule.fire` in the audit log.
    Fire,
    /// A backfill: `schedule.backfill` in the audit log.
    Backfill {
        /// Start of the range, by nominal time.
        from: Timestamp,
        /// End of the range, that instant included.
        to: Timestamp,
    },
}

/// What came of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// It is there now.
    New(OccurrenceId),
    /// It was there before.
    Existing(OccurrenceId, State),
}
