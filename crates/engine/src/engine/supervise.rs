//! Supervision of a node's loops. A loop that ends without a stop request ends the node: without its planner,
//! worker or watchman a node would look alive and do half of its work.
//!
//! Invariant: a panic in a loop is never silent. It stops the other loops, which release their leases, and the
//! caller that waits for the node gets a [`NodeFailure`].

use std::future::Future;
use std::sync::Arc;

use tokio::sync::watch;

use crate::observe::{Alarm, Events};
use crate::worker::{Stop, without_panic};

/// Reason why a node ended by itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {part} loop of the node ended: {problem}")]
pub struct NodeFailure {
    /// The loop that ended first: `worker`, `planner`, `watchman`, `retention`, `clock`, `hooks` or `alerts`.
    pub part: &'static str,
    /// Known details, such as the message of a panic.
    pub problem: String,
}

/// The stop signals of the loops, and the first failure of a loop.
#[derive(Clone, Debug)]
pub(crate) struct Supervisor {
    /// One channel for each loop. Several receivers of one channel would be woken in any order, and no simulation
    /// seed would be reproducible.
    stops: Arc<[watch::Sender<Stop>; 4]>,
    failure: watch::Sender<Option<NodeFailure>>,
    events: Events,
}

impl Supervisor {
    /// Starts to supervise. `failure` stores the first failure; an earlier one is cleared.
    pub(super) fn new(failure: &watch::Sender<Option<NodeFailure>>, events: &Events) -> Self {
        failure.send_replace(None);
        let stops = Arc::new([Stop::No; 4].map(watch::Sender::new));
        Self { stops, failure: failure.clone(), events: events.clone() }
    }

    /// Returns the stop signal of a loop.
    pub(super) fn stop(&self, place: usize) -> watch::Receiver<Stop> {
        self.stops[place].subscribe()
    }

    pub(super) fn send_stop(&self, next: impl Fn(Stop) -> Stop) {
        self.stops.iter().for_each(|stop| stop.send_modify(|stop| *stop = next(*stop)));
    }

    /// Returns whether a stop was requested.
    fn is_stopping(&self) -> bool {
        self.stops.iter().any(|stop| *stop.borrow() != Stop::No)
    }

    /// Runs a loop to its end. If the end was not requested, the node fails and its other loops stop immediately.
    pub(crate) async fn run(self, part: &'static str, work: impl Future<Output = ()> + Send) {
        let problem = match without_panic(Box::pin(work)).await {
            Ok(()) if self.is_stopping() => return,
            Ok(()) => "it returned although no stop was requested".to_owned(),
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
        self.send_stop(|_| Stop::Now);
    }

    /// Returns the failure that ended the node, if any.
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
            // The sender lives as long as this supervisor.
            if failures.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }
}
