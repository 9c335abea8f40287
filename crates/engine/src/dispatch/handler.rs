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
use crate::model::{Action, FailReason};
use crate::outcome::{Failure, IntoOutcome, Outcome, outcome};

pub(super) type HandlerFuture = Pin<Box<dyn Future<Output = Outcome> + Send>>;
pub(super) type Handler = Arc<dyn Fn(Run) -> HandlerFuture + Send + Sync>;
type PayloadCheck = fn(&Value) -> Result<(), String>;

/// A handler, and a check whether a payload has the type that it takes.
#[derive(Clone)]
struct HandlerEntry {
    call: Handler,
    check_payload: PayloadCheck,
}

/// Handlers of a node, by name.
#[derive(Default)]
pub struct Handlers {
    by_name: RwLock<BTreeMap<String, HandlerEntry>>,
}

impl Handlers {
    /// Adds a handler. It replaces an earlier handler of the same name.
    pub fn add<P, F, Fut, T, E>(&self, name: impl Into<String>, handler: F)
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(RunContext, P) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: IntoOutcome + 'static,
        E: Into<Failure> + 'static,
    {
        let handler = Arc::new(handler);
        let call = move |run: Run| -> HandlerFuture {
            let handler = Arc::clone(&handler);
            Box::pin(async move {
                match read::<P>(&run) {
                    Ok(payload) => outcome(handler(RunContext::new(run), payload).await),
                    Err(rejected) => rejected,
                }
            })
        };
        self.insert::<P>(name.into(), Arc::new(call));
    }

    pub(super) fn insert<P: DeserializeOwned + 'static>(&self, name: String, call: Handler) {
        let registered = HandlerEntry { call, check_payload: |payload| deserialize_payload::<P>(payload).map(drop) };
        self.by_name.write().unwrap_or_else(PoisonError::into_inner).insert(name, registered);
    }

    /// Returns whether there is a handler with this name.
    pub fn has(&self, name: &str) -> bool {
        self.by_name.read().unwrap_or_else(PoisonError::into_inner).contains_key(name)
    }

    fn find(&self, name: &str) -> Option<HandlerEntry> {
        self.by_name.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }
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
