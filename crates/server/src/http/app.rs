//! What all requests share: the engine, the settings of the API, and what callers may take.

use std::sync::Arc;
use std::time::Duration;

use refrain::Refrain;
use refrain::control::{BACKFILL_MAX, Control};
use refrain::rights::{Rights, SaveLimits};
use refrain::secret::{KeyRing, Secrets};
use refrain::store::Store;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::caller::Caller;
use super::events::{Hub, relay};
use super::limits::{LimitsByMode, Rates};
use super::write_probe::WriteProbe;
use crate::auth::Authority;
use crate::telemetry::Requests;

/// Limits of requests. Those of schedules are the engine's own.
#[derive(Clone, Debug)]
pub struct RequestLimits {
    /// No body is longer, in bytes.
    pub body_bytes: usize,
    /// No body is nested deeper.
    pub depth: usize,
    /// No page has more rows.
    pub page: u32,
    /// No backfill asks for more occurrences.
    pub backfill: usize,
    /// No request takes longer, unless it waits by its nature.
    pub answered_within: Duration,
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self {
            body_bytes: 1024 * 1024,
            depth: 32,
            page: 500,
            backfill: BACKFILL_MAX,
            answered_within: Duration::from_secs(30),
        }
    }
}

/// How the API is served.
#[derive(Clone, Debug)]
pub struct ApiOptions {
    /// Limits of requests.
    pub limits: RequestLimits,
    /// The zone of schedules that name none.
    pub timezone: String,
    /// What tenants and keys may take.
    pub tenant_limits: LimitsByMode,
    /// What seals secrets; without them there are none.
    pub master_keys: Option<KeyRing>,
    /// The effective configuration, as it may be shown.
    pub config: Map<String, Value>,
    /// Whether browsers get the console.
    pub has_console: bool,
}

impl Default for ApiOptions {
    fn default() -> Self {
        Self {
            limits: RequestLimits::default(),
            timezone: "UTC".to_owned(),
            tenant_limits: LimitsByMode::default(),
            master_keys: None,
            config: Map::new(),
            has_console: true,
        }
    }
}

/// What all requests share. Clones are the same.
#[derive(Clone)]
pub struct App {
    inner: Arc<Inner>,
}

struct Inner {
    refrain: Refrain,
    authority: Authority,
    options: ApiOptions,
    rates: Rates,
    secrets: Option<Arc<Secrets>>,
    requests: Requests,
    events: Arc<Hub>,
    closing: CancellationToken,
    write_probe: WriteProbe,
}

impl App {
    /// An API over a node.
    pub fn new(refrain: Refrain, authority: Authority, options: ApiOptions) -> Self {
        let secrets = options.master_keys.clone().map(|ring| refrain.secrets(ring));
        let events = Hub::listening_to(&refrain);
        let (requests, closing, rates) = (Requests::default(), CancellationToken::new(), Rates::default());
        let write_probe = WriteProbe::default();
        let inner = Inner { refrain, authority, options, rates, secrets, requests, events, closing, write_probe };
        Self { inner: Arc::new(inner) }
    }

    /// The secrets of all tenants, if there are master keys.
    pub fn secrets(&self) -> Option<&Arc<Secrets>> {
        self.inner.secrets.as_ref()
    }

    /// Ends what would never end by itself, when the server is told to stop.
    pub fn closing(&self) -> &CancellationToken {
        &self.inner.closing
    }

    pub(crate) fn write_probe(&self) -> &WriteProbe {
        &self.inner.write_probe
    }

    pub(crate) fn requests(&self) -> &Requests {
        &self.inner.requests
    }

    /// Tells other nodes what this one does, and hears what they do, for as long as it is polled.
    pub(crate) async fn relay_events(&self) {
        let refrain = &self.inner.refrain;
        relay::run(Arc::clone(&self.inner.events), Arc::clone(refrain.store()), Arc::clone(refrain.clock())).await;
    }

    pub(crate) fn events(&self) -> &Arc<Hub> {
        &self.inner.events
    }

    pub(crate) fn config(&self) -> &Map<String, Value> {
        &self.inner.options.config
    }

    pub(crate) fn has_console(&self) -> bool {
        self.inner.options.has_console
    }

    pub(crate) fn refrain(&self) -> &Refrain {
        &self.inner.refrain
    }

    /// Reads schedules.
    pub(crate) fn control(&self) -> &Control {
        self.inner.refrain.control()
    }

    /// The operations of a caller: with their rights, in their tenant, within its limits. Nothing else in the API changes
    /// what a tenant has.
    pub(crate) fn acting_as(&self, caller: &Caller) -> Control<Rights> {
        self.control().acting_as(self.rights_of(caller))
    }

    /// The rights of a caller, in their tenant, within its limits.
    pub(crate) fn rights_of(&self, caller: &Caller) -> Rights {
        let limits = self.limits_by_mode().of(caller.identity.mode).of_saving();
        let limits = SaveLimits { secrets_are_bound: self.authority().is_multi_tenant(), ..limits };
        caller.identity.rights().within(caller.tenant.clone()).with_limits(limits)
    }

    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        self.inner.refrain.store()
    }

    pub(crate) fn authority(&self) -> &Authority {
        &self.inner.authority
    }

    pub(crate) fn limits(&self) -> &RequestLimits {
        &self.inner.options.limits
    }

    pub(crate) fn limits_by_mode(&self) -> &LimitsByMode {
        &self.inner.options.tenant_limits
    }

    pub(crate) fn rates(&self) -> &Rates {
        &self.inner.rates
    }

    pub(crate) fn timezone(&self) -> &str {
        &self.inner.options.timezone
    }
}
