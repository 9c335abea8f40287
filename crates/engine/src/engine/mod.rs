//! A node: planner, worker and watchman over one store.
//!
//! Between them there is nothing but the store, so that a crash anywhere loses nothing. The engine runs by itself
//! ([`Engine::start`]) or is stepped by hand ([`Engine::tick`]), which tests do with a
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

use self::missed::Told;
use self::repair::Round;
use self::series::SeriesRound;
pub use self::supervise::NodeFailure;
pub(crate) use self::supervise::Supervisor;
use self::zones::Zones;
use crate::clock::Clock;
use crate::dispatch::Dispatcher;
use crate::event::Events;
use crate::id::{NodeId, Tenant};
use crate::lateness::Lateness;
use crate::metrics::{Metrics, MetricsOptions};
use crate::planner::sanity::TimeCheck;
use crate::planner::{Planner, PlannerOptions};
use crate::stats::Stats;
use crate::store::{Store, StoreError};
use crate::trace::NextRuns;
use crate::worker::{Stop, Worker, WorkerOptions};

/// How a node works. The defaults suit nearly everyone.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// What the node is called; no two that live at the same time may have the same name.
    pub node: NodeId,
    /// Whether it plans; another node must when it does not.
    pub is_planning: bool,
    /// Whether it runs what is due; another node must when it does not.
    pub is_working: bool,
    /// How it plans.
    pub planner: PlannerOptions,
    /// How it runs.
    pub worker: WorkerOptions,
    /// How often it says that it is alive, looks at the clock, looks for what is overdue, and makes a pass of retention.
    pub watch_every: SignedDuration,
    /// For how long ended occurrences are kept; for ever when absent.
    pub keep_for: Option<SignedDuration>,
    /// For how long work that was done is kept, with its result; as long as occurrences are when absent.
    pub keep_done_work_for: Option<SignedDuration>,
    /// For how long dead letters are kept; as long as occurrences are when absent.
    pub keep_dead_work_for: Option<SignedDuration>,
    /// Number of ended occurrences of each schedule that are kept, and up to a tenth more. 0 keeps all of them.
    pub keep_per_schedule: u32,
    /// What is counted for monitoring beyond what always is.
    pub metrics: MetricsOptions,
    /// The time zone database that it plans with; another one than the program's own only in tests.
    pub tzdb: String,
}

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
            keep_done_work_for: Some(SignedDuration::from_hours(24)),
            keep_dead_work_for: Some(SignedDuration::from_hours(7 * 24)),
            keep_per_schedule: 0,
            metrics: MetricsOptions::default(),
            tzdb: refrain_recurrence::tzdb_version().to_owned(),
        }
    }
}

/// What one tick did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tick {
    /// Rows that were planned.
    pub planned: usize,
    /// Attempts that were made.
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
    zones: Zones,
    told: Told,
    round: Round,
    series: SeriesRound,
    failure: watch::Sender<Option<NodeFailure>>,
}

impl Engine {
    /// A node that does nothing yet.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        dispatcher: Arc<dyn Dispatcher>,
        options: EngineOptions,
    ) -> Arc<Self> {
        let events = Events::counted(Arc::new(Metrics::new(options.metrics)));
        Self::telling(events, store, clock, dispatcher, options)
    }

    /// The same, which tells what happens there.
    pub fn telling(
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
        let worker = Arc::new(worker.knowing(NextRuns::new(Arc::clone(planner.rules())), lateness));
        Arc::new(Self {
            store,
            clock,
            options,
            events,
            planner,
            worker,
            time_check: Mutex::default(),
            zones: Zones::default(),
            told: Told::default(),
            round: Round::default(),
            series: SeriesRound::default(),
            failure: watch::Sender::new(None),
        })
    }

    /// What happens in this node, for whoever listens.
    pub fn events(&self) -> &Events {
        &self.events
    }

    /// What this node has done since it started.
    pub fn stats(&self) -> &Stats {
        self.events.metrics().stats()
    }

    /// The same by tenant and reason, and how long things took, for monitoring.
    pub fn metrics(&self) -> &Metrics {
        self.events.metrics()
    }

    /// The store it works on.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// What it is called.
    pub fn node(&self) -> &NodeId {
        &self.options.node
    }

    /// The clock it goes by.
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// Plans and runs everything that is due now, and comes back when all of it is settled.
    ///
    /// # Errors
    /// When the store cannot be used.
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

    /// Works until it is asked to stop, see [`Running::stop`], or until one of its loops ends by itself, see
    /// [`Running::failed`].
    pub fn start(self: &Arc<Self>) -> Running {
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
        Running { supervisor, tasks }
    }

    /// The failure that ended the node since it was last started, if one did.
    pub fn failure(&self) -> Option<NodeFailure> {
        self.failure.borrow().clone()
    }

    /// Someone in this process has changed holds or caps of a tenant: what begins here from now on goes by them. Other nodes
    /// see them within [`KNOWN_FOR`](crate::dispatch::KNOWN_FOR).
    pub fn orders_changed(&self, tenant: &Tenant) {
        self.worker.orders_changed(tenant);
    }

    /// One look of the watchman and one pass of retention, as a node that was started makes every `watch_every`: for
    /// callers that step a node by hand.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn watch(&self) -> Result<(), StoreError> {
        self.look_around(self.clock.now(), self.clock.now()).await?;
        self.retain(|| false).await.map(drop)
    }

    /// How far the store's clock may be ahead, while this node plans nothing because of it.
    pub fn clock_ahead_for(&self) -> Option<SignedDuration> {
        self.time_check.lock().unwrap_or_else(PoisonError::into_inner).ahead_for()
    }

    /// A person says that the clock, which had jumped ahead, is right.
    pub fn confirm_clock(&self) {
        self.time_check.lock().unwrap_or_else(PoisonError::into_inner).confirm();
    }
}

/// A node at work. Dropping it ends all of it at once, as a crash would.
#[derive(Debug)]
pub struct Running {
    supervisor: Supervisor,
    tasks: JoinSet<()>,
}

impl Running {
    /// Takes nothing new, lets runs end for as long as `drain_for` allows, releases the rest, and comes back.
    pub async fn stop(mut self) {
        self.supervisor.say(|_| Stop::Drain);
        self.ended().await;
    }

    /// Stops at once and releases what is held.
    pub async fn stop_now(mut self) {
        self.supervisor.say(|_| Stop::Now);
        self.ended().await;
    }

    /// Asks it to stop, without waiting for it; asked a second time, it stops at once.
    pub fn ask_to_stop(&self) {
        self.supervisor.say(|stop| if stop == Stop::No { Stop::Drain } else { Stop::Now });
    }

    /// Comes back when it has stopped.
    ///
    /// # Errors
    /// When it was not asked to: one of its loops has ended by itself, and the others were stopped because of that.
    pub async fn stopped(mut self) -> Result<(), NodeFailure> {
        self.ended().await;
        self.supervisor.failure().map_or(Ok(()), Err)
    }

    /// Waits until one of its loops has ended by itself. The others stop then, see [`Running::stopped`].
    pub async fn failed(&self) -> NodeFailure {
        self.supervisor.failed().await
    }

    /// Supervises what runs beside the loops.
    pub(crate) fn supervisor(&self) -> &Supervisor {
        &self.supervisor
    }

    /// Comes back when all loops have ended. Dropping this and asking again misses nothing.
    pub(crate) async fn ended(&mut self) {
        while self.tasks.join_next().await.is_some() {}
    }
}

/// A name that no other node has.
fn random_node() -> NodeId {
    let random = RandomState::new().hash_one(std::process::id());
    let name = format!("node-{}-{random:016x}", std::process::id());
    NodeId::new(&name).unwrap_or_else(|_| unreachable!("the name is made of letters, digits and dashes"))
}
