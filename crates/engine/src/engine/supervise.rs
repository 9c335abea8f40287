//! Supervision of a node's loops. A loop that ends although nobody asked the node to stop ends the node: without its
//! planner, worker or watchman a node would look alive and do half of its work.
//!
//! Invariant: a panic in a loop is never silent. It stops the other loops, which release what they hold, and the
//! caller that waits for the node gets a [`NodeFailure`].

use std::future::Future;
use std::sync::Arc;

use tokio::sync::watch;

use crate::event::{Alarm, Events};
use crate::worker::{Stop, without_panic};

/// Why a node has ended by itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {part} loop of the node ended: {problem}")]
pub struct NodeFailure {
    /// The loop that ended first: `worker`, `planner`, `watchman`, `retention`, `clock`, `hooks` or `alerts`.
    pub part: &'static str,
    /// What is known about it, such as the message of a panic.
    pub problem: String,
}

/// The orders to stop, and whether a loop has ended by itself.
#[derive(Clone, Debug)]
pub(crate) struct Supervisor {
    /// One for each loop: several that listen to one would hear it in any order, and no seed would be the same twice.
    stops: Arc<[watch::Sender<Stop>; 4]>,
    failure: watch::Sender<Option<NodeFailure>>,
    events: Events,
}

impl Supervisor {
    /// Begins to supervise. `failure` is where the first failure is kept; an earlier one is forgotten.
    pub(super) fn new(failure: &watch::Sender<Option<NodeFailure>>, events: &Events) -> Self {
        failure.send_replace(None);
        let stops = Arc::new([Stop::No; 4].map(watch::Sender::new));
        Self { stops, failure: failure.clone(), events: events.clone() }
    }

    /// Where a loop hears that it is to stop.
    pub(super) fn stop(&self, place: usize) -> watch::Receiver<Stop> {
        self.stops[place].subscribe()
    }

    pub(super) fn say(&self, next: impl Fn(Stop) -> Stop) {
        self.stops.iter().for_each(|stop| stop.send_modify(|stop| *stop = next(*stop)));
    }

    /// Whether the node was asked to stop.
    fn is_stopping(&self) -> bool {
        self.stops.iter().any(|stop| *stop.borrow() != Stop::No)
    }

    /// Runs a loop to its end. When that was not asked for, the node fails and its other loops stop at once.
    pub(crate) async fn run(self, part: &'static str, work: impl Future<Output = ()> + Send) {
        let problem = match without_panic(Box::pin(work)).await {
            Ok(()) if self.is_stopping() => return,
            Ok(()) => "it returned although the node was not asked to stop".to_owned(),
            Err((_, problem)) => problem,
        };
        let failure = NodeFailure { part, problem };
        self.events.alarm(Alarm::NodeFailed { part, problem: failure.problem.clone() });
        // The first failure is the cause; the others may follow from it.
        self.failure.send_if_modified(|kept| {
            let is_first = kept.is_none();
            kept.get_or_insert(failure);
            is_first
        });
        self.say(|_| Stop::Now);
    }

    /// The failure that ended the node, if one did.
    pub(crate) fn failure(&self) -> Option<NodeFailure> {
        self.failure.borrow().clone()
    }

    /// Waits until a loop has ended by itself.
    pub(crate) async fn failed(&self) -> NodeFailure {
        let mut failures = self.failure.subscribe();
        loop {
            if let Some(failure) = failures.borrow_and_update().clone() {
                return failure;
            }
            // The sender lives as long as this does.
            if failures.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }
}
