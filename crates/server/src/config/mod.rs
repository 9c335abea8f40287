//! Configuration of the server: one typed value from defaults, a file, variables and flags, in this order.
//!
//! All sources are merged into one tree whose values know their places (`file`, `variables`, `overrides` → `tree`).
//! The tree is deserialized into [`Config`] (`deserializer`, `read`), constraints that types cannot express are
//! checked (`check`), and blocks become schedules (`compile`). All errors are found in one pass, each with its
//! place (`problem`, `place`).
//!
//! Invariants:
//!
//! - No key is ignored silently.
//! - Nothing that is printed, rejected or logged contains a secret.
//! - Nothing is read except the file, the variables, and the sources they name.

mod auth;
mod background;
mod base;
mod check;
mod checker;
mod compile;
mod credential;
mod deserializer;
mod engine;
mod file;
mod limits;
mod load;
mod log;
mod overrides;
mod place;
mod print;
mod problem;
pub mod provider;
mod provider_names;
mod read;
mod read_error;
mod redact;
mod schedule;
mod sections;
mod server;
mod size;
mod store;
mod telemetry;
mod tree;
mod variables;

use std::collections::BTreeMap;
use std::path::PathBuf;

use refrain::Error;
use refrain::dispatch::BreakerSettings;
use refrain::engine::EngineOptions;
use refrain::secret::KeyRing;
use serde::{Deserialize, Serialize};

pub use self::auth::{Auth, AuthMode};
pub use self::background::Background;
pub use self::base::BaseConfig;
pub use self::credential::Credential;
pub use self::engine::{Engine, Retention};
pub use self::limits::Limits;
pub use self::load::{LoadedConfig, Sources};
pub use self::log::{Log, LogFormat};
pub use self::overrides::Overrides;
pub use self::place::Place;
pub use self::problem::{Problem, Problems};
pub use self::provider::{ProviderConfig, ProviderDependencies};
pub use self::schedule::{CalendarBlock, FileCalendar, FileSchedule, ScheduleBlock};
pub use self::sections::{Console, MetricsSection, SchedulesSection, SecretsSection, Tenancy};
pub use self::server::{Bind, Network, Role, Server, Tls};
pub use self::size::Size;
pub use self::store::{PostgresStore, RedisStore, SqliteStore, Store};
pub use self::telemetry::Telemetry;

/// Example file with every key and its default.
pub const EXAMPLE: &str = include_str!("../../../../refrain.example.toml");

/// The complete configuration, one field per section.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Address, access and role of the server.
    pub server: Server,
    /// Address and connection settings of the store.
    pub store: Store,
    /// Concurrency, leases, planning and retention.
    pub engine: Engine,
    /// Limits per tenant and per key.
    pub limits: Limits,
    /// Authentication of callers.
    pub auth: Auth,
    /// Format and level of the log.
    pub log: Log,
    /// Optional metrics.
    pub metrics: MetricsSection,
    /// Export of traces.
    pub telemetry: Telemetry,
    /// Isolation between tenants.
    pub tenancy: Tenancy,
    /// Master keys of secrets.
    pub secrets: SecretsSection,
    /// Web console.
    pub console: Console,
    /// Circuit breakers.
    pub breakers: BreakerSettings,
    /// Aliases of some keys.
    pub background: Background,
    /// Providers by name. `queue` and `log` exist without being configured.
    pub providers: BTreeMap<String, ProviderConfig>,
    /// Handling of the schedule blocks.
    pub schedules: SchedulesSection,
    /// Calendars as written in the file. Use [`LoadedConfig::calendars`] for the valid ones.
    pub calendar: Vec<CalendarBlock>,
    /// Schedules as written in the file. Use [`LoadedConfig::schedules`] for the valid ones.
    pub schedule: Vec<ScheduleBlock>,
}

/// Handling of a master key file that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingKeys {
    /// Create the file with a new key, readable only by its owner.
    Create,
    /// Do not create it. A temporary key takes its place, because nothing will be encrypted.
    UseTemporary,
}

impl Config {
    /// Returns the path of the master key file: the configured one, or the one next to an embedded database.
    ///
    /// # Errors
    /// Fails if the store's address cannot be read.
    pub fn master_key_file(&self) -> Result<Option<PathBuf>, Error> {
        let SecretsSection { key_file, key_variable } = &self.secrets;
        if key_file.is_some() || key_variable.is_some() {
            return Ok(key_file.clone());
        }
        Ok(self.store.sqlite_file()?.map(|options| {
            let mut path = options.path.into_os_string();
            path.push(".key");
            PathBuf::from(path)
        }))
    }

    /// Returns the master keys that encrypt secrets. All commands use the file or variable named in the
    /// configuration, else the file next to an embedded database. Returns `None` if neither exists.
    ///
    /// # Errors
    /// Fails if the file or the variable cannot be read, or if other users can read the file.
    pub fn master_keys(&self, missing: MissingKeys) -> Result<Option<KeyRing>, Error> {
        if let SecretsSection { key_file: None, key_variable: Some(name) } = &self.secrets {
            return KeyRing::from_variable(name).map(Some);
        }
        let Some(path) = self.master_key_file()? else { return Ok(None) };
        let ring = match missing {
            MissingKeys::Create => KeyRing::from_file_or_new(&path),
            MissingKeys::UseTemporary if !path.exists() => KeyRing::generate(),
            MissingKeys::UseTemporary => KeyRing::from_file(&path),
        };
        ring.map(Some)
    }

    /// Returns the engine's options.
    pub fn engine_options(&self) -> EngineOptions {
        let mut options = self.engine.options(self.server.node.as_deref());
        options.worker.drain_for = self.server.drain_for.duration();
        options.metrics.schedules_max = self.metrics.schedules_max;
        options
    }
}
