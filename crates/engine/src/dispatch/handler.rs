//! The `handler` provider: calls async functions of this program by name, with the payload of the schedule.
//!
//! A handler can only affect its own run. The worker catches a panic, and a payload of the wrong type is rejected
//! before the handler is called. A handler that this node does not have is left to a node that has it.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, PoisonError, RwLock};

use async_trait::async_trait;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::delivery::{OutgoingAction, Provider, Run, RunContext, Warning};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{Action, FailReason, ScheduleKey};
use crate::outcome::{HandlerResult, Outcome};

pub(super) type HandlerFuture = Pin<Box<dyn Future<Output = Outcome> + Send>>;
pub(super) type HandlerFunction = Arc<dyn Fn(Run) -> HandlerFuture + Send + Sync>;
type PayloadCheck = fn(&Value) -> Result<(), String>;

/// One registration of a handler. Clones are the same registration; registering the same name again is another one.
#[derive(Clone, Debug)]
pub struct Registration {
    name: Arc<str>,
}

impl Registration {
    /// Returns the name of the handler.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.name, &other.name)
    }
}

/// A handler, and a check whether a payload has the type that it takes.
#[derive(Clone)]
struct HandlerEntry {
    registration: Registration,
    /// The schedule that the handler was registered for, if it belongs to one.
    schedule: Option<ScheduleKey>,
    call: HandlerFunction,
    check_payload: PayloadCheck,
}

impl HandlerEntry {
    fn new<P: DeserializeOwned>(name: &str, schedule: Option<ScheduleKey>, call: HandlerFunction) -> Self {
        let registration = Registration { name: name.into() };
        Self { registration, schedule, call, check_payload: |payload| deserialize_payload::<P>(payload).map(drop) }
    }
}

/// Handlers of a node, by name.
#[derive(Default)]
pub struct Handlers {
    by_name: RwLock<BTreeMap<String, HandlerEntry>>,
}

impl Handlers {
    /// Adds a handler. It replaces an earlier handler of the same name.
    pub fn add<P, F, Fut>(&self, name: impl Into<String>, handler: F) -> Registration
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(RunContext, P) -> Fut + Send + Sync + 'static,
        Fut: Future<Output: HandlerResult> + Send + 'static,
    {
        self.insert::<P>(name.into(), function(handler))
    }

    /// Adds the handler of one schedule under the schedule's ID. It replaces an earlier handler of the same schedule.
    ///
    /// # Errors
    /// Returns the error `duplicate_handler` if another handler has that name.
    pub fn add_for<P, F, Fut>(&self, schedule: &ScheduleKey, handler: F) -> Result<(), Error>
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(RunContext, P) -> Fut + Send + Sync + 'static,
        Fut: Future<Output: HandlerResult> + Send + 'static,
    {
        let name = schedule.id.as_str();
        let mut by_name = self.by_name.write().unwrap_or_else(PoisonError::into_inner);
        match by_name.get(name) {
            Some(other) if other.schedule.as_ref() != Some(schedule) => {
                let detail = match &other.schedule {
                    Some(other) => format!("the handler {name:?} belongs to schedule {other}"),
                    None => format!("this program has already registered another handler {name:?}"),
                };
                Err(Error::invalid(ErrorCode::DuplicateHandler, detail).with_hint(
                    "`run_fn` registers the function under the schedule's ID; choose another ID, or register the \
                     function with `handler` and use `run`",
                ))
            }
            Some(_) | None => {
                let entry = HandlerEntry::new::<P>(name, Some(schedule.clone()), function(handler));
                by_name.insert(name.to_owned(), entry);
                Ok(())
            }
        }
    }

    pub(super) fn insert<P: DeserializeOwned>(&self, name: String, call: HandlerFunction) -> Registration {
        let entry = HandlerEntry::new::<P>(&name, None, call);
        let registration = entry.registration.clone();
        self.by_name.write().unwrap_or_else(PoisonError::into_inner).insert(name, entry);
        registration
    }

    /// Returns whether there is a handler with this name.
    pub fn has(&self, name: &str) -> bool {
        self.by_name.read().unwrap_or_else(PoisonError::into_inner).contains_key(name)
    }

    /// Checks a call of a registered handler: the registration is the latest of its name, and the handler can
    /// deserialize the payload. A handler that this node does not have passes.
    ///
    /// # Errors
    /// Returns the error `duplicate_handler` or `payload_mismatch`.
    pub fn check_call(&self, registration: &Registration, payload: &Value) -> Result<(), Error> {
        let name = registration.name();
        let Some(entry) = self.find(name) else { return Ok(()) };
        if !entry.registration.is(registration) {
            let detail = format!("the handler {name:?} was registered again, with another function");
            return Err(Error::invalid(ErrorCode::DuplicateHandler, detail)
                .with_hint("give each function its own name, or use the `Handler` of the latest registration"));
        }
        (entry.check_payload)(payload).map_err(|mismatch| payload_mismatch(name, &mismatch))
    }

    fn find(&self, name: &str) -> Option<HandlerEntry> {
        self.by_name.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }
}

/// Checks that a payload is what the handler of this name deserializes as `P`.
///
/// # Errors
/// Returns the error `payload_mismatch`.
pub fn check_payload<P: DeserializeOwned>(name: &str, payload: &Value) -> Result<(), Error> {
    deserialize_payload::<P>(payload).map(drop).map_err(|mismatch| payload_mismatch(name, &mismatch))
}

fn payload_mismatch(name: &str, mismatch: &str) -> Error {
    Error::invalid(ErrorCode::PayloadMismatch, format!("handler {name:?}: {mismatch}"))
        .with_hint("check that `Serialize` of the payload's type writes what `Deserialize` reads")
}

/// Erases the types of a handler.
fn function<P, F, Fut>(handler: F) -> HandlerFunction
where
    P: DeserializeOwned + Send + 'static,
    F: Fn(RunContext, P) -> Fut + Send + Sync + 'static,
    Fut: Future<Output: HandlerResult> + Send + 'static,
{
    let handler = Arc::new(handler);
    Arc::new(move |run: Run| -> HandlerFuture {
        let handler = Arc::clone(&handler);
        Box::pin(async move {
            match read::<P>(&run) {
                Ok(payload) => handler(RunContext::new(run), payload).await.into_outcome(),
                Err(rejected) => rejected,
            }
        })
    })
}

/// Deserializes the payload for the handler. A retry cannot change its type, so the run is rejected with the
/// position of the mismatch.
pub(super) fn read<P: DeserializeOwned>(run: &Run) -> Result<P, Outcome> {
    deserialize_payload(&run.definition.action.payload).map_err(Outcome::rejected)
}

fn deserialize_payload<P: DeserializeOwned>(payload: &Value) -> Result<P, String> {
    serde_path_to_error::deserialize(payload).map_err(|error| {
        let path = error.path().to_string();
        let place = if path == "." { String::new() } else { format!(" at {path}") };
        format!("the payload does not match the handler's type{place}: {}", error.inner())
    })
}

#[async_trait]
impl Provider for Handlers {
    async fn send(&self, sending: &OutgoingAction) -> Outcome {
        let target = &sending.action().target;
        match self.find(target) {
            Some(handler) => (handler.call)(sending.run_as_sent()).await,
            // Another node may have this handler, or this node after a restart.
            None => Outcome::Retryable {
                reason: FailReason::UnknownProvider,
                message: format!("this node has no handler {target:?}"),
                retry_after: None,
            },
        }
    }

    fn default_target(&self, action: &Action) -> Option<String> {
        Some(action.kind.clone())
    }

    fn targets(&self) -> Option<Vec<String>> {
        Some(self.by_name.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect())
    }

    fn warn(&self, action: &Action) -> Option<Warning> {
        let target = &action.target;
        let misfit = (self.find(target)?.check_payload)(&action.payload).err()?;
        let hint = Some("runs with this payload are rejected; check the type that the handler expects");
        Some(Warning { code: "payload_mismatch", detail: format!("handler {target:?}: {misfit}"), hint })
    }
}

impl fmt::Debug for Handlers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by_name = self.by_name.read().unwrap_or_else(PoisonError::into_inner);
        f.debug_set().entries(by_name.keys()).finish()
    }
}
