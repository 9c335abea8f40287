//! The states of a draft that an action and `save` require, with the texts that the compiler shows for a wrong order.

use refrain_recurrence::builder::{Chain, ClosedStep, Cron, Every};

use super::{NoAction, WithAction};

mod sealed {
    use refrain_recurrence::builder::{Chain, ClosedStep};

    use super::super::WithAction;

    /// Steps with a complete recurrence.
    pub trait IntoClosed {
        fn into_closed(self) -> Chain<ClosedStep>;
    }

    /// The state of a draft without an action.
    pub trait IsEmpty {}

    /// The state of a draft with an action.
    pub trait IntoAction {
        fn into_action(self) -> WithAction;
    }
}

/// Steps with a complete recurrence, which an action can follow.
#[diagnostic::on_unimplemented(
    message = "the schedule has no complete recurrence yet",
    label = "call this after the recurrence",
    note = "a recurrence is `every(15).minutes()`, `cron(\"0 9 * * *\")`, `once(at)` or another one; `every(n)` needs a \
            unit",
    note = "after `run_now`, `run_after` or `run_at`, call `then()` and add a recurrence"
)]
pub trait HasRecurrence: sealed::IntoClosed {}

// One implementation per step instead of one for all complete steps: otherwise, the compiler would report the missing
// implementation of `Complete` instead of the texts above.
impl HasRecurrence for Chain<ClosedStep> {}
impl HasRecurrence for Chain<Cron> {}
impl<Unit, Time> HasRecurrence for Chain<Every<Unit, Time>> {}

impl sealed::IntoClosed for Chain<ClosedStep> {
    fn into_closed(self) -> Self {
        self
    }
}

impl sealed::IntoClosed for Chain<Cron> {
    fn into_closed(self) -> Chain<ClosedStep> {
        self.closed()
    }
}

impl<Unit, Time> sealed::IntoClosed for Chain<Every<Unit, Time>> {
    fn into_closed(self) -> Chain<ClosedStep> {
        self.closed()
    }
}

/// The state of a draft that still needs an action.
#[diagnostic::on_unimplemented(
    message = "the schedule already has an action",
    label = "this would be a second action",
    note = "a schedule has one action; define another schedule for the second one"
)]
pub trait NeedsAction: sealed::IsEmpty {}

impl NeedsAction for NoAction {}
impl sealed::IsEmpty for NoAction {}

/// The state of a draft that has an action and can be saved.
#[diagnostic::on_unimplemented(
    message = "the schedule has no action yet",
    label = "call this after the action",
    note = "an action is `run(&handler, payload)`, `run_fn(function, payload)`, `handler(name, payload)` or \
            `action(action)`"
)]
pub trait HasAction: sealed::IntoAction {}

impl HasAction for WithAction {}

impl sealed::IntoAction for WithAction {
    fn into_action(self) -> Self {
        self
    }
}
