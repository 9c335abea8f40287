//! What the server reported last.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use refrain_client::types::{HistorySchedule, Node, Occurrence, Schedule, StaleSchedule, Stats};

/// State of a server, as far as it is shown.
#[derive(Clone, Debug)]
pub(super) struct Fleet {
    pub(super) stats: Stats,
    /// Live nodes. `None` if the key may not list them.
    pub(super) nodes: Option<Vec<Node>>,
    pub(super) running: Vec<Occurrence>,
    /// Occurrences whose time has come and that are not running, and whether there are more.
    pub(super) due: (Vec<Occurrence>, bool),
    /// Newest completed runs.
    pub(super) completed: Vec<Occurrence>,
    /// Schedules with failures in the last day, and the number of all of them.
    pub(super) failed: (Vec<HistorySchedule>, i64),
    /// Schedules that an error has disabled.
    pub(super) disabled: Vec<Schedule>,
    /// Schedules that no node has planned.
    pub(super) stale: Vec<StaleSchedule>,
    /// Schedules that were read, by ID.
    pub(super) schedules: BTreeMap<String, Schedule>,
}

/// Middle and upper end of the start delays of recent runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StartDelay {
    pub(super) p50: SignedDuration,
    pub(super) p99: SignedDuration,
    pub(super) runs: usize,
}

impl Fleet {
    /// Returns the start delay of the newest runs that a recurrence started. Retries count from their first due time,
    /// so they are left out.
    pub(super) fn start_delay(&self) -> Option<StartDelay> {
        let delay = |run: &Occurrence| {
            let is_comparable = run.trigger == "schedule" && run.attempt <= 1;
            let delay = run.started_at?.duration_since(run.due_at).max(SignedDuration::ZERO);
            is_comparable.then_some(delay)
        };
        let mut delays: Vec<SignedDuration> = self.completed.iter().filter_map(delay).collect();
        delays.sort_unstable();
        let at = |percent: usize| delays.get((delays.len() * percent).div_ceil(100).saturating_sub(1)).copied();
        Some(StartDelay { p50: at(50)?, p99: at(99)?, runs: delays.len() })
    }

    /// Returns the number of runs on each node, of the occurrences that were read.
    pub(super) fn running_on(&self, node: &str) -> usize {
        self.running.iter().filter(|run| run.node.as_deref() == Some(node)).count()
    }

    /// Returns the number of runs that completed per minute, from the newest ones.
    pub(super) fn completed_per_minute(&self, now: Timestamp) -> Option<u64> {
        let oldest = self.completed.iter().filter_map(|run| run.ended_at).min()?;
        let seconds = u64::try_from(now.duration_since(oldest).as_secs()).ok()?.max(1);
        let runs = u64::try_from(self.completed.len()).ok()?;
        Some((runs * 60).div_ceil(seconds))
    }
}
