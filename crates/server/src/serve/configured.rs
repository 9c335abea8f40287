//! Builds a server from a configuration: the store, the node, its providers, and the API options.

use std::sync::Arc;

use refrain::Refrain;
use refrain::delivery::Provider;
use refrain::provider::webhook::{Webhook, WebhookOptions};
use refrain::secret::KeyRing;
use refrain::store::Store;
use refrain::{Error, ErrorCode};
use serde_json::{Map, Value};

use super::{ListenOptions, ServeOptions, Server, TlsFiles, declared};
use crate::auth::{AuthOptions, KeyRequirement, SessionLifetimes};
use crate::config::{AuthMode, Config, LoadedConfig, MissingKeys, ProviderConfig, ProviderDependencies, Role};
use crate::http::app::{ApiOptions, RequestLimits};
use crate::http::limits::{Limits, LimitsByMode};

/// Provider that exists without being configured, like `log` and `queue`.
const WEBHOOK: &str = "webhook";
/// Kind of the providers with a catalog of commands.
const COMMAND: &str = "command";

impl Server {
    /// Opens everything that a configuration names, and applies the declared calendars and schedules.
    ///
    /// # Errors
    /// Fails if the store cannot be opened, a provider cannot be created, the port is unavailable, or the server
    /// would be exposed without protection.
    pub async fn configured(loaded: &LoadedConfig) -> Result<Self, Error> {
        let config = &loaded.config;
        let refrain = node(config, config.store.open().await?).await?;
        warn_if_readable_by_others(config)?;
        let master_keys = config.master_keys(MissingKeys::Create)?;
        for (name, provider) in build_providers(config, &refrain, master_keys.clone()) {
            refrain.providers().add(name, provider?);
        }
        let server = Self::over(refrain.clone(), serve_options(loaded, master_keys)).await?;
        server.declare(loaded).await?;
        Ok(server)
    }

    /// Applies the declared calendars and schedules to the store, and logs the result.
    ///
    /// # Errors
    /// Fails if the store is unavailable.
    pub async fn declare(&self, loaded: &LoadedConfig) -> Result<(), Error> {
        log_applied(&declared::apply(&self.refrain, loaded).await?);
        Ok(())
    }
}

/// Warns if other users can read the ledger file. New files are private; an existing file keeps its permissions.
#[cfg(unix)]
fn warn_if_readable_by_others(config: &Config) -> Result<(), Error> {
    use std::os::unix::fs::PermissionsExt as _;
    let Some(file) = config.store.sqlite_file()? else { return Ok(()) };
    let mode = std::fs::metadata(&file.path).map_or(0, |found| found.permissions().mode() & 0o777);
    if mode & 0o077 != 0 {
        let path = file.path.display();
        tracing::warn!(
            name: "store.readable_by_others",
            "other users of this machine can read {path}, which has mode {mode:o} and contains the payloads of all tenants; \
             run `chmod 600` on it and on its -wal and -shm files"
        );
    }
    Ok(())
}

#[cfg(not(unix))]
fn warn_if_readable_by_others(_: &Config) -> Result<(), Error> {
    Ok(())
}

pub(super) fn log_applied(applied: &declared::ApplyResult) {
    let declared::ApplyResult { changed, unchanged, deleted, refused, refused_calendars } = applied;
    for sentence in refused_calendars {
        tracing::error!(name: "config.calendar_refused", "{sentence}");
    }
    for sentence in refused {
        tracing::warn!(name: "config.schedule_refused", "{sentence}");
    }
    if changed + unchanged + deleted > 0 {
        tracing::info!(name: "config.schedules", changed, unchanged, deleted, "applied the schedules of the configuration file");
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

/// Creates a node over a store, as configured. The node has no providers yet.
pub(super) async fn node(config: &Config, store: Arc<dyn Store>) -> Result<Refrain, Error> {
    let mut options = config.engine_options();
    (options.is_planning, options.is_working) = duties(config.server.role);
    let builder = Refrain::builder().actor("server").breakers(config.breakers.clone()).engine(|it| *it = options);
    builder.over(store).await
}

/// Replaces the catalogs of commands by those of a configuration. Runs in progress are not affected.
pub(super) fn replace_commands(config: &Config, refrain: &Refrain) -> Result<(), Error> {
    // Commands use no secrets.
    let needs = ProviderDependencies { clock: Arc::clone(refrain.clock()), secrets: None };
    for (name, provider) in config.providers.iter().filter(|(_, provider)| provider.kind() == COMMAND) {
        refrain.providers().add(name, build(name, provider, &needs)?);
    }
    Ok(())
}

/// A configured provider, or the error that prevented its creation.
pub(super) type BuiltProvider = Result<Arc<dyn Provider>, Error>;

/// Builds the configured providers, and the default one for webhooks. Connects to nothing.
pub(super) fn build_providers(
    config: &Config,
    refrain: &Refrain,
    master_keys: Option<KeyRing>,
) -> Vec<(String, BuiltProvider)> {
    let secrets = master_keys.map(|ring| refrain.secrets(ring));
    let needs = ProviderDependencies { clock: Arc::clone(refrain.clock()), secrets };
    let mut providers = Vec::new();
    if !config.providers.contains_key(WEBHOOK) {
        providers.push((WEBHOOK.to_owned(), default_webhook(config, &needs)));
    }
    for (name, provider) in &config.providers {
        providers.push((name.clone(), build(name, provider, &needs)));
    }
    providers
}

fn build(name: &str, provider: &ProviderConfig, needs: &ProviderDependencies) -> BuiltProvider {
    provider.build(name, needs).map_err(|problem| Error::invalid(problem.code, problem.detail))
}

fn default_webhook(config: &Config, needs: &ProviderDependencies) -> Result<Arc<dyn Provider>, Error> {
    let address = config.store.address.resolve().map_err(|problem| Error::invalid(ErrorCode::MissingValue, problem))?;
    let options = WebhookOptions::default().with(|it| it.deny = refrain::store_hosts(&address));
    Ok(Arc::new(Webhook::new(options, Arc::clone(&needs.clock), needs.secrets.clone())?))
}

/// Returns the certificate files, if TLS is configured.
pub(super) fn tls_files(config: &Config) -> Option<TlsFiles> {
    config.server.tls.clone().map(|tls| TlsFiles { certificate: tls.certificate, key: tls.key })
}

fn serve_options(loaded: &LoadedConfig, master_keys: Option<KeyRing>) -> ServeOptions {
    let config = &loaded.config;
    let keys = match config.auth.mode {
        AuthMode::Open => KeyRequirement::OnceOneExists,
        AuthMode::Keys => KeyRequirement::Always,
    };
    let lasting = SessionLifetimes {
        session_for: config.auth.session_for.duration(),
        link_for: config.auth.login_link_for.duration(),
    };
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
            tenant_limits: LimitsByMode { open: Limits::none(), keys: Limits::from(&config.limits) },
            master_keys,
            config: shown,
            has_console: config.console.enabled,
        },
        auth: AuthOptions {
            keys,
            hosts: config.server.hosts.clone(),
            lasting,
            is_multi_tenant: config.tenancy.multi,
            ..AuthOptions::default()
        },
        tls: tls_files(config),
        insecure: config.server.insecure,
        listen: ListenOptions {
            head_timeout: config.server.head_timeout.duration().unsigned_abs(),
            idle_timeout: config.server.idle_timeout.duration().unsigned_abs(),
            write_timeout: config.server.write_timeout.duration().unsigned_abs(),
            connections_max: config.server.connections_max,
            connections_per_address_max: config.server.connections_per_address_max,
            trusted_proxies: config.server.trusted_proxies.clone(),
        },
        is_listening: config.server.listen,
        public_url: config.server.public_url.clone(),
        // The store is already open.
        ..ServeOptions::new(config.server.bind.0, "")
    }
}
