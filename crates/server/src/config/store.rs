//! `[store]`: address and connection settings of the store.

use std::path::PathBuf;
use std::sync::Arc;

#[cfg(any(feature = "postgres", feature = "redis"))]
use refrain::store::StoreError;
use refrain::store::sqlite::{Sqlite, SqliteOptions};
use refrain::store::{LayoutProbe, Store as Opened};
use refrain::{Error, ErrorCode};
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::checker::Checker;
use super::credential::Credential;

/// Store settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Store {
    /// Address: `sqlite:FILE`, `postgres://…`, `redis://…` or `memory:`. Default: `sqlite:refrain.db`.
    pub address: Credential,
    /// Settings for SQLite.
    pub sqlite: SqliteStore,
    /// Settings for PostgreSQL.
    pub postgres: PostgresStore,
    /// Settings for Redis.
    pub redis: RedisStore,
}

/// Settings for SQLite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SqliteStore {
    /// Number of reader threads. Default: 2.
    pub readers: usize,
    /// Maximum number of 8 KiB pages in the file. Default: no limit.
    pub pages_max: Option<u32>,
}

/// Settings for PostgreSQL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PostgresStore {
    /// Maximum number of pooled connections. One more connection listens for notifications. Default: 8.
    pub pool_size: usize,
    /// Maximum number of handlers with a transaction of their own at the same time. Default: 8.
    pub transactions_max: usize,
    /// Schema that contains all tables. Default: `refrain`.
    pub schema: String,
    /// Timeout of a call. Default: 10 seconds.
    pub deadline: Length,
    /// File of PEM certificates that are trusted instead of the system's.
    pub root_certificates: Option<PathBuf>,
}

/// Settings for Redis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RedisStore {
    /// Prefix of all keys. Default: `refrain`.
    pub prefix: String,
    /// Number of shards of a new keyspace. An existing keyspace keeps its number. Default: 16.
    pub shards: u32,
    /// Timeout of a call. Default: 10 seconds.
    pub deadline: Length,
    /// File of PEM certificates that are trusted instead of the system's.
    pub root_certificates: Option<PathBuf>,
}

impl Default for Store {
    fn default() -> Self {
        Self {
            address: Credential::Text("sqlite:refrain.db".to_owned()),
            sqlite: SqliteStore::default(),
            postgres: PostgresStore::default(),
            redis: RedisStore::default(),
        }
    }
}

impl Default for SqliteStore {
    fn default() -> Self {
        Self { readers: 2, pages_max: None }
    }
}

impl Default for PostgresStore {
    fn default() -> Self {
        Self {
            pool_size: 8,
            transactions_max: 8,
            schema: "refrain".to_owned(),
            deadline: Length::from_seconds(10),
            root_certificates: None,
        }
    }
}

impl Default for RedisStore {
    fn default() -> Self {
        Self { prefix: "refrain".to_owned(), shards: 16, deadline: Length::from_seconds(10), root_certificates: None }
    }
}

/// Returns the key of a setting that the store rejected. The parts of the address have no keys of their own.
#[cfg(any(feature = "postgres", feature = "redis"))]
fn setting(section: &str, error: StoreError) -> (String, Error) {
    const KEYS: [&str; 4] = ["schema", "root_certificates", "prefix", "shards"];
    let key = if let StoreError::Invalid { field, .. } = &error
        && KEYS.contains(field)
    {
        format!("{section}.{field}")
    } else {
        "store.address".to_owned()
    };
    (key, error.into())
}

/// The kinds of stores, by the scheme of their address: scheme, cargo feature, whether it is built in.
const KINDS: [(&str, &str, bool); 7] = [
    ("memory", "", true),
    ("sqlite", "", true),
    ("postgres", "postgres", cfg!(feature = "postgres")),
    ("postgresql", "postgres", cfg!(feature = "postgres")),
    ("redis", "redis", cfg!(feature = "redis")),
    ("rediss", "redis", cfg!(feature = "redis")),
    ("redis+unix", "redis", cfg!(feature = "redis")),
];

impl Store {
    pub(super) fn check(&self, checker: &mut Checker<'_>) {
        checker.at_least("store.sqlite.readers", self.sqlite.readers, 1);
        checker.at_least("store.postgres.pool_size", self.postgres.pool_size, 1);
        checker.at_least("store.postgres.transactions_max", self.postgres.transactions_max, 1);
        checker.at_least_a_second("store.postgres.deadline", self.postgres.deadline);
        checker.at_least("store.redis.shards", self.redis.shards as usize, 1);
        checker.at_least_a_second("store.redis.deadline", self.redis.deadline);
        let Credential::Text(address) = &self.address else { return };
        let (scheme, rest) = address.split_once(':').unwrap_or((address, ""));
        let examples = "`sqlite:refrain.db`, `postgres://user@host/database`, `redis://host` or `memory:`";
        match KINDS.iter().find(|(name, ..)| *name == scheme) {
            // The rest of the address may contain a password. Without a scheme, the whole text may be one.
            None => {
                let detail = "`store.address` does not start with the scheme of a known store";
                checker.refuse("store.address", "unknown_store", detail.to_owned(), Some(examples));
            }
            Some((_, feature, false)) => {
                let detail = format!(
                    "`store.address` needs the cargo feature `{feature}`, which this program was built without"
                );
                checker.refuse("store.address", "missing_feature", detail, None);
            }
            Some(("sqlite", _, true)) if rest.trim_start_matches('/').is_empty() => {
                let detail = "`store.address` names no file".to_owned();
                checker.refuse("store.address", "bad_value", detail, Some("`sqlite:refrain.db`"));
            }
            Some((_, _, true)) => {}
        }
    }

    /// Opens the store with the settings of its kind.
    ///
    /// # Errors
    /// Fails if the address cannot be read or the store cannot be opened.
    pub async fn open(&self) -> Result<Arc<dyn Opened>, Error> {
        let address = self.address.resolve().map_err(|problem| Error::invalid(ErrorCode::MissingValue, problem))?;
        let scheme = address.split(':').next().unwrap_or_default();
        Ok(match scheme {
            #[cfg(feature = "postgres")]
            "postgres" | "postgresql" => {
                Arc::new(refrain::store::postgres::Postgres::open(self.postgres_options(address)).await?)
            }
            #[cfg(feature = "redis")]
            "redis" | "rediss" | "redis+unix" => {
                Arc::new(refrain::store::redis::Redis::open(self.redis_options(address)).await?)
            }
            _ => match self.sqlite_options(&address) {
                Some(options) => Arc::new(Sqlite::open_with(options).await?),
                // A store in memory, or an address that the engine rejects with its own error.
                None => Arc::clone(refrain::Refrain::open(&address).await?.store()),
            },
        })
    }

    /// Checks the settings of a store on another machine without contacting it. Returns the key and its error.
    ///
    /// # Errors
    /// Fails if the address cannot be read or a setting is invalid.
    pub fn check_settings(&self) -> Result<(), (String, Error)> {
        let missing = |problem| ("store.address".to_owned(), Error::invalid(ErrorCode::MissingValue, problem));
        let address = self.address.resolve().map_err(missing)?;
        let scheme = address.split(':').next().unwrap_or_default().to_owned();
        match scheme.as_str() {
            #[cfg(feature = "postgres")]
            "postgres" | "postgresql" => {
                let options = self.postgres_options(address);
                refrain::store::postgres::Postgres::check(&options).map_err(|error| setting("store.postgres", error))
            }
            #[cfg(feature = "redis")]
            "redis" | "rediss" | "redis+unix" => {
                let options = self.redis_options(address);
                refrain::store::redis::Redis::check(&options).map_err(|error| setting("store.redis", error))
            }
            _ => Ok(()),
        }
    }

    /// Reads the schema version without opening the store for work. Returns `None` for a store in memory.
    ///
    /// # Errors
    /// Fails if the address cannot be read or the store does not answer.
    pub async fn layout(&self) -> Result<Option<LayoutProbe>, Error> {
        let address = self.address.resolve().map_err(|problem| Error::invalid(ErrorCode::MissingValue, problem))?;
        let scheme = address.split(':').next().unwrap_or_default().to_owned();
        Ok(match scheme.as_str() {
            #[cfg(feature = "postgres")]
            "postgres" | "postgresql" => {
                Some(refrain::store::postgres::Postgres::layout(self.postgres_options(address)).await?)
            }
            #[cfg(feature = "redis")]
            "redis" | "rediss" | "redis+unix" => {
                Some(refrain::store::redis::Redis::layout(self.redis_options(address)).await?)
            }
            _ => match self.sqlite_options(&address) {
                Some(options) => Some(Sqlite::layout(options).await?),
                None => None,
            },
        })
    }

    /// Returns the options to open the file, if the store is SQLite.
    ///
    /// # Errors
    /// Fails if the address cannot be read.
    pub fn sqlite_file(&self) -> Result<Option<SqliteOptions>, Error> {
        let address = self.address.resolve().map_err(|problem| Error::invalid(ErrorCode::MissingValue, problem))?;
        Ok(self.sqlite_options(&address))
    }

    fn sqlite_options(&self, address: &str) -> Option<SqliteOptions> {
        let path = address.strip_prefix("sqlite:").filter(|path| *path != ":memory:")?;
        let SqliteStore { readers, pages_max } = self.sqlite;
        Some(SqliteOptions::new(path.strip_prefix("//").unwrap_or(path)).with(|it| {
            it.readers = readers;
            it.pages_max = pages_max;
        }))
    }

    #[cfg(feature = "postgres")]
    fn postgres_options(&self, url: String) -> refrain::store::postgres::PostgresOptions {
        let PostgresStore { pool_size, transactions_max, schema, deadline, root_certificates } = self.postgres.clone();
        let deadline = std::time::Duration::from_secs(deadline.seconds().unsigned_abs());
        refrain::store::postgres::PostgresOptions::new(url).with(|it| {
            it.pool_size = pool_size;
            it.transactions_max = transactions_max;
            it.schema = schema;
            it.deadline = deadline;
            it.root_certificates = root_certificates;
        })
    }

    #[cfg(feature = "redis")]
    fn redis_options(&self, url: String) -> refrain::store::redis::RedisOptions {
        let RedisStore { prefix, shards, deadline, root_certificates } = self.redis.clone();
        let deadline = std::time::Duration::from_secs(deadline.seconds().unsigned_abs());
        refrain::store::redis::RedisOptions::new(url).with(|it| {
            it.prefix = prefix;
            it.shards = shards;
            it.deadline = deadline;
            it.root_certificates = root_certificates;
        })
    }
}
