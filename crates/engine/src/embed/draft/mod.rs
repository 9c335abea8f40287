//! A schedule in the making: when it recurs, what stands around that, what it calls.
//!
//! The words for when are those of [`refrain_recurrence::builder`], which checks their order; this module only carries them
//! along. Each step offers what may follow it, so a sentence in a wrong order does not compile; a wrong value is reported
//! by `save`.

mod begin;
mod finish;
mod pins;
mod policies;
#[cfg(doctest)]
mod wrong_orders;

use refrain_recurrence::builder::{Chain, Closed, Complete};

pub use self::begin::Opens;
use super::Refrain;
use crate::action::Action;
use crate::definition::Definition;
use crate::error::Error;

/// A schedule in the making. `Step` is what has been said about when, `Sent` what has been said about what.
#[must_use = "a draft means nothing before `save` or `register`"]
pub struct Draft<Step, Sent = Nothing> {
    refrain: Refrain,
    id: String,
    step: Step,
    timezone: Option<String>,
    edits: Vec<Edit>,
    sent: Sent,
}

/// What is written into the definition when it is made.
type Edit = Box<dyn FnOnce(&mut Definition) + Send>;

/// Nothing has been said about when.
#[derive(Clone, Copy, Debug)]
pub struct Start;

/// Nothing has been said about what it calls.
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

/// What it calls.
#[derive(Debug)]
pub struct Sends(Result<Action, Error>);

impl Draft<Start> {
    pub(super) fn new(refrain: Refrain, id: String) -> Self {
        Self { refrain, id, step: Start, timezone: None, edits: Vec::new(), sent: Nothing }
    }
}

impl<Step, Sent> Draft<Step, Sent> {
    fn to<Next>(self, next: impl FnOnce(Step) -> Next) -> Draft<Next, Sent> {
        let Self { refrain, id, step, timezone, edits, sent } = self;
        Draft { refrain, id, step: next(step), timezone, edits, sent }
    }
}

impl<Step: Complete, Sent> Draft<Chain<Step>, Sent> {
    /// Writes something into the definition; the rule itself is said by then.
    fn with(self, edit: impl FnOnce(&mut Definition) + Send + 'static) -> Draft<Chain<Closed>, Sent> {
        let mut draft = self.to(Chain::closed);
        draft.edits.push(Box::new(edit));
        draft
    }
}
