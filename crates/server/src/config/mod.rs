//! The configuration of the server: one typed value out of defaults, a file, variables and flags, in this order.
//!
//! All sources become one tree whose values know their places (`file`, `variables`, `overrides` → `tree`). The tree is read
//! into [`Config`] (`deserializer`, `read`), what no type can say is checked (`check`), and blocks become schedules
//! (`compile`). Everything that is wrong is found in one go, each with its place (`problem`, `place`).
//!
//! Invariants: no key is passed over in silence; nothing that is printed, refused or logged shows a secret; nothing is read
//! but the file, the variables and what they name.

mod auth;
mod background;
mod check;
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
mod read;
mod redact;
mod schedule;
mod sections;
mod server;
mod size;
mod store;
mod telemetry;
mod told;
mod tree;
mod variables;

use std::collections::BTreeMap;
use std::path::PathBuf;

use refrain::breaker::BreakerSettings;
use refrain::engine::EngineOptions;
use refrain::error::Error;
use refrain::secret::KeyRing;
use serde::{Deserialize, Serialize};

pub use self::auth::{Auth, AuthMode};
pub use self::background::Background;
pub use self::credential::Credential;
pub use self::engine::{Engine, Keep};
pub use self::limits::Limits;
pub use self::load::{Loaded, Sources};
pub use self::log::{Log, LogFormat};
pub use self::overrides::Overrides;
pub use self::place::Place;
pub use self::problem::{Problem, Problems};
pub use self::provider::{ProviderConfig, ProviderNeeds};
pub use self::schedule::{CalendarBlock, FileCalendar, FileSchedule, ScheduleBlock};
pub use self::sections::{Console, MetricsSection, SchedulesSection, SecretsSection, Tenancy};
pub use self::server::{Bind, Network, Role, Server, Tls};
pub use self::size::Size;
pub use self::store::{PostgresStore, RedisStore, SqliteStore, Store};
pub use self::telemetry::Telemetry;

/// The file that shows every key with its default.
pub const EXAMPLE: &str = include_str!("../../../../refrain.example.toml");

/// Everything that can be said, one field a section.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Where it listens, and what it does.
    pub server: Server,
    /// Where the ledger lives.
    pub store: Store,
    /// How a node works.
    pub engine: Engine,
    /// How much may be asked for.
    pub limits: Limits,
    /// Who is let in.
    pub auth: Auth,
    /// What is written about what happens.
    pub log: Log,
    /// What is counted.
    pub metrics: MetricsSection,
    /// Where traces are sent.
    pub telemetry: Telemetry,
    /// Whether strangers share it.
    pub tenancy: Tenancy,
    /// The master keys.
    pub secrets: SecretsSection,
    /// The pages for people.
    pub console: Console,
    /// When receivers that do not answer are spared.
    pub breakers: BreakerSettings,
    /// Other words for some keys.
    pub background: Background,
    /// Who sends, by name. `queue` and `log` are there without being named.
    pub providers: BTreeMap<String, ProviderConfig>,
    /// What is done with the blocks.
    pub schedules: SchedulesSection,
    /// Calendars of the file, as written; [`Loaded::calendars`] are those to use.
    pub calendar: Vec<CalendarBlock>,
    /// Schedules of the file, as written; [`Loaded::schedules`] are those to use.
    pub schedule: Vec<ScheduleBlock>,
}

/// What becomes of a file of master keys that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingKeys {
    /// It is created with a new key, which only its owner may read.
    Create,
    /// It stays missing. A key that is kept nowhere stands in for it, because nothing will be sealed.
    Pretend,
}

impl Config {
    /// Where the master keys are, if in a file: the one that is named, or one beside an embedded database.
    ///
    /// # Errors
    /// When the store's address cannot be found out.
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

    /// The master keys that seal secrets, from where every command looks for them: the file or the variable that the
    /// configuration names, else the file beside an embedded database. None where nothing names any.
    ///
    /// # Errors
    /// When the file or the variable cannot be read, or others may read the file.
    pub fn master_keys(&self, missing: MissingKeys) -> Result<Option<KeyRing>, Error> {
        if let SecretsSection { key_file: None, key_variable: Some(name) } = &self.secrets {
            return KeyRing::from_variable(name).map(Some);
        }
        let Some(path) = self.master_key_file()? else { return Ok(None) };
        let ring = match missing {
            MissingKeys::Create => KeyRing::from_file_or_new(&path),
            MissingKeys::Pretend if !path.exists() => KeyRing::generate(),
            MissingKeys::Pretend => KeyRing::from_file(&path),
        };
        ring.map(Some)
    }

    /// What the engine is told.
    pub fn engine_options(&self) -> EngineOptions {
        let mut options = self.engine.options(self.server.node.as_deref());
        options.worker.drain_for = self.server.drain_for.duration();
        options.metrics.schedules_max = self.metrics.schedules_max;
        options
    }
}
