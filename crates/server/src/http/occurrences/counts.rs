//! Number of occurrences by state.

use refrain::model::State;
use serde::Serialize;
use utoipa::ToSchema;

/// Number of occurrences by state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Counts {
    /// Occurrences that are planned.
    #[schema(example = 0)]
    planned: i64,
    /// Occurrences that are running.
    #[schema(example = 0)]
    running: i64,
    /// Occurrences that succeeded.
    #[schema(example = 1)]
    succeeded: i64,
    /// Occurrences that were skipped.
    #[schema(example = 0)]
    skipped: i64,
    /// Occurrences that failed.
    #[schema(example = 0)]
    failed: i64,
}

impl Counts {
    /// Returns the counts of a single occurrence in this state.
    pub(crate) fn one(state: State) -> Self {
        let mut counts = Self::default();
        counts.add(state);
        counts
    }

    pub(crate) fn add(&mut self, state: State) {
        let count = match state {
            State::Planned => &mut self.planned,
            State::Running => &mut self.running,
            State::Succeeded => &mut self.succeeded,
            State::Skipped => &mut self.skipped,
            State::Failed => &mut self.failed,
        };
        *count += 1;
    }
}
