//! A first run before the regular ones: now, after a while, or at an instant. `then` leads on to the rule itself.

use jiff::Timestamp;

use crate::length::Length;
use crate::spec::{FirstRun, FirstRunAt};

use super::frame::Frame;
use super::{Chain, Open};

/// The step after `run_now`, `run_after` or `run_at`: a first run, and no rule yet.
#[derive(Clone, Copy, Debug)]
pub struct First(FirstRun);

/// Runs first at the anchor: `starting`, or else the instant that the rule is compiled with.
pub fn run_now() -> Chain<First> {
    first(FirstRunAt::Now)
}

/// Runs first so long after the anchor.
pub fn run_after(length: Length) -> Chain<First> {
    first(FirstRunAt::After(length))
}

/// Runs first at an instant.
pub fn run_at(at: Timestamp) -> Chain<First> {
    first(FirstRunAt::At(at))
}

fn first(when: FirstRunAt) -> Chain<First> {
    Chain { frame: Frame::default(), step: First(FirstRun { when, min_spacing: None }) }
}

impl Chain<First> {
    /// Leaves out regular occurrences that are nearer to the first run than this.
    pub fn min_spacing(mut self, spacing: Length) -> Self {
        self.frame.refuse_repeat(self.step.0.min_spacing.is_some(), "min_spacing");
        self.step.0.min_spacing = Some(spacing);
        self
    }

    /// Goes on to the regular occurrences; intervals are counted from the first run.
    pub fn then(mut self) -> Chain<Open> {
        self.frame.first_run = Some(self.step.0);
        self.to(Open)
    }
}
