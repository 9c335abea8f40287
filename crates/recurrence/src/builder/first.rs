//! A first run before the regular ones: now, after a delay, or at an instant. `then` continues with the recurrence.

use jiff::Timestamp;

use crate::definition::{FirstRun, FirstRunAt, Length};

use super::settings::Settings;
use super::{Chain, OpenStep};

/// The step after `run_now`, `run_after` or `run_at`: a first run without a recurrence yet.
#[derive(Clone, Copy, Debug)]
pub struct FirstRunStep(FirstRun);

/// Starts a chain with a first run at the anchor: the `starting` instant, or else the anchor passed to the compiler.
pub fn run_now() -> Chain<FirstRunStep> {
    first(FirstRunAt::Now)
}

/// Starts a chain with a first run this length after the anchor.
pub fn run_after(length: Length) -> Chain<FirstRunStep> {
    first(FirstRunAt::After(length))
}

/// Starts a chain with a first run at an instant.
pub fn run_at(at: Timestamp) -> Chain<FirstRunStep> {
    first(FirstRunAt::At(at))
}

fn first(when: FirstRunAt) -> Chain<FirstRunStep> {
    Chain { settings: Settings::default(), step: FirstRunStep(FirstRun { when, min_spacing: None }) }
}

impl Chain<FirstRunStep> {
    /// Drops regular occurrences that are closer to the first run than this.
    pub fn min_spacing(mut self, spacing: Length) -> Self {
        self.settings.reject_repeat(self.step.0.min_spacing.is_some(), "min_spacing");
        self.step.0.min_spacing = Some(spacing);
        self
    }

    /// Continues with the regular occurrences. Intervals are counted from the first run.
    pub fn then(mut self) -> Chain<OpenStep> {
        self.settings.first_run = Some(self.step.0);
        self.to(OpenStep)
    }
}
