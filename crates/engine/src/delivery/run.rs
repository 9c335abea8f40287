//! One attempt of an occurrence, and the code that dispatches it.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

use super::{LeaseCheck, SelfSettlement};
use crate::model::{Capabilities, Definition, IdempotencyKey, NodeId, Occurrence};
use crate::observe::Events;
use crate::outcome::{Account, Outcome, Verdict};
use crate::timing::Lateness;

/// One attempt of an occurrence, with everything that its effect may depend on.
#[derive(Clone, Debug)]
pub struct Run {
    /// The occurrence as it was leased.
    pub occurrence: Arc<Occurrence>,
    /// Definition of the schedule at the time the occurrence was planned, with the payload of the occurrence if it has
    /// one of its own.
    pub definition: Arc<Definition>,
    /// Node that runs the attempt.
    pub node: NodeId,
    /// Start of the attempt.
    pub started_at: Timestamp,
    /// Token that is canceled when the run has to stop: the run was canceled, its timeout or its lease expired,
    /// or the node shuts down.
    pub cancel: CancellationToken,
    /// Event sink of the run.
    pub events: Events,
    /// Result that the attempt settles itself, in the transaction of its effect.
    pub own: SelfSettlement,
    /// Record of the steps and the provider call.
    pub account: Account,
    /// Decides whether a start would be too late.
    pub lateness: Lateness,
    /// Verdict of holds and quotas on this attempt. `None` if they have not been checked yet.
    pub controls: Option<Verdict>,
    /// Tells whether the lease of the occurrence has expired.
    pub lease: LeaseCheck,
}

impl Run {
    /// Returns the idempotency key, which is the same for every attempt.
    pub fn idempotency_key(&self) -> IdempotencyKey {
        self.occurrence.idempotency_key()
    }
}

/// Dispatches occurrences.
#[async_trait]
pub trait Dispatcher: Send + Sync + 'static {
    /// Dispatches one occurrence and returns the outcome. The future may be dropped at any time: the worker
    /// does not wait for a run that lost its lease.
    async fn dispatch(&self, run: Run) -> Outcome;

    /// Returns the providers that are available, or `None` if unknown.
    fn capabilities(&self) -> Option<Capabilities> {
        None
    }
}
