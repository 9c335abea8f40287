//! The request and the result of one retention step.

use jiff::Timestamp;

use crate::id::Tenant;
use crate::work_item::WorkState;

/// One step of retention: what is past retention, and how much of it one step may remove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prune {
    /// Tenant whose history is pruned. Default: all tenants.
    pub tenant: Option<Tenant>,
    /// Occurrences that ended and gaps that were recorded before this are removed.
    pub ended_before: Option<Timestamp>,
    /// Work items that were completed before this are removed, too.
    pub work_done_before: Option<Timestamp>,
    /// Work items that became dead letters before this are removed, too.
    pub work_dead_before: Option<Timestamp>,
    /// Number of ended occurrences of each schedule that are kept. 0 keeps all of them. See [`Prune::surplus_above`].
    pub keep_per_schedule: u32,
    /// Maximum number of occurrences, of gaps, of work items and of schedules removed by one step.
    pub limit: usize,
}

impl Prune {
    /// Time before which work items in this state must have ended to be removed.
    pub fn work_before(&self, state: WorkState) -> Option<Timestamp> {
        match state {
            WorkState::Queued | WorkState::Running => None,
            WorkState::Done => self.ended_before.max(self.work_done_before),
            WorkState::Dead => self.ended_before.max(self.work_dead_before),
        }
    }

    /// Number of ended occurrences above which a schedule is cut down to `keep_per_schedule`: a tenth more, so that a
    /// schedule is looked into once for many runs and not for each of them. None when all are kept.
    pub fn surplus_above(&self) -> Option<u32> {
        (self.keep_per_schedule > 0).then(|| self.keep_per_schedule.saturating_add(self.keep_per_schedule / 10))
    }
}

/// What one retention step removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Occurrences, with their attempts.
    pub occurrences: usize,
    /// Gaps.
    pub gaps: usize,
    /// Deleted schedules without an occurrence left.
    pub schedules: usize,
    /// Completed work items and dead letters.
    pub work_items: usize,
    /// Whether another step may find more.
    pub has_more: bool,
    /// About when the oldest occurrence past retention that is left has ended. None when none is known to be left.
    pub left_since: Option<Timestamp>,
}

impl Pruned {
    /// Number of rows of all kinds that were removed.
    pub fn rows(&self) -> usize {
        self.occurrences + self.gaps + self.schedules + self.work_items
    }
}
