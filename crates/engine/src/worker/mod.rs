//! Runs planned occurrences: claims them, sends them, and writes down what came of it. It never plans one.
//!
//! One task owns all that is under way (`state`); every call to the store and every run is a task of its own that reports
//! back to it, so that nothing slow holds up anything else. What is decided is decided by pure functions ([`retry`],
//! [`lateness`](crate::lateness)) or by the store.
//!
//! Invariants: nothing is sent without a lease that the store has confirmed; never more runs at once than there are
//! places; what has lost its lease is stopped and writes nothing.

mod attempt;
mod claim;
mod definitions;
#[cfg(test)]
pub(crate) mod fixture;
mod launch;
mod places;
mod report;
pub mod retry;
mod serve;
mod state;
mod take;
mod tenure;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use tokio::task::JoinSet;

pub use self::attempt::Attempted;
pub(crate) use self::attempt::{guarded, without_panic};
use self::definitions::Definitions;
use self::places::Places;
use self::report::Failing;
pub use self::serve::Stop;
use self::tenure::{Moment, Tenure};
use crate::clock::Clock;
use crate::definition::Definition;
use crate::dispatch::{Barrier, Dispatcher};
use crate::event::{Alarm, Event, Events};
use crate::history::HistoryLevels;
use crate::id::{NodeId, Tenant};
use crate::lateness::Lateness;
use crate::occurrence::Occurrence;
use crate::policy::Delivery;
use crate::store::{Claim, Release, Store, StoreError, UnreadableRow};
use crate::trace::NextRuns;

/// How much at once, and for how long.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// So many occurrences run at once at most. A few for each of them may be leased ahead of their time.
    pub places: usize,
    /// So many of one tenant run at once on this node at most; as many as there are places when absent. What finds no place
    /// is given back for a while, and others go on.
    pub tenant_places: Option<usize>,
    /// The same for providers, by their names.
    pub provider_places: BTreeMap<String, usize>,
    /// So many are claimed or settled in one transaction.
    pub batch_max: usize,
    /// How long a lease lasts. It is renewed when a third of it is over.
    pub lease_for: SignedDuration,
    /// Occurrences are leased so long before they are due, so that only a read stands between the instant and the start.
    pub ahead_for: SignedDuration,
    /// The store is asked for work at least so often, should no hint come.
    pub check_every: SignedDuration,
    /// How long runs may go on after the node was told to stop.
    pub drain_for: SignedDuration,
    /// How much of what attempts said is kept.
    pub history: HistoryLevels,
}

impl Default for WorkerOptions {
    fn default() -> Self {
        Self {
            places: 2_048,
            tenant_places: None,
            provider_places: BTreeMap::new(),
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
    /// How often leases are looked at: twice as often as they must be renewed.
    fn look_every(&self) -> SignedDuration {
        self.lease_for / 6
    }

    /// How the places are shared.
    fn limits(&self) -> Places {
        Places::new(self.tenant_places, self.provider_places.clone())
    }
}

/// Runs what is due.
pub struct Worker {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    dispatcher: Arc<dyn Dispatcher>,
    node: NodeId,
    options: WorkerOptions,
    events: Events,
    definitions: Definitions,
    failing: Failing,
    barrier: Barrier,
    next_runs: NextRuns,
    lateness: Lateness,
}

/// An occurrence under a lease, with what is needed to send it.
#[derive(Clone, Debug)]
pub(crate) struct Leased {
    pub(crate) occurrence: Arc<Occurrence>,
    pub(crate) definition: Result<Arc<Definition>, String>,
    pub(crate) tenure: Tenure,
}

impl Leased {
    /// Whether it must not be sent twice.
    fn is_at_most_once(&self) -> bool {
        self.definition.as_ref().is_ok_and(|definition| definition.delivery == Delivery::AtMostOnce)
    }
}

/// What a claim brought.
#[derive(Debug)]
pub(crate) struct Brought {
    /// When the store was asked: what was due later than that was leased ahead of its time.
    pub(crate) asked_at: Timestamp,
    pub(crate) leased: Vec<Leased>,
    pub(crate) ended: usize,
    pub(crate) has_more: bool,
}

impl Worker {
    /// The providers it sends by; none when its dispatcher cannot say.
    pub fn capabilities(&self) -> Option<crate::node::Capabilities> {
        self.dispatcher.capabilities()
    }

    /// A worker for a store.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        dispatcher: Arc<dyn Dispatcher>,
        node: NodeId,
        options: WorkerOptions,
        events: Events,
    ) -> Self {
        let barrier = Barrier::new(Arc::clone(&store), Arc::clone(&clock), events.clone());
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
            failing: Failing::default(),
            next_runs: NextRuns::default(),
            lateness,
        }
    }

    /// Lets log records about runs say when the next one is, and shares compiled rules with a planner.
    #[must_use]
    pub(crate) fn knowing(self, next_runs: NextRuns, lateness: Lateness) -> Self {
        Self { next_runs, lateness, ..self }
    }

    /// Claims what is ready until then, with the definitions that belong to it.
    pub(crate) async fn claim(
        &self,
        limit: usize,
        ahead_for: SignedDuration,
        now: Timestamp,
    ) -> Result<Brought, StoreError> {
        let asked_at = Moment { at: now, steady: self.clock.steady() };
        let claim = Claim { owner: self.node.clone(), lease_for: self.options.lease_for, limit, ahead_for };
        let claimed = self.store.claim(&claim, now).await?;
        let definitions = match self.definitions.of(&*self.store, &claimed.started).await {
            Ok(definitions) => definitions,
            Err(error) => {
                // Without their definitions they cannot be sent: better given back than held until their leases are over.
                let releases = claimed.started.iter().map(state::lease_of).map(Release::from);
                self.release(&releases.collect::<Vec<_>>()).await;
                return Err(error);
            }
        };
        for UnreadableRow { id, problem } in claimed.unreadable {
            self.events.alarm(Alarm::UnreadableRow { occurrence: id, problem });
        }
        self.events.metrics().stats().claimed.add(claimed.started.len());
        let ended = claimed.ended.len();
        for occurrence in claimed.ended {
            self.ended_by_claim(&occurrence, now);
            self.events.tell(|| Event::Ended(Box::new(occurrence)));
        }
        let leased = claimed.started.into_iter().zip(definitions).map(|(occurrence, definition)| {
            let until = occurrence.lease_until.unwrap_or(Timestamp::MIN);
            let tenure = Tenure::new(until, asked_at, self.options.lease_for);
            Leased { occurrence: Arc::new(occurrence), definition, tenure }
        });
        Ok(Brought { asked_at: now, leased: leased.collect(), ended, has_more: claimed.has_more })
    }

    /// Someone in this process has changed holds or caps of a tenant: what begins from now on goes by them.
    pub(crate) fn orders_changed(&self, tenant: &Tenant) {
        self.barrier.forget(tenant);
    }

    /// Runs everything that is due now to its end, and what becomes due by that, and settles it. For stepping by hand.
    ///
    /// # Errors
    /// When the store cannot be used. What ran meanwhile is claimed again when its lease is over.
    pub async fn step(self: &Arc<Self>) -> Result<usize, StoreError> {
        let mut ran = 0;
        // Whoever steps by hand may hold the clock still: what was changed since the last step counts in this one.
        self.barrier.forget_all();
        loop {
            let now = self.clock.now();
            let brought = self.claim(self.options.batch_max, SignedDuration::ZERO, now).await?;
            if brought.leased.is_empty() && !brought.has_more {
                return Ok(ran);
            }
            let mut tasks = JoinSet::new();
            for leased in brought.leased {
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
