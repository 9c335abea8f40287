//! The inputs of a plan: a schedule as it was read, and the time range to plan.

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::CompiledRecurrence;

use super::check_time::check_at;
use super::open::OpenOccurrences;
use crate::model::Schedule;

/// The time range to plan.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Current time.
    pub now: Timestamp,
    /// Occurrences up to this instant get their rows.
    pub until: Timestamp,
    /// Look-ahead: how long before they are due schedules are examined.
    pub ahead_for: SignedDuration,
    /// Maximum number of periods in a plan. The rest waits for the next step.
    pub rows_max: usize,
}

impl Window {
    /// Returns the due time that makes planning examine a schedule at `at`.
    pub(super) fn due_at_for_check(&self, at: Timestamp) -> Timestamp {
        check_at(at.saturating_add(self.ahead_for).unwrap_or(Timestamp::MAX))
    }

    /// Returns the due time that makes planning examine a schedule `after` from now.
    pub(super) fn due_at_for_recheck(&self, after: SignedDuration) -> Timestamp {
        self.due_at_for_check(self.now.saturating_add(after).unwrap_or(Timestamp::MAX))
    }
}

/// The inputs of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The schedule as read from the store.
    pub schedule: &'a Schedule,
    /// The compiled recurrence of its definition.
    pub rule: &'a CompiledRecurrence,
    /// The open occurrences of the schedule. None if they do not matter: `max_runs` is not set, the recurrence does
    /// not count from completion, and it has not ended.
    pub open: Option<&'a OpenOccurrences>,
}

impl Subject<'_> {
    /// Returns whether any occurrence is open, or whether that is unknown.
    pub(super) fn may_have_open(&self) -> bool {
        self.open.is_none_or(|open| open.rows > 0)
    }
}
