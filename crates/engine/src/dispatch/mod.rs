//! Dispatch: gives a leased occurrence its effect. The worker asks the barrier whether the occurrence may be
//! sent at all, then passes a [`Run`] to the [`Pipeline`] and receives an [`Outcome`]. The pipeline takes its
//! steps in order and then calls a [provider](crate::provider).

mod answer;
mod audit;
mod barrier;
pub(crate) mod breaker;
mod context;
mod controls_step;
mod cut_off;
pub mod dedup;
mod delay_outcome;
mod fresh_cache;
pub mod guard;
pub mod handler;
mod lease_check;
mod once;
mod orders;
mod pipeline;
mod place;
pub mod rules;
mod self_settlement;
mod sending;
mod single;
mod step;
mod throttle;
#[cfg(any(feature = "sqlite", feature = "postgres"))]
mod transactional;

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

pub(crate) use self::answer::describe_error;
pub use self::answer::{Failure, IntoOutcome, Reject};
pub use self::audit::{Account, AccountContent, StepRecord};
pub(crate) use self::barrier::Barrier;
pub use self::breaker::{BreakerKey, Breakers};
pub use self::context::{LOG_LINE_BYTES_MAX, LOG_LINES_MAX, RunContext};
pub(crate) use self::controls_step::ControlsStep;
pub use self::dedup::Dedup;
pub(crate) use self::delay_outcome::{STORE_RETRY_DELAY, delay_outcome, unknown_lateness};
pub use self::fresh_cache::CACHE_TTL;
pub use self::lease_check::LeaseCheck;
pub(crate) use self::orders::list as list_orders;
pub use self::orders::{CONTROLS_MAX, Order, TenantControls};
pub use self::pipeline::{Pipeline, Report};
pub use self::rules::Rules;
pub use self::self_settlement::SelfSettlement;
pub use self::sending::{OutgoingAction, TRUSTED_PREFIX, Throttle};
pub use self::single::{SingleAction, SingleDispatcher};
pub use self::step::{Decision, Mode, Step, StepName, Verdict};
pub use self::throttle::Throttling;
use crate::definition::Definition;
use crate::event::Events;
use crate::id::NodeId;
use crate::idempotency::IdempotencyKey;
use crate::lateness::Lateness;
use crate::node::Capabilities;
use crate::occurrence::Occurrence;
use crate::outcome::Outcome;
use crate::planted::{self, Bug};

/// One attempt of an occurrence, with everything that its effect may depend on.
#[derive(Clone, Debug)]
pub struct Run {
    /// The occurrence as it was leased.
    pub occurrence: Arc<Occurrence>,
    /// Definition of the schedule at the time the occurrence was planned.
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
    /// Tells whether the lease of the occurrence has expired.
    pub lease: LeaseCheck,
}

impl Run {
    /// Returns the idempotency key, which is the same for every attempt.
    pub fn idempotency_key(&self) -> IdempotencyKey {
        let occurrence = &self.occurrence;
        if planted::is(Bug::NewKeyPerAttempt) {
            let period_key = format!("{} {}", occurrence.planned.period_key, occurrence.attempt);
            return IdempotencyKey::new(&occurrence.schedule, &period_key, &occurrence.planned.discriminator);
        }
        occurrence.idempotency_key()
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
