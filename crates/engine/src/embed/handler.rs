//! Handlers of the program, and the typed handles by which schedules run them.

use std::fmt;
use std::future::Future;
use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Refrain;
use crate::delivery::RunContext;
use crate::dispatch::handler::Registration;
use crate::outcome::HandlerResult;

/// A registered handler that takes a payload of type `P`. [`Refrain::handler`] returns it, and
/// [`run`](crate::embed::Draft::run) takes it, so that the compiler checks the payload of a schedule.
///
/// Clones are cheap. A later registration of the same name invalidates this one: saving a schedule with it is the
/// error `duplicate_handler`.
pub struct Handler<P> {
    registration: Registration,
    payload: PhantomData<fn(P)>,
}

impl<P> Handler<P> {
    pub(super) fn new(registration: Registration) -> Self {
        Self { registration, payload: PhantomData }
    }

    /// Returns the name under which the handler is registered.
    pub fn name(&self) -> &str {
        self.registration.name()
    }

    pub(super) fn registration(&self) -> &Registration {
        &self.registration
    }
}

impl<P> Clone for Handler<P> {
    fn clone(&self) -> Self {
        Self::new(self.registration.clone())
    }
}

impl<P> fmt::Debug for Handler<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Handler").field(&self.name()).finish()
    }
}

/// Payloads for a handler that takes a `P`: a `P`, a `&P`, and the borrowed forms of `String` and `Vec`.
///
/// Implement it for a type of your own that serializes to the JSON of a `P`. Saving a schedule checks that the
/// handler can deserialize the JSON.
#[diagnostic::on_unimplemented(
    message = "the handler takes a payload of type `{P}`, found `{Self}`",
    label = "expected `{P}` or `&{P}`",
    note = "a payload type implements `Serialize` and `Deserialize`"
)]
pub trait PayloadFor<P>: Serialize {}

impl<P: Serialize> PayloadFor<P> for P {}
impl<P: Serialize> PayloadFor<P> for &P {}
impl PayloadFor<String> for &str {}
impl<T: Serialize> PayloadFor<Vec<T>> for &[T] {}

impl Refrain {
    /// Registers an async function as a handler. Schedules [run](crate::embed::Draft::run) it by the returned
    /// [`Handler`]. Its payload is any type that serde can deserialize.
    ///
    /// The function returns `Result<T, E>`:
    ///
    /// - `T` is `()`, the [`Target`](crate::model::Target) that the run created, or an
    ///   [`Outcome`](crate::delivery::Outcome).
    /// - `E` is any error. The run is retried unless the error contains a [`Reject`](crate::Reject).
    ///
    /// Register all handlers before you save the schedules that run them. A later handler replaces an earlier one of
    /// the same name. All tenants share the handlers.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use refrain::{Failure, Refrain, RunContext};
    ///
    /// struct Mailer;
    ///
    /// async fn send(mailer: Arc<Mailer>, context: RunContext, to: String) -> Result<(), Failure> {
    ///     // …
    ///     Ok(())
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Failure> {
    /// let refrain = Refrain::open("memory:").await?;
    /// let mailer = Arc::new(Mailer);
    /// let send = refrain.handler("send", move |context, to| send(mailer.clone(), context, to));
    /// refrain.schedule("digest").cron("0 9 * * *").run(&send, "ann@example.com").save().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn handler<P, F, Fut>(&self, name: impl Into<String>, handler: F) -> Handler<P>
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(RunContext, P) -> Fut + Send + Sync + 'static,
        Fut: Future<Output: HandlerResult> + Send + 'static,
    {
        Handler::new(self.shared.handlers.add(name, handler))
    }
}
