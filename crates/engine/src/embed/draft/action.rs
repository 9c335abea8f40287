//! The action of a draft: a handler of the program, or an action for any provider.

use std::future::Future;

use refrain_recurrence::builder::{Chain, ClosedStep};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::order::{HasRecurrence, NeedsAction};
use super::{Draft, WithAction};
use crate::delivery::RunContext;
use crate::dispatch::handler::check_payload;
use crate::embed::handler::{Handler, PayloadFor};
use crate::embed::payload::to_payload;
use crate::error::Error;
use crate::model::{Action, HANDLER_PROVIDER};
use crate::outcome::HandlerResult;

impl<Step, Sent> Draft<Step, Sent> {
    /// Runs a registered handler with this payload. The payload is a `P` or a `&P`.
    ///
    /// ```
    /// # use refrain::{Failure, Refrain, RunContext};
    /// # async fn send(_: RunContext, to: String) -> Result<(), Failure> { Ok(()) }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Failure> {
    /// # let refrain = Refrain::open("memory:").await?;
    /// let send = refrain.handler("send", send);
    /// refrain.schedule("digest").cron("0 9 * * *").run(&send, "ann@example.com").save().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// A payload of another type does not compile:
    ///
    /// ```compile_fail,E0277
    /// # use refrain::{Failure, Refrain, RunContext};
    /// # async fn send(_: RunContext, to: String) -> Result<(), Failure> { Ok(()) }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Failure> {
    /// # let refrain = Refrain::open("memory:").await?;
    /// let send = refrain.handler("send", send);
    /// refrain.schedule("digest").cron("0 9 * * *").run(&send, 7).save().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Saving the schedule returns the error `duplicate_handler` if the name of the handler was registered again,
    /// and `payload_mismatch` if the handler cannot deserialize what the payload serializes to.
    pub fn run<P>(self, handler: &Handler<P>, payload: impl PayloadFor<P>) -> Draft<Chain<ClosedStep>, WithAction>
    where
        Step: HasRecurrence,
        Sent: NeedsAction,
    {
        let handlers = &self.refrain.shared.handlers;
        let action = handler_action(handler.name(), payload)
            .and_then(|action| handlers.check_call(handler.registration(), &action.payload).map(|()| action));
        self.with_action(WithAction { action, function: None })
    }

    /// Runs a function of this schedule alone. Saving the schedule registers the function as a handler under the
    /// schedule's ID.
    ///
    /// The function is not stored. Save the schedule at every start of the program, before the node starts; until
    /// then, runs of the schedule fail and are retried.
    ///
    /// ```
    /// use refrain::{Failure, Refrain, RunContext};
    ///
    /// async fn sweep(context: RunContext, days: u32) -> Result<(), Failure> {
    ///     // …
    ///     Ok(())
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Failure> {
    /// # let refrain = Refrain::open("memory:").await?;
    /// refrain.schedule("sweep").every(1).hours().run_fn(sweep, 30).save().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Saving the schedule again replaces its function. Saving returns the error `duplicate_handler` if the
    /// schedule's ID is the name of a handler or the ID of another tenant's schedule with a function, and
    /// `payload_mismatch` if the function cannot deserialize what the payload serializes to.
    pub fn run_fn<P, F, Fut>(self, function: F, payload: impl PayloadFor<P>) -> Draft<Chain<ClosedStep>, WithAction>
    where
        Step: HasRecurrence,
        Sent: NeedsAction,
        P: DeserializeOwned + Send + 'static,
        F: Fn(RunContext, P) -> Fut + Send + Sync + 'static,
        Fut: Future<Output: HandlerResult> + Send + 'static,
    {
        let action = handler_action(&self.id, payload)
            .and_then(|action| check_payload::<P>(&action.target, &action.payload).map(|()| action));
        self.with_action(WithAction {
            action,
            function: Some(Box::new(move |handlers, schedule| handlers.add_for(schedule, function))),
        })
    }

    /// Runs the handler of this name with this payload. The payload is not checked against the handler's type; use
    /// [`Draft::run`] where possible.
    ///
    /// Saving the schedule returns the error `unknown_handler` if this program has not registered the handler,
    /// unless [`allow_remote_handlers`](crate::embed::Builder::allow_remote_handlers) is set. Nodes without such a
    /// handler then leave the occurrences to nodes that have it.
    pub fn handler(self, name: impl Into<String>, payload: impl Serialize) -> Draft<Chain<ClosedStep>, WithAction>
    where
        Step: HasRecurrence,
        Sent: NeedsAction,
    {
        self.with_action(WithAction { action: handler_action(name, payload), function: None })
    }

    /// Sets the action to send, through any provider.
    pub fn action(self, action: Action) -> Draft<Chain<ClosedStep>, WithAction>
    where
        Step: HasRecurrence,
        Sent: NeedsAction,
    {
        self.with_action(WithAction { action: Ok(action), function: None })
    }

    fn with_action(self, sent: WithAction) -> Draft<Chain<ClosedStep>, WithAction>
    where
        Step: HasRecurrence,
    {
        let Self { refrain, id, step, timezone, edits, sent: _ } = self;
        Draft { refrain, id, step: step.into_closed(), timezone, edits, sent }
    }
}

fn handler_action(name: impl Into<String>, payload: impl Serialize) -> Result<Action, Error> {
    Ok(Action { target: name.into(), ..Action::new(HANDLER_PROVIDER, to_payload(payload)?) })
}
