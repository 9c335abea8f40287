//! Schedule drafts: the fluent builder for a schedule's recurrence, policies and action.
//!
//! The methods for the recurrence are those of [`refrain_recurrence::builder`], which checks their order; this
//! module only passes them through. Each step offers only the methods that may follow it, so a chain in a wrong
//! order does not compile. An invalid value is reported by `save`.

mod action;
mod begin;
mod finish;
mod order;
mod policies;
mod refinements;
#[cfg(doctest)]
mod wrong_orders;

use std::fmt;

use refrain_recurrence::builder::{Chain, ClosedStep, Complete};

pub use self::begin::AcceptsRecurrence;
pub use self::order::{HasAction, HasRecurrence, NeedsAction};
use super::Refrain;
use crate::dispatch::handler::Handlers;
use crate::error::Error;
use crate::model::{Action, Definition, ScheduleKey};

/// A schedule being built. `Step` tracks which parts of the recurrence are set, `Sent` whether an action is set.
#[must_use = "a draft does nothing until `save` or `register` is called"]
pub struct Draft<Step, Sent = NoAction> {
    refrain: Refrain,
    id: String,
    step: Step,
    timezone: Option<String>,
    edits: Vec<Edit>,
    sent: Sent,
}

/// A change to apply to the definition once it is built.
type Edit = Box<dyn FnOnce(&mut Definition) + Send>;

/// Registers the function of a schedule when the schedule is saved.
type RegisterFunction = Box<dyn FnOnce(&Handlers, &ScheduleKey) -> Result<(), Error> + Send>;

/// State of a draft without a recurrence.
#[derive(Clone, Copy, Debug)]
pub struct Start;

/// State of a draft without an action.
#[derive(Clone, Copy, Debug)]
pub struct NoAction;

/// State of a draft with an action.
pub struct WithAction {
    action: Result<Action, Error>,
    function: Option<RegisterFunction>,
}

impl fmt::Debug for WithAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WithAction").field("action", &self.action).finish_non_exhaustive()
    }
}

impl Refrain {
    /// Starts building a schedule: first the recurrence, then the handler or action, and `save` at the end.
    pub fn schedule(&self, id: impl Into<String>) -> Draft<Start> {
        let (refrain, id) = (self.clone(), id.into());
        Draft { refrain, id, step: Start, timezone: None, edits: Vec::new(), sent: NoAction }
    }
}

impl<Step, Sent> Draft<Step, Sent> {
    fn to<Next>(self, next: impl FnOnce(Step) -> Next) -> Draft<Next, Sent> {
        let Self { refrain, id, step, timezone, edits, sent } = self;
        Draft { refrain, id, step: next(step), timezone, edits, sent }
    }
}

impl<Step: Complete, Sent> Draft<Chain<Step>, Sent> {
    /// Records a change to the definition. The recurrence is complete from here on.
    fn with(self, edit: impl FnOnce(&mut Definition) + Send + 'static) -> Draft<Chain<ClosedStep>, Sent> {
        let mut draft = self.to(Chain::closed);
        draft.edits.push(Box::new(edit));
        draft
    }
}
