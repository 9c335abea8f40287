//! What can be chosen before a store is opened.

use std::sync::Arc;

use jiff::SignedDuration;
use refrain_recurrence::Length;

use super::{Refrain, address};
use crate::breaker::BreakerSettings;
use crate::clock::{Clock, StoreClock};
use crate::engine::EngineOptions;
use crate::error::Error;
use crate::history::History;
use crate::id::{NodeId, Tenant};
use crate::store::Store;

/// Options, each with a default that suits nearly everyone. Made by [`Refrain::builder`].
#[derive(Clone)]
#[must_use = "nothing is opened before `open`"]
pub struct Builder {
    tenant: String,
    node: Option<String>,
    actor: String,
    clock: Option<Arc<dyn Clock>>,
    engine: EngineOptions,
    breakers: BreakerSettings,
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
        }
    }
}

impl Builder {
    /// Whose schedules it deals with: `acme`, or `production/acme` with a namespace; `default/default` without a call.
    pub fn tenant(mut self, tenant: impl Into<String>) -> Self {
        self.tenant = tenant.into();
        self
    }

    /// What the node is called; no two that live at the same time may have the same name. A random one without a call.
    pub fn node(mut self, name: impl Into<String>) -> Self {
        self.node = Some(name.into());
        self
    }

    /// Who changes schedules, as the audit names them.
    pub fn actor(mut self, actor: impl Into<String>) -> Self {
        self.actor = actor.into();
        self
    }

    /// The clock to go by; without a call, the store's own.
    ///
    /// Tests take a [`ManualClock`](crate::clock::ManualClock) and [`Refrain::tick`].
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// So many runs are under way at most; 2,048 without a call.
    pub fn concurrency(mut self, runs: usize) -> Self {
        self.engine.worker.places = runs.max(1);
        self
    }

    /// How long a lease lasts, and with it how long a crash of this node holds up its runs; 30 seconds without a call.
    pub fn lease(mut self, lease: Length) -> Self {
        self.engine.worker.lease_for = lease.duration().max(SignedDuration::from_secs(1));
        self
    }

    /// How long runs may go on after the node was told to stop; 25 seconds without a call.
    pub fn drain(mut self, drain: Length) -> Self {
        self.engine.worker.drain_for = drain.duration();
        self
    }

    /// How long ended occurrences are kept; none keeps them for ever, and 90 days are kept without a call.
    pub fn keep(mut self, keep: Option<Length>) -> Self {
        self.engine.keep_for = keep.map(Length::duration);
        self
    }

    /// How many ended occurrences of each schedule are kept; 0 keeps all.
    pub fn keep_per_schedule(mut self, occurrences: u32) -> Self {
        self.engine.keep_per_schedule = occurrences;
        self
    }

    /// How much of what attempts said is kept, where a schedule says nothing itself; all messages without a call.
    pub fn history(mut self, level: History) -> Self {
        self.engine.worker.history.node = level;
        self
    }

    /// So many schedules have metrics of their own; none without a call, because each costs a monitoring system memory.
    pub fn schedule_metrics(mut self, schedules: usize) -> Self {
        self.engine.metrics.schedules_max = schedules;
        self
    }

    /// When receivers that do not answer are spared, and who sends instead.
    pub fn breakers(mut self, settings: BreakerSettings) -> Self {
        self.breakers = settings;
        self
    }

    /// Everything else about the node.
    pub fn engine(mut self, change: impl FnOnce(&mut EngineOptions)) -> Self {
        change(&mut self.engine);
        self
    }

    /// Opens the store at an address, see [`Refrain::open`].
    ///
    /// # Errors
    /// When an option or the address does not hold, or the store cannot be opened.
    pub async fn open(self, address: &str) -> Result<Refrain, Error> {
        let store = address::open(address).await?;
        self.over(store).await
    }

    /// Takes a store that is open already.
    ///
    /// # Errors
    /// When an option does not hold, or the store cannot be asked for its time.
    pub async fn over(mut self, store: Arc<dyn Store>) -> Result<Refrain, Error> {
        let tenant = read_tenant(&self.tenant)?;
        self.breakers.check()?;
        if let Some(name) = &self.node {
            self.engine.node = NodeId::new(name).map_err(bad_name)?;
        }
        let store_clock = self.clock.is_none().then(|| Arc::new(StoreClock::new()));
        let clock = match (self.clock, &store_clock) {
            (Some(clock), _) => clock,
            (None, Some(clock)) => {
                super::follow::ask_once(&*store, clock).await?;
                Arc::clone(clock) as Arc<dyn Clock>
            }
            (None, None) => unreachable!("without a clock there is the store's"),
        };
        Ok(Refrain::new(store, clock, store_clock, tenant, self.actor, self.engine, self.breakers))
    }
}

/// A tenant's two names, or its own alone.
pub(super) fn read_tenant(text: &str) -> Result<Tenant, Error> {
    let (namespace, name) = text.split_once('/').unwrap_or(("default", text));
    Tenant::new(namespace, name).map_err(bad_name)
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to `map_err`")]
pub(super) fn bad_name(error: crate::id::BadName) -> Error {
    Error::invalid("bad_name", error.to_string())
}
