//! Options that are chosen before a store is opened.

use std::sync::Arc;

use jiff::SignedDuration;
use refrain_recurrence::Length;

use super::names::{bad_name, read_tenant};
use super::refrain::{Parts, Refrain};
use super::{address, follow};
use crate::breaker::BreakerSettings;
use crate::clock::{Clock, StoreClock};
use crate::engine::EngineOptions;
use crate::error::Error;
use crate::model::{History, NodeId};
use crate::store::Store;

/// Options for opening a [`Refrain`], returned by [`Refrain::builder`]. Every option has a default that suits
/// most programs.
#[derive(Clone)]
#[must_use = "a builder does nothing until `open` is called"]
pub struct Builder {
    tenant: String,
    node: Option<String>,
    actor: String,
    clock: Option<Arc<dyn Clock>>,
    engine: EngineOptions,
    breakers: BreakerSettings,
    allows_remote_handlers: bool,
}

impl Refrain {
    /// Opens a store by its address: `sqlite:refrain.db` or `memory:` (or `sqlite::memory:`). With the cargo
    /// features `postgres` and `redis`, also `postgres://user@host/database` and `redis://host`.
    ///
    /// # Errors
    /// Returns an error if the address has an unknown scheme, if this program was built without that kind of
    /// store, or if the store cannot be opened.
    pub async fn open(address: &str) -> Result<Self, Error> {
        Self::builder().open(address).await
    }

    /// Returns a builder with all options.
    pub fn builder() -> Builder {
        Builder::default()
    }
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            tenant: "default".to_owned(),
            node: None,
            actor: "embedded".to_owned(),
            clock: None,
            engine: EngineOptions::default(),
            breakers: BreakerSettings::default(),
            allows_remote_handlers: false,
        }
    }
}

impl Builder {
    /// Sets the tenant whose schedules the handle works on: `acme`, or `production/acme` with a namespace.
    /// Default: `default/default`.
    pub fn tenant(mut self, tenant: impl Into<String>) -> Self {
        self.tenant = tenant.into();
        self
    }

    /// Sets the name of the node. Two nodes that are alive at the same time must not share a name. Default: a
    /// random name.
    pub fn node(mut self, name: impl Into<String>) -> Self {
        self.node = Some(name.into());
        self
    }

    /// Sets the actor recorded in the audit log for changes made by this program. Default: `embedded`.
    pub fn actor(mut self, actor: impl Into<String>) -> Self {
        self.actor = actor.into();
        self
    }

    /// Sets the clock. Default: a clock that follows the store's clock.
    ///
    /// Tests use a [`ManualClock`](crate::clock::ManualClock) together with [`Refrain::tick`].
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Sets the maximum number of concurrent runs. Default: 2,048. Minimum: 1.
    pub fn concurrency(mut self, runs: usize) -> Self {
        self.engine.worker.slots = runs.max(1);
        self
    }

    /// Sets the duration of a lease, which is also how long a crash of this node delays its runs. Default: 30
    /// seconds. Minimum: 1 second.
    pub fn lease(mut self, lease: Length) -> Self {
        self.engine.worker.lease_for = lease.duration().max(SignedDuration::from_secs(1));
        self
    }

    /// Sets how long runs may continue after the node was asked to stop. Default: 25 seconds.
    pub fn drain(mut self, drain: Length) -> Self {
        self.engine.worker.drain_for = drain.duration();
        self
    }

    /// Sets how long completed occurrences are kept. `None` keeps them forever. Default: 90 days.
    pub fn keep(mut self, keep: Option<Length>) -> Self {
        self.engine.keep_for = keep.map(Length::duration);
        self
    }

    /// Sets how many completed occurrences of each schedule are kept; 0 keeps all. Default: 0.
    pub fn keep_per_schedule(mut self, occurrences: u32) -> Self {
        self.engine.keep_per_schedule = occurrences;
        self
    }

    /// Sets the history level for schedules that set none themselves: how much of the output of attempts is kept.
    /// Default: [`History::Minimal`], which keeps all messages.
    pub fn history(mut self, level: History) -> Self {
        self.engine.worker.history.node = level;
        self
    }

    /// Sets how many schedules get metrics of their own. Default: 0, because each of them costs memory in the
    /// monitoring system.
    pub fn schedule_metrics(mut self, schedules: usize) -> Self {
        self.engine.metrics.schedules_max = schedules;
        self
    }

    /// Sets the circuit breakers: when a circuit opens for a receiver that does not answer, and which fallback
    /// provider is used.
    pub fn breakers(mut self, settings: BreakerSettings) -> Self {
        self.breakers = settings;
        self
    }

    /// Accepts schedules with handlers that this program has not registered, because another program on the same
    /// store runs them. By default, saving such a schedule is the error `unknown_handler`.
    pub fn allow_remote_handlers(mut self) -> Self {
        self.allows_remote_handlers = true;
        self
    }

    /// Changes any other option of the engine.
    pub fn engine(mut self, change: impl FnOnce(&mut EngineOptions)) -> Self {
        change(&mut self.engine);
        self
    }

    /// Opens the store at an address. See [`Refrain::open`] for the accepted addresses.
    ///
    /// # Errors
    /// Returns an error if an option or the address is invalid, or if the store cannot be opened.
    pub async fn open(self, address: &str) -> Result<Refrain, Error> {
        let store = address::open(address).await?;
        self.over(store).await
    }

    /// Uses a store that is already open.
    ///
    /// # Errors
    /// Returns an error if an option is invalid, or if the store's time cannot be read.
    pub async fn over(mut self, store: Arc<dyn Store>) -> Result<Refrain, Error> {
        let tenant = read_tenant(&self.tenant)?;
        self.breakers.check()?;
        if let Some(name) = &self.node {
            self.engine.node = NodeId::new(name).map_err(bad_name)?;
        }
        let store_clock = self.clock.is_none().then(|| Arc::new(StoreClock::new()));
        let clock = match (self.clock.take(), &store_clock) {
            (Some(clock), _) => clock,
            (None, Some(clock)) => {
                follow::synchronize(&*store, clock).await?;
                Arc::clone(clock) as Arc<dyn Clock>
            }
            (None, None) => unreachable!("without a clock, the store's clock is used"),
        };
        let Self { actor, engine: options, breakers, allows_remote_handlers, .. } = self;
        let parts = Parts { store, clock, store_clock, tenant, actor, options, breakers, allows_remote_handlers };
        Ok(Refrain::new(parts))
    }
}
