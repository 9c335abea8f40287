//! A worker's function with the types of its payload and result erased.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::{WorkContext, json};
use crate::delivery::WorkEnvelope;
use crate::ledger::check;
use crate::model::{WORK_BYTES_MAX, WorkItem};
use crate::outcome::{Failure, describe_error};
use crate::worker::without_panic;

/// Result of one attempt.
#[derive(Clone, Debug)]
pub(super) enum AttemptResult {
    /// The attempt succeeded with this result.
    Succeeded(Value),
    /// The attempt failed and can be retried.
    Failed(String),
    /// The attempt failed, and a retry cannot succeed.
    Rejected(String),
}

type AttemptFuture = Pin<Box<dyn Future<Output = AttemptResult> + Send>>;

/// The function that is called for each item.
#[derive(Clone)]
pub(super) struct Function(Arc<dyn Fn(WorkContext, Value) -> AttemptFuture + Send + Sync>);

impl Function {
    pub(super) fn new<P, F, Fut, T, E>(function: F) -> Self
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(WorkContext, P) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: Serialize + Send + 'static,
        E: Into<Failure> + 'static,
    {
        let function = Arc::new(function);
        Self(Arc::new(move |context, payload| {
            let function = Arc::clone(&function);
            Box::pin(async move {
                match serde_path_to_error::deserialize::<_, P>(&payload) {
                    Ok(payload) => done(function(context, payload).await),
                    Err(error) => {
                        AttemptResult::Rejected(format!("the payload has the wrong type for its worker: {error}"))
                    }
                }
            })
        }))
    }

    /// Calls the function. A panic counts as a failed attempt.
    pub(super) async fn call(&self, item: WorkItem, cancel: CancellationToken) -> AttemptResult {
        let mut envelope = match WorkEnvelope::read(&item.work.payload) {
            Ok(envelope) => envelope,
            Err(problem) => return AttemptResult::Rejected(format!("the work item has no envelope: {problem}")),
        };
        let payload = envelope.payload.take();
        let context = WorkContext::new(item, envelope, cancel);
        match without_panic((self.0)(context, payload)).await {
            Ok(done) => done,
            Err((_, message)) => AttemptResult::Failed(message),
        }
    }
}

fn done<T: Serialize, E: Into<Failure>>(answer: Result<T, E>) -> AttemptResult {
    let result = match answer {
        Ok(result) => result,
        Err(error) => {
            let (message, is_rejected) = describe_error(&*error.into());
            return if is_rejected { AttemptResult::Rejected(message) } else { AttemptResult::Failed(message) };
        }
    };
    match json(result) {
        // The work is done. A result that cannot be stored does not undo it.
        Ok(result) if check::json("result", &result, WORK_BYTES_MAX).is_err() => AttemptResult::Succeeded(Value::Null),
        Ok(result) => AttemptResult::Succeeded(result),
        Err(_) => AttemptResult::Succeeded(Value::Null),
    }
}
