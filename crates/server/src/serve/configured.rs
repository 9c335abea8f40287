//! From a configuration to a server: the store, the node, its providers, and how callers are met.

use std::sync::Arc;

use jiff::SignedDuration;
use refrain::Refrain;
use refrain::error::Error;
use refrain::provider::webhook::{Webhook, WebhookOptions};
use refrain::secret::KeyRing;
use serde_json::{Map, Value};

use super::{ListenOptions, ServeOptions, Server, TlsFiles, declared};
use crate::auth::{AuthOptions, KeysNeeded, Lasting};
use crate::config::{AuthMode, Config, Loaded, ProviderNeeds, Role};
use crate::http::app::{ApiOptions, RequestLimits};
use crate::http::limits::{Limits, LimitsByMode, Rate};

/// The provider that is there without being named, as `log` and `queue` are.
const WEBHOOK: &str = "webhook";

impl Server {
    /// Opens everything that a configuration names, and brings the store in line with it.
    ///
    /// # Errors
    /// When the store cannot be opened, a provider cannot be made, the port cannot be had, or strangers could reach what nothing protects.
    pub async fn configured(loaded: &Loaded) -> Result<Self, Error> {
        let config = &loaded.config;
        let mut options = config.engine_options();
        (options.is_planning, options.is_working) = duties(config.server.role);
        let builder = Refrain::builder().actor("server").breakers(config.breakers.clone()).engine(|it| *it = options);
        let refrain = builder.over(config.store.open().await?).await?;
        warn_of_readers(config)?;
        #[cfg(all(feature = "command", unix))]
        warn_of_descriptors(config);
        let master_keys = master_keys(config)?;
        add_providers(&refrain, config, master_keys.clone())?;
        let server = Self::over(refrain.clone(), serve_options(loaded, master_keys)).await?;
        server.declare(loaded).await?;
        Ok(server)
    }

    /// Brings the store in line with what a configuration declares, and says what came of it.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn declare(&self, loaded: &Loaded) -> Result<(), Error> {
        tell(&declared::apply(&self.refrain, loaded).await?);
        Ok(())
    }
}

/// Warns when others may read the file of the ledger. New files are private; one that was there before keeps its permissions.
#[cfg(unix)]
fn warn_of_readers(config: &Config) -> Result<(), Error> {
    use std::os::unix::fs::PermissionsExt as _;
    let Some(file) = config.store.sqlite_file()? else { return Ok(()) };
    let mode = std::fs::metadata(&file.path).map_or(0, |found| found.permissions().mode() & 0o777);
    if mode & 0o077 != 0 {
        let path = file.path.display();
        tracing::warn!(
            name: "store.readable_by_others",
            "other users of this machine may read {path}, which has mode {mode:o} and holds everybody's payloads; \
             run `chmod 600` on it and on the files beside it that end in -wal and -shm"
        );
    }
    Ok(())
}

#[cfg(not(unix))]
fn warn_of_readers(_: &Config) -> Result<(), Error> {
    Ok(())
}

/// Warns of descriptors that commands inherit, because the process that started this one left them open.
#[cfg(all(feature = "command", unix))]
fn warn_of_descriptors(config: &Config) {
    let found = refrain::provider::command::inherited_descriptors();
    if config.providers.values().any(|provider| provider.kind() == "command") && !found.is_empty() {
        tracing::warn!(
            name: "command.inherited_descriptors",
            descriptors = ?found,
            "commands inherit descriptors that were open when this process was started; close them there, as `3>&-` does in a shell"
        );
    }
}

pub(super) fn tell(applied: &declared::Applied) {
    let declared::Applied { changed, unchanged, deleted, refused } = applied;
    for sentence in refused {
        tracing::warn!(name: "config.schedule_refused", "{sentence}");
    }
    if changed + unchanged + deleted > 0 {
        tracing::info!(name: "config.schedules", changed, unchanged, deleted, "the file's schedules are in the store");
    }
}

fn duties(role: Role) -> (bool, bool) {
    match role {
        Role::All => (true, true),
        Role::Planner => (true, false),
        Role::Worker => (false, true),
        Role::Api => (false, false),
    }
}

/// The keys that seal secrets: as configured, or beside an embedded database in a file of its own.
fn master_keys(config: &Config) -> Result<Option<KeyRing>, Error> {
    if let Some(ring) = config.secrets.key_ring()? {
        return Ok(Some(ring));
    }
    config.master_key_file()?.map(|path| KeyRing::from_file_or_new(&path)).transpose()
}

fn add_providers(refrain: &Refrain, config: &Config, master_keys: Option<KeyRing>) -> Result<(), Error> {
    let secrets = master_keys.map(|ring| refrain.secrets(ring));
    let needs = ProviderNeeds { clock: Arc::clone(refrain.clock()), secrets };
    if !config.providers.contains_key(WEBHOOK) {
        let address = config.store.address.resolve().map_err(|problem| Error::invalid("missing_value", problem))?;
        let options = WebhookOptions { deny: refrain::own_hosts(&address), ..WebhookOptions::default() };
        let webhook = Webhook::new(options, Arc::clone(&needs.clock), needs.secrets.clone())?;
        refrain.providers().add(WEBHOOK, Arc::new(webhook));
    }
    for (name, provider) in &config.providers {
        let built =
            provider.build(name, &needs).map_err(|problem| Error::invalid("bad_provider", problem.to_string()))?;
        refrain.providers().add(name, built);
    }
    Ok(())
}

fn serve_options(loaded: &Loaded, master_keys: Option<KeyRing>) -> ServeOptions {
    let config = &loaded.config;
    let keys = match config.auth.mode {
        AuthMode::Open => KeysNeeded::OnceThereIsOne,
        AuthMode::Keys => KeysNeeded::Always,
    };
    let lasting =
        Lasting { session_for: config.auth.session_for.duration(), link_for: config.auth.login_link_for.duration() };
    let shown: Map<String, Value> = match loaded.to_json() {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    ServeOptions {
        api: ApiOptions {
            limits: RequestLimits {
                body_bytes: config.limits.body_max.bytes_in_memory(),
                depth: config.limits.json_depth_max,
                page: u32::try_from(config.limits.page_max).unwrap_or(u32::MAX),
                backfill: config.limits.backfill_max,
                answered_within: config.server.request_timeout.duration().unsigned_abs(),
            },
            timezone: config.schedules.timezone.clone(),
            tenant_limits: LimitsByMode { open: Limits::none(), keys: limits(config) },
            master_keys,
            config: shown,
            has_console: config.console.enabled,
        },
        auth: AuthOptions { keys, hosts: config.server.hosts.clone(), lasting, ..AuthOptions::default() },
        tls: config.server.tls.clone().map(|tls| TlsFiles { certificate: tls.certificate, key: tls.key }),
        insecure: config.server.insecure,
        listen: ListenOptions {
            head_within: config.server.head_timeout.duration().unsigned_abs(),
            idle_within: config.server.idle_timeout.duration().unsigned_abs(),
            write_within: config.server.write_timeout.duration().unsigned_abs(),
            connections_max: config.server.connections_max,
            connections_per_address_max: config.server.connections_per_address_max,
            trusted_proxies: config.server.trusted_proxies.clone(),
        },
        public_url: config.server.public_url.clone(),
        // The store is open already.
        ..ServeOptions::new(config.server.bind.0, "")
    }
}

fn limits(config: &Config) -> Limits {
    let asked = &config.limits;
    // A bucket of the burst's size that fills at the lasting rate.
    let window = SignedDuration::from_millis(
        i64::from(asked.request_burst) * 1_000 / i64::from(asked.requests_per_second.max(1)),
    );
    let rate = Rate { count: asked.request_burst, window };
    Limits {
        key_reads: Some(rate),
        key_writes: Some(rate),
        schedules: Some(u32::try_from(asked.schedules_per_tenant).unwrap_or(u32::MAX)),
        min_gap: Some(asked.min_gap.duration()),
        payload_bytes: Some(asked.payload_max.bytes_in_memory()),
        ..Limits::shared()
    }
}
