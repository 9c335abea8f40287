//! Runs planned occurrences: claims them, dispatches them, and records the results. The worker never plans an
//! occurrence.
//!
//! One task owns everything in progress (`state`, `worker_loop`) and runs one loop (`serve`). Every store call and
//! every run is a task of its own that reports back to the loop, so that a slow call blocks nothing else. There is one
//! file per verb, with the request and the handling of its response: `claiming`, `confirming`, `starting`, `renewing`,
//! `settling`, `releasing`, `shutdown`. Decisions are made by pure functions ([`retry`],
//! [`lateness`](crate::timing)) or by the store.
//!
//! Invariants:
//! - Nothing is sent without a lease that the store has confirmed.
//! - There are never more concurrent runs than slots.
//! - A run that has lost its lease is stopped and writes nothing.

mod attempt;
mod claiming;
mod confirming;
mod definitions;
#[cfg(test)]
pub(crate) mod fixture;
mod releasing;
mod renewing;
mod report;
pub mod retry;
mod serve;
mod settling;
mod shutdown;
mod slots;
mod starting;
mod state;
mod tenure;
mod worker_loop;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::SignedDuration;

use tokio::task::JoinSet;

pub use self::attempt::AttemptResult;
pub(crate) use self::attempt::{guarded, without_panic};
use self::definitions::Definitions;
use self::report::FailureTracker;
use self::slots::SlotLimits;
use self::tenure::Tenure;
pub use self::worker_loop::Stop;
use crate::clock::Clock;
use crate::delivery::Dispatcher;
use crate::dispatch::Barrier;
use crate::ledger::HistoryLevels;
use crate::model::{Definition, Delivery, NodeId, Occurrence, Tenant};
use crate::observe::Events;
use crate::observe::trace::NextRuns;
use crate::store::{Store, StoreError};
use crate::timing::Lateness;

/// Limits and intervals of a worker.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WorkerOptions {
    /// Maximum number of concurrent runs (slots). A few more occurrences per slot may be leased ahead of their
    /// due time.
    pub slots: usize,
    /// Maximum number of concurrent runs of one tenant on this node. Default: the number of slots. An occurrence
    /// that finds no slot is released for a while, and others continue.
    pub tenant_slots: Option<usize>,
    /// Maximum number of concurrent runs of each provider, by provider name.
    pub provider_slots: BTreeMap<String, usize>,
    /// Maximum number of occurrences claimed or settled in one transaction.
    pub batch_max: usize,
    /// Duration of a lease. It is renewed after a third of that time.
    pub lease_for: SignedDuration,
    /// Time by which occurrences are leased before they are due. Only one read then separates the due instant
    /// from the start.
    pub ahead_for: SignedDuration,
    /// Maximum time between two claims if no wake-up arrives.
    pub check_every: SignedDuration,
    /// Time for which runs may continue after the node was asked to stop.
    pub drain_for: SignedDuration,
    /// History level: how much of the attempts' messages is kept.
    pub history: HistoryLevels,
}

crate::options::changeable!(WorkerOptions);

impl Default for WorkerOptions {
    fn default() -> Self {
        Self {
            slots: 2_048,
            tenant_slots: None,
            provider_slots: BTreeMap::new(),
            batch_max: 1_000,
            lease_for: SignedDuration::from_secs(30),
            ahead_for: SignedDuration::from_secs(1),
            check_every: SignedDuration::from_secs(5),
            drain_for: SignedDuration::from_secs(25),
            history: HistoryLevels::default(),
        }
    }
}

impl WorkerOptions {
    /// Returns the interval of lease checks: leases are checked twice as often as they must be renewed.
    fn lease_check_every(&self) -> SignedDuration {
        self.lease_for / 6
    }

    /// Returns the slots with their limits per tenant and provider.
    fn limits(&self) -> SlotLimits {
        SlotLimits::new(self.tenant_slots, self.provider_slots.clone())
    }
}

/// Runs due occurrences.
pub struct Worker {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    dispatcher: Arc<dyn Dispatcher>,
    node: NodeId,
    options: WorkerOptions,
    events: Events,
    definitions: Definitions,
    failing: FailureTracker,
    barrier: Arc<Barrier>,
    next_runs: NextRuns,
    lateness: Lateness,
}

/// A leased occurrence, with the data needed to dispatch it.
#[derive(Clone, Debug)]
pub(crate) struct LeasedOccurrence {
    pub(crate) occurrence: Arc<Occurrence>,
    pub(crate) definition: Result<Arc<Definition>, String>,
    pub(crate) tenure: Tenure,
}

impl LeasedOccurrence {
    /// Returns whether the occurrence must not be sent twice.
    fn is_at_most_once(&self) -> bool {
        self.definition.as_ref().is_ok_and(|definition| definition.delivery == Delivery::AtMostOnce)
    }
}

impl Worker {
    /// Returns the providers of this worker. None if its dispatcher cannot tell.
    pub fn capabilities(&self) -> Option<crate::model::Capabilities> {
        self.dispatcher.capabilities()
    }

    /// Creates a worker for a store.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        dispatcher: Arc<dyn Dispatcher>,
        node: NodeId,
        options: WorkerOptions,
        events: Events,
    ) -> Self {
        let barrier = Arc::new(Barrier::new(Arc::clone(&store), Arc::clone(&clock), events.clone()));
        let lateness = Lateness::new(Arc::clone(&store), Arc::default());
        Self {
            store,
            clock,
            barrier,
            dispatcher,
            node,
            options,
            events,
            definitions: Definitions::default(),
            failing: FailureTracker::default(),
            next_runs: NextRuns::default(),
            lateness,
        }
    }

    /// Sets the barrier, so that the pipeline checks holds and quotas with the same one.
    #[must_use]
    pub(crate) fn with_barrier(self, barrier: Arc<Barrier>) -> Self {
        Self { barrier, ..self }
    }

    /// Adds the next run to log records about runs, and shares compiled recurrences with a planner.
    #[must_use]
    pub(crate) fn with_next_runs(self, next_runs: NextRuns, lateness: Lateness) -> Self {
        Self { next_runs, lateness, ..self }
    }

    /// Reports that holds or quotas of a tenant were changed in this process. Runs that start from now on obey
    /// them.
    pub(crate) fn controls_changed(&self, tenant: &Tenant) {
        self.barrier.forget(tenant);
    }

    /// Runs everything that is due now to its end, including occurrences that become due by that, and settles it.
    /// For stepping by hand.
    ///
    /// # Errors
    /// If the store fails. Occurrences that ran in the meantime are claimed again when their leases expire.
    pub async fn step(self: &Arc<Self>) -> Result<usize, StoreError> {
        let mut ran = 0;
        // A caller that steps by hand may stop the clock: changes since the last step must count in this one.
        self.barrier.forget_all();
        loop {
            let now = self.clock.now();
            let batch = self.claim(self.options.batch_max, SignedDuration::ZERO, now).await?;
            if batch.leased.is_empty() && !batch.has_more {
                return Ok(ran);
            }
            let mut tasks = JoinSet::new();
            for leased in batch.leased {
                let worker = Arc::clone(self);
                tasks.spawn(async move { worker.attempt(leased, &tokio_util::sync::CancellationToken::new()).await });
            }
            let mut reports = Vec::new();
            while let Some(report) = tasks.join_next().await {
                reports.extend(report.ok());
            }
            ran += reports.len();
            self.settle(&reports, SignedDuration::ZERO).await?;
        }
    }
}
