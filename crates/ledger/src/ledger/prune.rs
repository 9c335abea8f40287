//! The request and the result of one retention step.

use jiff::Timestamp;

use crate::model::{Tenant, WorkState};

/// One step of retention: the age limits, and the maximum number of rows to remove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prune {
    /// Tenant whose history is pruned. Default: all tenants.
    pub tenant: Option<Tenant>,
    /// Time before which settled occurrences and recorded gaps are removed.
    pub ended_before: Option<Timestamp>,
    /// Time before which completed work items are removed, too.
    pub work_done_before: Option<Timestamp>,
    /// Time before which dead letters are removed, too.
    pub work_dead_before: Option<Timestamp>,
    /// Number of settled occurrences of each schedule that are kept. 0 keeps all of them. See
    /// [`Prune::surplus_above`].
    pub keep_per_schedule: u32,
    /// Maximum number of occurrences, of gaps, of work items and of schedules removed by one step.
    pub limit: usize,
}

impl Prune {
    /// Returns the time before which work items in this state must have ended to be removed.
    pub fn work_before(&self, state: WorkState) -> Option<Timestamp> {
        match state {
            WorkState::Queued | WorkState::Running => None,
            WorkState::Completed => self.ended_before.max(self.work_done_before),
            WorkState::Dead => self.ended_before.max(self.work_dead_before),
        }
    }

    /// Returns the number of settled occurrences above which a schedule is cut down to `keep_per_schedule`, or
    /// none if all are kept. It is a tenth more, so that a schedule is examined once for many runs and not for
    /// each of them.
    pub fn surplus_above(&self) -> Option<u32> {
        (self.keep_per_schedule > 0).then(|| self.keep_per_schedule.saturating_add(self.keep_per_schedule / 10))
    }
}

/// Result of one retention step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PruneResult {
    /// Number of removed occurrences, with their attempts.
    pub occurrences: usize,
    /// Number of removed gaps.
    pub gaps: usize,
    /// Number of removed schedules: deleted ones without an occurrence left.
    pub schedules: usize,
    /// Number of removed work items: completed ones and dead letters.
    pub work_items: usize,
    /// Whether another step may find more.
    pub has_more: bool,
    /// Approximate end time of the oldest remaining occurrence past retention. None if none is known to remain.
    pub left_since: Option<Timestamp>,
}

impl PruneResult {
    /// Returns the number of removed rows of all kinds.
    pub fn rows(&self) -> usize {
        self.occurrences + self.gaps + self.schedules + self.work_items
    }
}
