//! The main handle of an embedding program: a store, a clock and a node, seen by one tenant.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::hook_list::HookList;
use super::names::{bad_name, read_tenant};
use super::node::{RunningGuard, RunningNode};
use super::{follow, node};
use crate::alert::AlertSender;
use crate::breaker::BreakerSettings;
use crate::clock::{Clock, StoreClock};
use crate::control::Control;
use crate::delivery::{Provider, Providers};
use crate::dispatch::handler::Handlers;
use crate::dispatch::{Barrier, Breakers, ControlsStep, Dedup, Pipeline, Rules, SingleDispatcher, Throttling};
use crate::engine::{Engine, EngineOptions, NodeFailure, Tick};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{By, Definition, HANDLER_PROVIDER, NodeId, ScheduleId, ScheduleKey, Tenant};
use crate::observe::metrics::Metrics;
use crate::observe::{Events, Stats};
use crate::provider::log::{self, LogProvider};
use crate::provider::queue::{self, QueueProvider};
use crate::rights::Rights;
use crate::store::Store;

/// Handle for recurring work inside a program. Clones share the same node.
#[derive(Clone)]
pub struct Refrain {
    pub(super) shared: Arc<Shared>,
    pub(super) tenant: Tenant,
}

/// State that all handles of a node share.
pub(super) struct Shared {
    pub(super) store: Arc<dyn Store>,
    pub(super) clock: Arc<dyn Clock>,
    /// The clock as a store clock, if it follows the store's time.
    store_clock: Option<Arc<StoreClock>>,
    pub(super) control: Control,
    /// The program's own operations, which have all rights.
    full_control: Control<Rights>,
    engine: Arc<Engine>,
    pub(super) handlers: Arc<Handlers>,
    pub(super) providers: Arc<Providers>,
    pub(super) singles: Arc<SingleDispatcher>,
    alerting: Arc<AlertSender>,
    rules: Arc<Rules>,
    breakers: Arc<Breakers>,
    pub(super) hooks: Arc<HookList>,
    actor: String,
    is_running: Arc<AtomicBool>,
    /// The schedules that this program has registered.
    pub(super) registered: Mutex<BTreeMap<ScheduleKey, Definition>>,
}

/// Everything that a handle is created from.
pub(super) struct Parts {
    pub(super) store: Arc<dyn Store>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) store_clock: Option<Arc<StoreClock>>,
    pub(super) tenant: Tenant,
    pub(super) actor: String,
    pub(super) options: EngineOptions,
    pub(super) breakers: BreakerSettings,
    pub(super) allows_remote_handlers: bool,
}

impl Refrain {
    pub(super) fn new(parts: Parts) -> Self {
        let Parts { store, clock, store_clock, tenant, actor, options, breakers, allows_remote_handlers } = parts;
        let handlers = Arc::new(Handlers::default());
        let providers = Arc::new(Providers::default());
        providers.add(HANDLER_PROVIDER, handlers.clone());
        providers.add(log::PROVIDER, Arc::new(LogProvider));
        providers.add(queue::PROVIDER, Arc::new(QueueProvider::default()));
        let events = Events::with_metrics(Arc::new(Metrics::new(options.metrics)));
        let barrier = Arc::new(Barrier::new(store.clone(), clock.clone(), events.clone()));
        let rules = Arc::new(Rules::new(store.clone(), clock.clone(), events.clone()));
        let breakers = Breakers::new(store.clone(), clock.clone(), events.clone(), providers.clone(), breakers);
        let breakers = Arc::new(breakers);
        let pipeline = Pipeline::new(providers.clone())
            .with_clock(clock.clone())
            .with(Arc::new(ControlsStep::new(barrier.clone())))
            .with(rules.clone())
            .with(Arc::new(Dedup::new(store.clone(), clock.clone())))
            .with(Arc::new(Throttling::new(store.clone(), clock.clone())))
            .with(breakers.clone());
        let pipeline = Arc::new(pipeline);
        let singles = Arc::new(SingleDispatcher {
            store: store.clone(),
            clock: clock.clone(),
            pipeline: pipeline.clone(),
            node: options.node.clone(),
            events: events.clone(),
            history: options.worker.history.clone(),
        });
        let alerting = AlertSender::new(store.clone(), clock.clone(), singles.clone(), events.clone());
        let engine = Engine::with_barrier(barrier, events, store.clone(), clock.clone(), pipeline, options);
        let control = Control::new(store.clone(), clock.clone()).with_providers(providers.clone());
        let full_control = control.acting_as(Rights::all());
        let full_control = if allows_remote_handlers { full_control } else { full_control.with_local_handlers_only() };
        let shared = Shared {
            store,
            clock,
            store_clock,
            control,
            full_control,
            engine,
            handlers,
            providers,
            singles,
            alerting,
            rules,
            breakers,
            hooks: Arc::default(),
            actor,
            is_running: Arc::default(),
            registered: Mutex::default(),
        };
        Self { shared: Arc::new(shared), tenant }
    }

    /// Returns a handle to the same node for another tenant: `acme`, or `production/acme` with a namespace.
    ///
    /// # Errors
    /// Returns an error if the tenant name is invalid.
    pub fn tenant(&self, tenant: &str) -> Result<Self, Error> {
        Ok(Self { shared: Arc::clone(&self.shared), tenant: read_tenant(tenant)? })
    }

    /// Adds a provider under the name that schedules use for it. A later provider replaces an earlier one of the
    /// same name. All tenants share the providers.
    pub fn provider(&self, name: impl Into<String>, provider: impl Provider) -> &Self {
        self.shared.providers.add(name, Arc::new(provider));
        self
    }

    /// Returns the node's providers. Use it to add a provider that is shared or only known at run time.
    pub fn providers(&self) -> &Providers {
        &self.shared.providers
    }

    /// Starts the node. It plans, runs occurrences, follows the store's clock and calls hooks until it is stopped.
    ///
    /// # Errors
    /// Returns an error if the node is already running, if the store's time cannot be read, or if a circuit breaker
    /// has a fallback that starts programs in place of a provider that does not.
    pub async fn start(&self) -> Result<RunningNode, Error> {
        let shared = &self.shared;
        shared.breakers.check_fallbacks()?;
        let Some(mark) = RunningGuard::set(&shared.is_running) else {
            return Err(
                Error::invalid(ErrorCode::AlreadyRunning, "this node is already running").with_hint("stop it first")
            );
        };
        if let Some(clock) = &shared.store_clock {
            follow::synchronize(&*shared.store, clock).await?;
        }
        let closing = CancellationToken::new();
        let (hooks, events, stop_hooks) = (shared.hooks.clone(), self.events().subscribe(), closing.clone());
        let alerting = shared.alerting.clone().run(self.events().subscribe_alarms(), closing.clone());
        let running = shared.engine.start();
        let mut background = JoinSet::new();
        let supervisor = running.supervisor();
        if let Some(clock) = &shared.store_clock {
            let follow = follow::run(shared.store.clone(), clock.clone(), self.events().clone(), closing.clone());
            background.spawn(supervisor.clone().run("clock", follow));
        }
        background.spawn(supervisor.clone().run("hooks", async move { hooks.run(events, stop_hooks).await }));
        background.spawn(supervisor.clone().run("alerts", alerting));
        Ok(node::RunningNode::new(running, background, closing, mark))
    }

    /// Returns the failure that ended the node since it was last started, if there was one. See
    /// [`RunningNode::failed`].
    pub fn failure(&self) -> Option<NodeFailure> {
        self.shared.engine.failure()
    }

    /// Plans and runs everything that is due now. The call returns once all of it is settled, all hooks were called
    /// and all alerts were sent.
    ///
    /// Use it in tests, with a [`ManualClock`](crate::clock::ManualClock), and in programs that have a loop of
    /// their own.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn tick(&self) -> Result<Tick, Error> {
        let (engine, hooks) = (&self.shared.engine, &self.shared.hooks);
        let mut events = self.events().subscribe();
        let mut alarms = self.events().subscribe_alarms();
        let ticked = tokio::select! {
            biased;
            ticked = engine.tick() => ticked,
            () = hooks.follow(&mut events) => unreachable!("the engine sends events for as long as it lives"),
        };
        self.shared.alerting.catch_up(&mut alarms).await;
        hooks.catch_up(&mut events);
        Ok(ticked?)
    }

    /// Runs one pass of the watchman, as a started node does every ten seconds.
    ///
    /// The pass records that the node is alive, looks for overdue and missed occurrences and for schedules that
    /// planning has forgotten, and applies retention. It is meant for programs that call [`Refrain::tick`].
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn watch(&self) -> Result<(), Error> {
        let mut alarms = self.events().subscribe_alarms();
        let watched = self.shared.engine.watch().await;
        self.shared.alerting.catch_up(&mut alarms).await;
        Ok(watched?)
    }

    /// Returns the current time by the node's clock.
    pub fn now(&self) -> Timestamp {
        self.shared.clock.now()
    }

    /// Returns the node's events, to subscribe to.
    pub fn events(&self) -> &Events {
        self.shared.engine.events()
    }

    /// Returns the counters of this node.
    pub fn stats(&self) -> &Stats {
        self.shared.engine.stats()
    }

    /// Returns the metrics by tenant and reason, with durations, for monitoring. [`Metrics::text`] returns the
    /// Prometheus format.
    pub fn metrics(&self) -> &Metrics {
        self.shared.engine.metrics()
    }

    /// Returns read access to the schedules of all tenants. [`Control::acting_as`] adds the operations that
    /// change something. They accept schedules with handlers that this program has not registered.
    pub fn control(&self) -> &Control {
        &self.shared.control
    }

    pub(super) fn full_control(&self) -> &Control<Rights> {
        &self.shared.full_control
    }

    /// Returns how far the store's clock may be ahead, while this node has halted planning because of that. Returns
    /// `None` otherwise.
    pub fn clock_ahead_for(&self) -> Option<jiff::SignedDuration> {
        self.shared.engine.clock_ahead_for()
    }

    /// Returns the name of this node.
    pub fn node(&self) -> &NodeId {
        self.shared.engine.node()
    }

    /// Returns the node's clock.
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.shared.clock
    }

    /// Returns the node's store.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.shared.store
    }

    pub(super) fn key(&self, id: &str) -> Result<ScheduleKey, Error> {
        Ok(ScheduleKey { tenant: self.tenant.clone(), id: ScheduleId::new(id).map_err(bad_name)? })
    }

    /// Drops cached state because the tenant's alerts may have changed.
    pub fn alerts_changed(&self) {
        self.shared.alerting.changed(&self.tenant);
    }

    /// Drops cached state because the tenant's holds, quotas, dispatch rules or circuit breakers may have changed.
    pub fn controls_changed(&self) {
        self.shared.engine.controls_changed(&self.tenant);
        self.shared.rules.forget(&self.tenant);
        self.shared.breakers.forget_all();
    }

    pub(super) fn by(&self) -> By {
        By::new(self.shared.actor.clone())
    }
}

impl fmt::Debug for Refrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refrain").field("tenant", &self.tenant).finish_non_exhaustive()
    }
}
