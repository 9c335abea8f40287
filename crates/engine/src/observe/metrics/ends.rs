//! Counters of run results: a fixed array with one counter for each state and reason.

use crate::model::{FailReason, Reason, SkipReason, State};
use crate::observe::Count;

const SKIPPED_FROM: usize = 2;
const FAILED_FROM: usize = SKIPPED_FROM + SkipReason::ALL.len();
const ENDS: usize = FAILED_FROM + FailReason::ALL.len();

/// Counters for every combination of state and reason.
#[derive(Debug)]
pub(super) struct ResultCounters([Count; ENDS]);

/// Result of runs, and how often it occurred.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ResultCount {
    pub(super) status: &'static str,
    pub(super) reason: &'static str,
    pub(super) times: u64,
}

impl Default for ResultCounters {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Count::default()))
    }
}

impl ResultCounters {
    /// Counts one result. `Planned` means that the attempt failed and is to be retried. `Running` is not a
    /// result.
    pub(super) fn add(&self, state: State, reason: Option<Reason>) {
        let place = match state {
            State::Running => return,
            State::Succeeded => 0,
            State::Planned => 1,
            State::Skipped | State::Failed => match reason {
                Some(Reason::Skipped(reason)) => SKIPPED_FROM + reason as usize,
                Some(Reason::Failed(reason)) => FAILED_FROM + reason as usize,
                // Every skipped or failed row has a reason.
                None => return,
            },
        };
        self.0[place].add(1);
    }

    /// Returns the results that have occurred.
    pub(super) fn read(&self) -> impl Iterator<Item = ResultCount> {
        let status = |place| match place {
            0 => (State::Succeeded.as_str(), ""),
            1 => ("retried", ""),
            SKIPPED_FROM..FAILED_FROM => (State::Skipped.as_str(), SkipReason::ALL[place - SKIPPED_FROM].as_str()),
            _ => (State::Failed.as_str(), FailReason::ALL[place - FAILED_FROM].as_str()),
        };
        self.0.iter().enumerate().filter(|(_, count)| count.get() > 0).map(move |(place, count)| {
            let (status, reason) = status(place);
            ResultCount { status, reason, times: count.get() }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_and_reason_has_a_counter_of_its_own() {
        let ends = ResultCounters::default();
        ends.add(State::Succeeded, None);
        ends.add(State::Planned, None);
        ends.add(State::Running, None);
        for reason in SkipReason::ALL {
            ends.add(State::Skipped, Some(Reason::Skipped(*reason)));
        }
        for reason in FailReason::ALL {
            ends.add(State::Failed, Some(Reason::Failed(*reason)));
        }
        let read: Vec<ResultCount> = ends.read().collect();
        assert_eq!(read.len(), ENDS);
        assert!(read.iter().all(|end| end.times == 1), "{read:?}");
        let last = SkipReason::ALL.last().unwrap().as_str();
        assert!(read.contains(&ResultCount { status: "skipped", reason: last, times: 1 }));
    }
}
