//! Bugs of the dispatch of a run.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::task::Poll;

use async_trait::async_trait;
use refrain::delivery::{Dispatcher, Outcome, Run};
use refrain::model::{Capabilities, Occurrence};
use refrain::store::Lease;

use super::Bug;
use super::engine::BuggyNode;

/// Returns the dispatcher as an engine with the bug uses it.
pub(crate) fn buggy_dispatcher(
    bug: Option<Bug>,
    dispatcher: Arc<dyn Dispatcher>,
    node: BuggyNode,
) -> Arc<dyn Dispatcher> {
    match bug {
        Some(bug @ (Bug::NewKeyPerAttempt | Bug::PanicEscapes | Bug::HardStopKeepsLeases)) => {
            Arc::new(BuggyDispatcher { bug, dispatcher, node })
        }
        _ => dispatcher,
    }
}

struct BuggyDispatcher {
    bug: Bug,
    dispatcher: Arc<dyn Dispatcher>,
    node: BuggyNode,
}

#[async_trait]
impl Dispatcher for BuggyDispatcher {
    async fn dispatch(&self, mut run: Run) -> Outcome {
        if self.bug == Bug::HardStopKeepsLeases {
            let Occurrence { id, fence, .. } = *run.occurrence;
            self.node.started.lock().unwrap().push(Lease { id, fence });
            return self.dispatcher.dispatch(run).await;
        }
        if self.bug == Bug::NewKeyPerAttempt {
            run.occurrence = Arc::new(with_attempt_in_key(&run.occurrence));
            return self.dispatcher.dispatch(run).await;
        }
        // A run whose task has panicked never reports its end.
        let mut sent = self.dispatcher.dispatch(run);
        let survived = std::future::poll_fn(|context| {
            match std::panic::catch_unwind(AssertUnwindSafe(|| sent.as_mut().poll(context))) {
                Ok(polled) => polled.map(Some),
                Err(_) => Poll::Ready(None),
            }
        });
        match survived.await {
            Some(outcome) => outcome,
            None => {
                drop(sent);
                std::future::pending().await
            }
        }
    }

    fn capabilities(&self) -> Option<Capabilities> {
        self.dispatcher.capabilities()
    }
}

/// Returns the occurrence under another period key for every attempt.
fn with_attempt_in_key(occurrence: &Occurrence) -> Occurrence {
    let mut changed = occurrence.clone();
    changed.planned.period_key = format!("{} {}", occurrence.planned.period_key, occurrence.attempt);
    changed
}
