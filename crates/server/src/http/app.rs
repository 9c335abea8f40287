//! State shared by all requests: the engine, the API options and the limits of callers.

use std::sync::Arc;
use std::time::Duration;

use refrain::Refrain;
use refrain::control::{BACKFILL_MAX, Control};
use refrain::control::{Rights, SaveLimits};
use refrain::secret::{KeyRing, Secrets};
use refrain::store::Store;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::caller::Caller;
use super::event_hub::{Hub, relay};
use super::limits::{LimitsByMode, Rates};
use super::request_metrics::Requests;
use super::write_probe::WriteProbe;
use crate::auth::Authority;

/// Limits on requests. Limits on schedules belong to the engine.
#[derive(Clone, Debug)]
pub struct RequestLimits {
    /// Maximum length of a body, in bytes.
    pub body_bytes: usize,
    /// Maximum nesting depth of a JSON body.
    pub depth: usize,
    /// Maximum page size.
    pub page: u32,
    /// Maximum number of occurrences in one backfill.
    pub backfill: usize,
    /// Maximum duration of a request, except for operations that wait by design.
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

/// Options of the API.
#[derive(Clone, Debug)]
pub struct ApiOptions {
    /// Limits on requests.
    pub limits: RequestLimits,
    /// Time zone of schedules that name none.
    pub timezone: String,
    /// Limits of tenants and keys.
    pub tenant_limits: LimitsByMode,
    /// Master keys that encrypt secrets. Without them, the server stores no secrets.
    pub master_keys: Option<KeyRing>,
    /// Effective configuration, without values that must not be shown.
    pub config: Map<String, Value>,
    /// Whether browsers are served the web console.
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

/// State shared by all requests. Clones share the same state.
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
    /// Creates the API of a node.
    pub fn new(refrain: Refrain, authority: Authority, options: ApiOptions) -> Self {
        let secrets = options.master_keys.clone().map(|ring| refrain.secrets(ring));
        let events = Hub::for_node(&refrain);
        let (requests, closing, rates) = (Requests::default(), CancellationToken::new(), Rates::default());
        let write_probe = WriteProbe::default();
        let inner = Inner { refrain, authority, options, rates, secrets, requests, events, closing, write_probe };
        Self { inner: Arc::new(inner) }
    }

    /// Returns the secrets of all tenants, if master keys are configured.
    pub fn secrets(&self) -> Option<&Arc<Secrets>> {
        self.inner.secrets.as_ref()
    }

    /// Returns the token that ends endless requests, such as event streams, when the server shuts down.
    pub fn closing(&self) -> &CancellationToken {
        &self.inner.closing
    }

    pub(crate) fn write_probe(&self) -> &WriteProbe {
        &self.inner.write_probe
    }

    pub(crate) fn requests(&self) -> &Requests {
        &self.inner.requests
    }

    /// Exchanges events with the other nodes for as long as the future is polled.
    pub(crate) async fn relay_events(&self) {
        let refrain = &self.inner.refrain;
        relay::run(Arc::clone(&self.inner.events), Arc::clone(refrain.store()), Arc::clone(refrain.clock())).await;
    }

    pub(super) fn events(&self) -> &Arc<Hub> {
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

    /// Returns the operations that read schedules.
    pub(crate) fn control(&self) -> &Control {
        self.inner.refrain.control()
    }

    /// Returns the operations of a caller: with the caller's rights, in the caller's tenant, within its
    /// limits. Nothing else in the API changes a tenant's data.
    pub(crate) fn acting_as(&self, caller: &Caller) -> Control<Rights> {
        self.control().acting_as(self.rights_of(caller))
    }

    /// Returns the rights of a caller, in the caller's tenant, within its limits.
    pub(crate) fn rights_of(&self, caller: &Caller) -> Rights {
        let limits = self.limits_by_mode().of(caller.identity.mode).save_limits();
        let limits = SaveLimits {
            backfill_max: Some(self.limits().backfill),
            secrets_are_bound: self.authority().is_multi_tenant(),
            ..limits
        };
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
