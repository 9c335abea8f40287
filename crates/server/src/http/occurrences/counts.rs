//! Occurrences counted by where they stand.

use refrain::moves::State;
use serde::Serialize;
use utoipa::ToSchema;

/// Occurrences by where they stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Counts {
    /// Those that wait.
    #[schema(example = 0)]
    planned: i64,
    /// Those that run.
    #[schema(example = 0)]
    running: i64,
    /// Those that were done.
    #[schema(example = 1)]
    generated: i64,
    /// Those that were left out.
    #[schema(example = 0)]
    skipped: i64,
    /// Those that failed for good.
    #[schema(example = 0)]
    failed: i64,
}

impl Counts {
    /// One that stands so.
    pub(crate) fn one(state: State) -> Self {
        let mut counts = Self::default();
        counts.add(state);
        counts
    }

    pub(crate) fn add(&mut self, state: State) {
        let count = match state {
            State::Planned => &mut self.planned,
            State::Running => &mut self.running,
            State::Generated => &mut self.generated,
            State::Skipped => &mut self.skipped,
            State::Failed => &mut self.failed,
        };
        *count += 1;
    }
}
