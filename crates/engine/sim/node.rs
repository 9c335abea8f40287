//! A node of the simulated world: the real engine over the faulty store. A node can crash, freeze, be
//! stopped, and restart under a new name.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::SignedDuration;
use refrain::clock::Clock;
use refrain::delivery::Dispatcher;
use refrain::engine::{Engine, EngineHandle, EngineOptions};
use refrain::ledger::HistoryLevels;
use refrain::model::NodeId;
use refrain::observe::Events;
use refrain::observe::metrics::{Metrics, MetricsOptions};
use refrain::planner::PlannerOptions;
use refrain::store::Store;
use refrain::worker::WorkerOptions;
use tokio::task::JoinSet;

use crate::bugs::Bug;
use crate::bugs::dispatching::buggy_dispatcher;
use crate::bugs::engine::{BuggyNode, OVERESTIMATED_BY, buggy_engine};
use crate::clock::{Gate, NodeClock, ROUND_TRIP_MAX};
use crate::coverage::{Fault, Point};
use crate::features::Feature;
use crate::pipeline;
use crate::receiver::Receiver;
use crate::store::FaultyStore;
use crate::trace::Line;
use crate::watch::NodeState;
use crate::world::World;

/// Duration of a lease in the simulation.
pub(crate) const LEASE_FOR: SignedDuration = SignedDuration::from_secs(6);

/// State of a node that its store, its clock and its receiver share.
pub(crate) struct NodeContext {
    pub(crate) number: usize,
    pub(crate) clock: Arc<NodeClock>,
    gate: Arc<Gate>,
    /// Number of calls in progress, by step.
    under_way: Mutex<BTreeMap<Point, usize>>,
}

impl NodeContext {
    pub(crate) fn new(world: &World) -> Arc<Self> {
        let gate = Arc::new(Gate::default());
        let clock = Arc::new(NodeClock::new(Arc::clone(&world.time), Arc::clone(&gate)));
        let mut watch = world.watch();
        watch.nodes.push(NodeState { is_alive: true, synced_at: world.time.steady(), ..NodeState::default() });
        let number = watch.nodes.len() - 1;
        Arc::new(Self { number, clock, gate, under_way: Mutex::default() })
    }

    /// Creates the state for people, who have no node.
    pub(crate) fn for_people(world: &World) -> Arc<Self> {
        let place = Self::new(world);
        world.watch().nodes[place.number].belongs_to_people = true;
        place
    }

    /// Waits while the node is frozen.
    pub(crate) async fn pass(&self) {
        self.gate.pass().await;
    }

    /// Marks a call as in progress until the returned guard is dropped.
    pub(crate) fn enter(self: &Arc<Self>, point: Point) -> CallGuard {
        *self.under_way.lock().unwrap().entry(point).or_default() += 1;
        CallGuard { place: Arc::clone(self), point }
    }

    /// Returns whether a call of this step is in progress.
    pub(crate) fn is_at(&self, point: Point) -> bool {
        self.under_way.lock().unwrap().contains_key(&point)
    }

    /// Records a fault of the node for every call in progress.
    pub(crate) fn met(&self, world: &World, fault: Fault) {
        let points: Vec<Point> = self.under_way.lock().unwrap().keys().copied().collect();
        for point in points {
            world.watch().fault(self.number, fault, point);
        }
    }
}

pub(crate) struct CallGuard {
    place: Arc<NodeContext>,
    point: Point,
}

impl Drop for CallGuard {
    fn drop(&mut self) {
        let mut under_way = self.place.under_way.lock().unwrap();
        if let Some(calls) = under_way.get_mut(&self.point) {
            *calls -= 1;
            if *calls == 0 {
                under_way.remove(&self.point);
            }
        }
    }
}

/// Running node.
pub(crate) struct Node {
    world: Arc<World>,
    pub(crate) place: Arc<NodeContext>,
    running: EngineHandle,
    /// Tasks beside the engine, which end with the node.
    tasks: JoinSet<()>,
}

impl Node {
    pub(crate) fn start(world: &Arc<World>) -> Self {
        let place = NodeContext::new(world);
        let connection = FaultyStore::connect(world, &place);
        let options = options(world, place.number);
        let buggy_node = BuggyNode { tzdb: options.tzdb.clone(), ..BuggyNode::default() };
        let store = buggy_engine(world.bug, connection.clone(), buggy_node.clone());
        let receiver = Arc::new(Receiver { world: Arc::clone(world), place: Arc::clone(&place) });
        let clock: Arc<dyn Clock> = place.clock.clone();
        let events = Events::with_metrics(Arc::new(Metrics::new(options.metrics)));
        let dispatcher: Arc<dyn Dispatcher> = if world.has_pipeline {
            Arc::new(pipeline::new(world, &store, &clock, receiver, &events))
        } else {
            receiver
        };
        let dispatcher = buggy_dispatcher(world.bug, dispatcher, buggy_node);
        let engine = Engine::with_events(events, store, clock, dispatcher, options);
        world.watch().line(Line::Node { node: place.number, what: "starts" });
        let mut tasks = JoinSet::new();
        tasks.spawn(keep_time(Arc::clone(world), Arc::clone(&place), connection));
        if world.bug == Some(Bug::ClockJumpIgnored) {
            tasks.spawn(trust_clock(Arc::clone(&engine)));
        }
        Self { world: Arc::clone(world), place, running: engine.start(), tasks }
    }

    /// Stops the node immediately, with everything in progress.
    pub(crate) fn crash(self) {
        self.world.watch().world_features.add(Feature::NodeKill);
        self.place.met(&self.world, Fault::Crash);
        self.world.watch().line(Line::Node { node: self.place.number, what: "crashes" });
        self.died();
        drop(self.tasks);
        drop(self.running);
    }

    /// Stops the node like a signal, and sometimes freezes it on the way. A second signal stops it
    /// immediately.
    pub(crate) async fn stop(self, second_after: Option<Duration>) {
        let number = self.place.number;
        self.place.met(&self.world, Fault::Drain);
        let faults_before = self.world.watch().nodes[number].faults;
        self.world.watch().line(Line::Node { node: number, what: "gets a stop signal" });
        self.running.request_stop();
        if second_after.is_none() && self.world.seed().per_mille(300) {
            let after = self.world.seed().next() % 20;
            tokio::time::sleep(Duration::from_millis(after)).await;
            self.set_frozen(true);
            tokio::time::sleep(Duration::from_secs(2)).await;
            self.set_frozen(false);
        }
        if let Some(after) = second_after {
            tokio::time::sleep(after).await;
            self.place.met(&self.world, Fault::Drain);
            self.running.request_stop();
        }
        if let Err(failure) = self.running.stopped().await {
            panic!("{failure}");
        }
        drop(self.tasks);
        let mut watch = self.world.watch();
        watch.line(Line::Node { node: number, what: "has stopped" });
        // A fault may prevent the node from releasing its leases.
        let had_no_faults = watch.nodes[number].faults == faults_before;
        if had_no_faults && !self.world.conditions().is_bad() {
            watch.drained(number);
        }
        watch.nodes[number].is_alive = false;
    }

    fn died(&self) {
        self.world.watch().nodes[self.place.number].is_alive = false;
    }

    /// Freezes the node, or lets it continue.
    pub(crate) fn set_frozen(&self, is_frozen: bool) {
        let now = self.world.time.steady();
        if is_frozen {
            self.place.met(&self.world, Fault::Frozen);
        }
        let mut watch = self.world.watch();
        let seen = &mut watch.nodes[self.place.number];
        (seen.is_frozen, seen.frozen_at) = (is_frozen, Some(now));
        let what = if is_frozen { "freezes" } else { "continues" };
        watch.line(Line::Node { node: self.place.number, what });
        drop(watch);
        self.place.gate.close(is_frozen);
    }
}

/// Small numbers everywhere, so that ten minutes are enough to reach every limit.
fn options(world: &World, number: usize) -> EngineOptions {
    let mut seed = world.seed();
    let slots = usize::try_from(seed.between(3, 12)).expect("a small number");
    EngineOptions::default().with(|it| {
        it.node = NodeId::new(&format!("node-{number}")).expect("a valid name");
        it.is_planning = true;
        it.is_working = true;
        it.planner = PlannerOptions::default().with(|it| {
            it.ahead_for = SignedDuration::from_secs(seed.between(2, 4));
            it.schedules_max = usize::try_from(seed.between(2, 8)).expect("a small number");
            it.periods_max = usize::try_from(seed.between(2, 6)).expect("a small number");
        });
        it.worker = WorkerOptions::default().with(|it| {
            it.slots = slots;
            it.tenant_slots = seed.per_mille(300).then(|| usize::try_from(seed.between(1, 3)).expect("a small number"));
            it.provider_slots = BTreeMap::new();
            it.batch_max = usize::try_from(seed.between(2, 8)).expect("a small number");
            it.lease_for = believed_lease(world.bug);
            it.ahead_for = SignedDuration::from_millis(seed.pick(&[0, 300, 1_000]));
            it.check_every = SignedDuration::from_secs(2);
            it.drain_for = SignedDuration::from_secs(seed.between(1, 4));
            it.history = HistoryLevels::default();
        });
        it.watch_every = SignedDuration::from_secs(5);
        it.keep_for = world.keep_for;
        it.keep_completed_work_for = None;
        it.keep_dead_work_for = None;
        it.keep_per_schedule = world.keep_per_schedule;
        it.metrics = MetricsOptions::default();
        it.tzdb = tzdb_of_node(number);
    })
}

/// Returns the duration of a lease as a node knows it.
fn believed_lease(bug: Option<Bug>) -> SignedDuration {
    if bug == Some(Bug::LeaseOverestimated) { LEASE_FOR * OVERESTIMATED_BY } else { LEASE_FOR }
}

/// Returns the time zone database version of a node, by its number. Every third node that starts has a newer
/// version. All versions have the same content, so no occurrence may move.
pub(crate) fn tzdb_of_node(number: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(number / 3).map_or(25, |release| release.min(25)));
    format!("2026{letter}")
}

/// Confirms the clock all the time, whatever it shows.
async fn trust_clock(engine: Arc<Engine>) {
    loop {
        engine.confirm_clock();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Reads the store's time periodically, as a program that starts an engine does.
pub(crate) async fn keep_time(world: Arc<World>, place: Arc<NodeContext>, store: Arc<dyn Store>) {
    loop {
        let asked_at = world.time.steady();
        if let Ok(store_at) = store.now().await {
            let known_since = asked_at;
            let round_trip = world.time.steady() - asked_at;
            let by = place.clock.answer(asked_at, store_at);
            let mut watch = world.watch();
            watch.clock_set(place.number, by);
            // A clock step during the call, or a slow answer, leaves the time unknown.
            if round_trip > ROUND_TRIP_MAX || watch.was_stepped_since(known_since) {
                watch.nodes[place.number].synced_at = SignedDuration::ZERO;
            }
        }
        tokio::time::sleep(Duration::from_millis(1_500)).await;
    }
}
