//! A node: planner, worker and watchman over one store.
//!
//! Only the store connects them, so that a crash anywhere loses nothing. The engine runs by itself
//! ([`Engine::start`]) or is stepped by hand ([`Engine::tick`]), as tests do with a
//! [`ManualClock`](crate::clock::ManualClock).

mod announce;
mod missed;
mod planning;
mod repair;
mod retention;
mod series;
mod supervise;
mod watchman;
mod zones;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::SignedDuration;
use tokio::sync::watch;
use tokio::task::JoinSet;

use self::missed::ReportedRuns;
use self::repair::Round;
use self::series::SeriesRound;
pub use self::supervise::NodeFailure;
pub(crate) use self::supervise::Supervisor;
use self::zones::ZoneCheck;
use crate::clock::Clock;
use crate::delivery::Dispatcher;
use crate::dispatch::Barrier;
use crate::model::{NodeId, Tenant};
use crate::observe::metrics::{Metrics, MetricsOptions};
use crate::observe::trace::NextRuns;
use crate::observe::{Events, Stats};
use crate::planner::sanity::TimeCheck;
use crate::planner::{Planner, PlannerOptions};
use crate::store::{Store, StoreError};
use crate::timing::Lateness;
use crate::worker::{Stop, Worker, WorkerOptions};

/// Configuration of a node. The defaults suit nearly every use.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EngineOptions {
    /// Name of the node. No two nodes that run at the same time may have the same name.
    pub node: NodeId,
    /// Whether the node plans. If not, another node must.
    pub is_planning: bool,
    /// Whether the node runs due occurrences. If not, another node must.
    pub is_working: bool,
    /// Options of the planner.
    pub planner: PlannerOptions,
    /// Options of the worker.
    pub worker: WorkerOptions,
    /// Interval at which the node sends its heartbeat, checks the clock, looks for overdue occurrences, and makes
    /// a retention pass.
    pub watch_every: SignedDuration,
    /// Retention of settled occurrences. None keeps them forever.
    pub keep_for: Option<SignedDuration>,
    /// Retention of completed work items and their results. None keeps them as long as occurrences.
    pub keep_completed_work_for: Option<SignedDuration>,
    /// Retention of dead letters. None keeps them as long as occurrences.
    pub keep_dead_work_for: Option<SignedDuration>,
    /// Number of settled occurrences kept for each schedule, and up to a tenth more. 0 keeps all of them.
    pub keep_per_schedule: u32,
    /// Optional metrics, in addition to those that are always collected.
    pub metrics: MetricsOptions,
    /// Time zone database used for planning. Differs from the program's own only in tests.
    pub tzdb: String,
}

crate::options::changeable!(EngineOptions);

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            node: random_node(),
            is_planning: true,
            is_working: true,
            planner: PlannerOptions::default(),
            worker: WorkerOptions::default(),
            watch_every: SignedDuration::from_secs(10),
            keep_for: Some(SignedDuration::from_hours(90 * 24)),
            keep_completed_work_for: Some(SignedDuration::from_hours(24)),
            keep_dead_work_for: Some(SignedDuration::from_hours(7 * 24)),
            keep_per_schedule: 0,
            metrics: MetricsOptions::default(),
            tzdb: refrain_recurrence::tzdb_version().to_owned(),
        }
    }
}

/// Result of one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tick {
    /// Number of planned rows.
    pub planned: usize,
    /// Number of attempts made.
    pub ran: usize,
}

/// A node over a store.
pub struct Engine {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    options: EngineOptions,
    events: Events,
    planner: Planner,
    worker: Arc<Worker>,
    time_check: Mutex<TimeCheck>,
    zones: ZoneCheck,
    reported_runs: ReportedRuns,
    round: Round,
    series: SeriesRound,
    failure: watch::Sender<Option<NodeFailure>>,
}

impl Engine {
    /// Creates a node. It does nothing until it is started or stepped.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        dispatcher: Arc<dyn Dispatcher>,
        options: EngineOptions,
    ) -> Arc<Self> {
        let events = Events::with_metrics(Arc::new(Metrics::new(options.metrics)));
        Self::with_events(events, store, clock, dispatcher, options)
    }

    /// Creates a node that reports its events to `events`.
    pub fn with_events(
        events: Events,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        dispatcher: Arc<dyn Dispatcher>,
        options: EngineOptions,
    ) -> Arc<Self> {
        let barrier = Arc::new(Barrier::new(Arc::clone(&store), Arc::clone(&clock), events.clone()));
        Self::with_barrier(barrier, events, store, clock, dispatcher, options)
    }

    /// Creates a node whose dispatcher checks holds and quotas with the same barrier.
    pub(crate) fn with_barrier(
        barrier: Arc<Barrier>,
        events: Events,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        dispatcher: Arc<dyn Dispatcher>,
        options: EngineOptions,
    ) -> Arc<Self> {
        let planner = Planner::new(Arc::clone(&store), options.planner, events.clone(), options.tzdb.clone());
        let worker = Worker::new(
            Arc::clone(&store),
            Arc::clone(&clock),
            dispatcher,
            options.node.clone(),
            options.worker.clone(),
            events.clone(),
        );
        let lateness = Lateness::new(Arc::clone(&store), Arc::clone(planner.rules()));
        let worker = worker.with_barrier(barrier);
        let worker = Arc::new(worker.with_next_runs(NextRuns::new(Arc::clone(planner.rules())), lateness));
        Arc::new(Self {
            store,
            clock,
            options,
            events,
            planner,
            worker,
            time_check: Mutex::default(),
            zones: ZoneCheck::default(),
            reported_runs: ReportedRuns::default(),
            round: Round::default(),
            series: SeriesRound::default(),
            failure: watch::Sender::new(None),
        })
    }

    /// Returns the events of this node, for listeners.
    pub fn events(&self) -> &Events {
        &self.events
    }

    /// Returns the counters of this node since it started.
    pub fn stats(&self) -> &Stats {
        self.events.metrics().stats()
    }

    /// Returns the metrics by tenant and reason, and the durations, for monitoring.
    pub fn metrics(&self) -> &Metrics {
        self.events.metrics()
    }

    /// Returns the store of the node.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// Returns the name of the node.
    pub fn node(&self) -> &NodeId {
        &self.options.node
    }

    /// Returns the clock of the node.
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// Plans and runs everything that is due now, and returns when all of it is settled.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn tick(&self) -> Result<Tick, StoreError> {
        let mut tick = Tick::default();
        if self.may_plan() && self.has_newest_zones().await? {
            loop {
                let step = self.planner.step(self.clock.now()).await?;
                tick.planned += step.rows;
                if !step.has_more {
                    break;
                }
            }
        }
        tick.ran = self.worker.step().await?;
        Ok(tick)
    }

    /// Runs the node until it is asked to stop, see [`EngineHandle::stop`], or until one of its loops ends by itself,
    /// see [`EngineHandle::failed`].
    pub fn start(self: &Arc<Self>) -> EngineHandle {
        let supervisor = Supervisor::new(&self.failure, &self.events);
        let mut tasks = JoinSet::new();
        if self.options.is_working {
            let worker = Arc::clone(&self.worker).serve(supervisor.stop(0));
            tasks.spawn(supervisor.clone().run("worker", worker));
        }
        if self.options.is_planning {
            let planner = planning::run(Arc::clone(self), supervisor.stop(1));
            tasks.spawn(supervisor.clone().run("planner", planner));
        }
        let watchman = watchman::run(Arc::clone(self), supervisor.stop(2));
        tasks.spawn(supervisor.clone().run("watchman", watchman));
        let retention = retention::run(Arc::clone(self), supervisor.stop(3));
        tasks.spawn(supervisor.clone().run("retention", retention));
        EngineHandle { supervisor, tasks }
    }

    /// Returns the failure that ended the node since it was last started, if any.
    pub fn failure(&self) -> Option<NodeFailure> {
        self.failure.borrow().clone()
    }

    /// Reports that holds or quotas of a tenant were changed in this process. Runs that start on this node from
    /// now on obey them. Other nodes see the change within [`CACHE_TTL`](crate::dispatch::CACHE_TTL).
    pub fn controls_changed(&self, tenant: &Tenant) {
        self.worker.controls_changed(tenant);
    }

    /// Performs one check of the watchman and one retention pass, as a started node does every `watch_every`. For
    /// callers that step a node by hand.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn watch(&self) -> Result<(), StoreError> {
        self.watch_once(self.clock.now(), self.clock.now()).await?;
        self.retain(|| false).await.map(drop)
    }

    /// Returns how far the store's clock may be ahead, while this node does not plan because of it.
    pub fn clock_ahead_for(&self) -> Option<SignedDuration> {
        self.time_check.lock().unwrap_or_else(PoisonError::into_inner).ahead_for()
    }

    /// Confirms that the clock, which had jumped forward, is right.
    pub fn confirm_clock(&self) {
        self.time_check.lock().unwrap_or_else(PoisonError::into_inner).confirm();
    }
}

/// A running node. Dropping it ends everything immediately, as a crash would.
#[derive(Debug)]
pub struct EngineHandle {
    supervisor: Supervisor,
    tasks: JoinSet<()>,
}

impl EngineHandle {
    /// Stops the node gracefully: claims nothing new, lets runs complete for up to `drain_for`, releases the
    /// rest, and returns.
    pub async fn stop(mut self) {
        self.supervisor.send_stop(|_| Stop::Drain);
        self.ended().await;
    }

    /// Stops the node immediately and releases its leases.
    pub async fn stop_now(mut self) {
        self.supervisor.send_stop(|_| Stop::Now);
        self.ended().await;
    }

    /// Requests a stop without waiting for it. A second request stops the node immediately.
    pub fn request_stop(&self) {
        self.supervisor.send_stop(|stop| if stop == Stop::No { Stop::Drain } else { Stop::Now });
    }

    /// Waits until the node has stopped.
    ///
    /// # Errors
    /// If no stop was requested: one of the loops ended by itself, and the others were stopped because of it.
    pub async fn stopped(mut self) -> Result<(), NodeFailure> {
        self.ended().await;
        self.supervisor.failure().map_or(Ok(()), Err)
    }

    /// Waits until one of the loops has ended by itself. The others then stop, see [`EngineHandle::stopped`].
    pub async fn failed(&self) -> NodeFailure {
        self.supervisor.failed().await
    }

    /// Returns the supervisor, for tasks that run beside the loops.
    pub(crate) fn supervisor(&self) -> &Supervisor {
        &self.supervisor
    }

    /// Waits until all loops have ended. Cancel-safe: the future may be dropped and created again.
    pub(crate) async fn ended(&mut self) {
        while self.tasks.join_next().await.is_some() {}
    }
}

/// Returns a name that no other node has.
fn random_node() -> NodeId {
    let random = RandomState::new().hash_one(std::process::id());
    let name = format!("node-{}-{random:016x}", std::process::id());
    NodeId::new(&name).unwrap_or_else(|_| unreachable!("the name is made of letters, digits and dashes"))
}
