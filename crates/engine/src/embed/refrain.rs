//! The handle a program holds: a store, a clock and a node under one roof, seen by one tenant.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::builder::{Builder, bad_name, read_tenant};
use super::draft::{Draft, Start};
use super::hooks::Hooks;
use super::node::{RunningMark, RunningNode};
use super::registry::Registry;
use super::{follow, node};
use crate::alert::Alerting;
use crate::audit::By;
use crate::breaker::BreakerSettings;
use crate::clock::{Clock, StoreClock};
use crate::control::Control;
use crate::definition::Definition;
use crate::dispatch::handler::{self, Handlers};
use crate::dispatch::{
    Answer, Barrier, Breakers, Dedup, Failure, OrdersStep, Pipeline, Rules, RunContext, Singles, Throttling,
};
use crate::engine::{Engine, EngineOptions, NodeFailure, Tick};
use crate::error::Error;
use crate::event::{Alarm, Event, Events};
use crate::id::{NodeId, ScheduleId, ScheduleKey, Tenant};
use crate::metrics::Metrics;
use crate::moves::State;
use crate::occurrence::Occurrence;
use crate::provider::log::{self, LogProvider};
use crate::provider::queue::{self, QueueProvider};
use crate::provider::{Provider, Providers};
use crate::rights::Rights;
use crate::stats::Stats;
use crate::store::Store;

/// Recurring work inside a program. Clones are the same node.
#[derive(Clone)]
pub struct Refrain {
    pub(super) shared: Arc<Shared>,
    pub(super) tenant: Tenant,
}

/// What all handles of a node share.
pub(super) struct Shared {
    pub(super) store: Arc<dyn Store>,
    pub(super) clock: Arc<dyn Clock>,
    /// The same clock, when it is to follow the store's.
    store_clock: Option<Arc<StoreClock>>,
    pub(super) control: Control,
    /// The program's own operations: it may do everything.
    acting: Control<Rights>,
    engine: Arc<Engine>,
    pub(super) handlers: Arc<Handlers>,
    pub(super) providers: Arc<Providers>,
    pub(super) singles: Arc<Singles>,
    alerting: Arc<Alerting>,
    /// What single actions are held back by.
    orders: Arc<OrdersStep>,
    rules: Arc<Rules>,
    breakers: Arc<Breakers>,
    hooks: Arc<Hooks>,
    actor: String,
    is_running: Arc<AtomicBool>,
    /// What this program has registered.
    pub(super) registered: Mutex<BTreeMap<ScheduleKey, Definition>>,
}

impl Refrain {
    /// Opens a store: `sqlite:refrain.db`, `memory:` (or `sqlite::memory:`), and with the cargo features of these names
    /// `postgres://user@host/database` and `redis://host`.
    ///
    /// # Errors
    /// When the address names no kind of store, one that this program was built without, or the store cannot be opened.
    pub async fn open(address: &str) -> Result<Self, Error> {
        Self::builder().open(address).await
    }

    /// The same, with all that can be chosen.
    pub fn builder() -> Builder {
        Builder::default()
    }

    pub(super) fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        store_clock: Option<Arc<StoreClock>>,
        tenant: Tenant,
        actor: String,
        options: EngineOptions,
        breakers: BreakerSettings,
    ) -> Self {
        let handlers = Arc::new(Handlers::default());
        let providers = Arc::new(Providers::default());
        providers.add(handler::PROVIDER, handlers.clone());
        providers.add(log::PROVIDER, Arc::new(LogProvider));
        providers.add(queue::PROVIDER, Arc::new(QueueProvider::default()));
        let events = Events::counted(Arc::new(Metrics::new(options.metrics)));
        let barrier = Barrier::new(store.clone(), clock.clone(), events.clone());
        let orders = Arc::new(OrdersStep::new(barrier));
        let rules = Arc::new(Rules::new(store.clone(), clock.clone(), events.clone()));
        let breakers = Breakers::new(store.clone(), clock.clone(), events.clone(), providers.clone(), breakers);
        let breakers = Arc::new(breakers);
        let pipeline = Pipeline::new(providers.clone())
            .timed_by(clock.clone())
            .with(orders.clone())
            .with(rules.clone())
            .with(Arc::new(Dedup::new(store.clone(), clock.clone())))
            .with(Arc::new(Throttling::new(store.clone(), clock.clone())))
            .with(breakers.clone());
        let pipeline = Arc::new(pipeline);
        let singles = Arc::new(Singles {
            store: store.clone(),
            clock: clock.clone(),
            pipeline: pipeline.clone(),
            node: options.node.clone(),
            events: events.clone(),
            history: options.worker.history.clone(),
        });
        let alerting = Alerting::new(store.clone(), clock.clone(), singles.clone(), events.clone());
        let engine = Engine::telling(events, store.clone(), clock.clone(), pipeline, options);
        let control = Control::new(store.clone(), clock.clone()).with_providers(providers.clone());
        let acting = control.acting_as(Rights::all());
        let shared = Shared {
            store,
            clock,
            store_clock,
            control,
            acting,
            engine,
            handlers,
            providers,
            singles,
            alerting,
            orders,
            rules,
            breakers,
            hooks: Arc::default(),
            actor,
            is_running: Arc::default(),
            registered: Mutex::default(),
        };
        Self { shared: Arc::new(shared), tenant }
    }

    /// The same node, seen by another tenant: `acme`, or `production/acme` with a namespace.
    ///
    /// # Errors
    /// When that is no tenant's name.
    pub fn tenant(&self, tenant: &str) -> Result<Self, Error> {
        Ok(Self { shared: Arc::clone(&self.shared), tenant: read_tenant(tenant)? })
    }

    /// Adds an async function that schedules can call by this name, with their payload as any type that serde can read.
    ///
    /// It answers `Result<T, E>`: `T` is `()`, a [`Target`](crate::occurrence::Target) that it made, or an
    /// [`Outcome`](crate::outcome::Outcome); `E` is any error, tried again unless a [`Reject`](crate::dispatch::Reject)
    /// is in it. The latest handler of a name takes the place of the one before. All tenants share handlers.
    pub fn handler<P, F, Fut, T, E>(&self, name: impl Into<String>, handler: F) -> &Self
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(RunContext, P) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: Answer + 'static,
        E: Into<Failure> + 'static,
    {
        self.shared.handlers.add(name, handler);
        self
    }

    /// Adds someone who sends actions, by the name that schedules call them. The latest of a name takes the place of the one
    /// before. All tenants share providers.
    pub fn provider(&self, name: impl Into<String>, provider: impl Provider) -> &Self {
        self.shared.providers.add(name, Arc::new(provider));
        self
    }

    /// Its providers, for adding one that is shared or only known when the program runs.
    pub fn providers(&self) -> &Providers {
        &self.shared.providers
    }

    /// Begins to say what recurs: when, then what, and `save` at the end.
    pub fn schedule(&self, id: impl Into<String>) -> Draft<Start> {
        Draft::new(self.clone(), id.into())
    }

    /// The schedules that this program's code defines.
    pub fn registry(&self) -> Registry {
        Registry::new(self.clone())
    }

    /// Works until it is stopped: plans, runs, follows the store's clock, and calls hooks.
    ///
    /// # Errors
    /// When it works already, or the store cannot be asked for its time.
    pub async fn start(&self) -> Result<RunningNode, Error> {
        let shared = &self.shared;
        let Some(mark) = RunningMark::set(&shared.is_running) else {
            return Err(Error::invalid("already_running", "this node runs already").with_hint("stop it first"));
        };
        if let Some(clock) = &shared.store_clock {
            follow::ask_once(&*shared.store, clock).await?;
        }
        let closing = CancellationToken::new();
        let (hooks, events, stop_hooks) = (shared.hooks.clone(), self.events().subscribe(), closing.clone());
        let alerting = shared.alerting.clone().run(self.events().subscribe_alarms(), closing.clone());
        let running = shared.engine.start();
        let mut beside = JoinSet::new();
        let supervisor = running.supervisor();
        if let Some(clock) = &shared.store_clock {
            let follow = follow::run(shared.store.clone(), clock.clone(), self.events().clone(), closing.clone());
            beside.spawn(supervisor.clone().run("clock", follow));
        }
        beside.spawn(supervisor.clone().run("hooks", async move { hooks.run(events, stop_hooks).await }));
        beside.spawn(supervisor.clone().run("alerts", alerting));
        Ok(node::RunningNode::new(running, beside, closing, mark))
    }

    /// The failure that ended the node since it was last started, if one did. See [`RunningNode::failed`].
    pub fn failure(&self) -> Option<NodeFailure> {
        self.shared.engine.failure()
    }

    /// Plans and runs everything that is due now, and comes back when all of it is settled and all hooks and alerts were called. For
    /// tests, with a [`ManualClock`](crate::clock::ManualClock), and for programs that have a loop of their own.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn tick(&self) -> Result<Tick, Error> {
        let (engine, hooks) = (&self.shared.engine, &self.shared.hooks);
        let mut events = self.events().subscribe();
        let mut alarms = self.events().subscribe_alarms();
        let ticked = tokio::select! {
            biased;
            ticked = engine.tick() => ticked,
            () = hooks.follow(&mut events) => unreachable!("the engine tells events for as long as it lives"),
        };
        self.shared.alerting.catch_up(&mut alarms).await;
        hooks.catch_up(&mut events);
        Ok(ticked?)
    }

    /// One look of the watchman, as a node that was started makes every ten seconds: says that it lives, looks for what is
    /// overdue, missed or forgotten, and clears away what is old. For whoever calls [`Refrain::tick`].
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn watch(&self) -> Result<(), Error> {
        let mut alarms = self.events().subscribe_alarms();
        let watched = self.shared.engine.watch().await;
        self.shared.alerting.catch_up(&mut alarms).await;
        Ok(watched?)
    }

    /// What time it is for the node.
    pub fn now(&self) -> Timestamp {
        self.shared.clock.now()
    }

    /// What happens in this node, for whoever listens.
    pub fn events(&self) -> &Events {
        self.shared.engine.events()
    }

    /// What this node has done so far, in numbers.
    pub fn stats(&self) -> &Stats {
        self.shared.engine.stats()
    }

    /// The same by tenant and reason, and how long things took, for monitoring: [`Metrics::text`] is what Prometheus reads.
    pub fn metrics(&self) -> &Metrics {
        self.shared.engine.metrics()
    }

    /// Reads schedules of all tenants. [`Control::acting_as`] gives the operations that change something.
    pub fn control(&self) -> &Control {
        &self.shared.control
    }

    pub(super) fn acting(&self) -> &Control<Rights> {
        &self.shared.acting
    }

    /// How far the store's clock may be ahead, while this node plans nothing because of it.
    pub fn clock_ahead_for(&self) -> Option<jiff::SignedDuration> {
        self.shared.engine.clock_ahead_for()
    }

    /// What this node is called.
    pub fn node(&self) -> &NodeId {
        self.shared.engine.node()
    }

    /// The clock it goes by.
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.shared.clock
    }

    /// The store it works on.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.shared.store
    }

    pub(super) fn key(&self, id: &str) -> Result<ScheduleKey, Error> {
        Ok(ScheduleKey { tenant: self.tenant.clone(), id: ScheduleId::new(id).map_err(bad_name)? })
    }

    /// The tenant's alerts may have changed.
    pub fn alerts_changed(&self) {
        self.shared.alerting.changed(&self.tenant);
    }

    /// The tenant's holds, caps, rules or breakers may have changed.
    pub fn orders_changed(&self) {
        self.shared.engine.orders_changed(&self.tenant);
        self.shared.orders.forget(&self.tenant);
        self.shared.rules.forget(&self.tenant);
        self.shared.breakers.forget_all();
    }

    pub(super) fn by(&self) -> By {
        By::new(self.shared.actor.clone())
    }
}

/// Hooks are called on this node alone, for what this node runs, beside the runs: a slow hook holds up no run, and one that
/// is too slow misses some.
impl Refrain {
    /// Calls this whenever an attempt begins.
    pub fn on_started(&self, hook: impl Fn(&Occurrence) + Send + Sync + 'static) -> &Self {
        self.on_event(move |event| {
            if let Event::Started(occurrence) = event {
                hook(occurrence);
            }
        })
    }

    /// Calls this whenever an occurrence was done.
    pub fn on_completed(&self, hook: impl Fn(&Occurrence) + Send + Sync + 'static) -> &Self {
        self.on_ended(State::Generated, hook)
    }

    /// Calls this whenever an occurrence failed for good; its reason and message say why.
    pub fn on_error(&self, hook: impl Fn(&Occurrence) + Send + Sync + 'static) -> &Self {
        self.on_ended(State::Failed, hook)
    }

    /// Calls this whenever an occurrence was not run; its reason says why.
    pub fn on_skipped(&self, hook: impl Fn(&Occurrence) + Send + Sync + 'static) -> &Self {
        self.on_ended(State::Skipped, hook)
    }

    /// Calls this whenever an attempt failed and another follows: the occurrence, when, and what went wrong.
    pub fn on_retry(&self, hook: impl Fn(&Occurrence, Timestamp, Option<&str>) + Send + Sync + 'static) -> &Self {
        self.on_event(move |event| {
            if let Event::Retried { occurrence, at, message } = event {
                hook(occurrence, *at, message.as_deref());
            }
        })
    }

    /// Calls this whenever there is something that a person should know.
    pub fn on_alarm(&self, hook: impl Fn(&Alarm) + Send + Sync + 'static) -> &Self {
        self.on_event(move |event| {
            if let Event::Alarm(alarm) = event {
                hook(alarm);
            }
        })
    }

    /// Calls this for everything that happens.
    pub fn on_event(&self, hook: impl Fn(&Event) + Send + Sync + 'static) -> &Self {
        self.shared.hooks.add(hook);
        self
    }

    fn on_ended(&self, state: State, hook: impl Fn(&Occurrence) + Send + Sync + 'static) -> &Self {
        self.on_event(move |event| {
            if let Event::Ended(occurrence) = event
                && occurrence.state == state
            {
                hook(occurrence);
            }
        })
    }
}

impl fmt::Debug for Refrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refrain").field("tenant", &self.tenant).finish_non_exhaustive()
    }
}
