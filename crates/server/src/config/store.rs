//! `[store]`: where the ledger lives, and how it is reached.

use std::path::PathBuf;
use std::sync::Arc;

use refrain::error::Error;
use refrain::store::sqlite::{Sqlite, SqliteOptions};
use refrain::store::{LayoutFound, Store as Opened};
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::check::Checker;
use super::credential::Credential;

/// Where the ledger lives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Store {
    /// `sqlite:FILE`, `postgres://…`, `redis://…` or `memory:`; `sqlite:refrain.db` when absent.
    pub address: Credential,
    /// For addresses of SQLite.
    pub sqlite: SqliteStore,
    /// For addresses of PostgreSQL.
    pub postgres: PostgresStore,
    /// For addresses of Redis.
    pub redis: RedisStore,
}

/// What can be said about a file of SQLite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SqliteStore {
    /// How many threads read; 2 when absent.
    pub readers: usize,
    /// The file never has more pages of 8 KiB; no limit when absent.
    pub pages_max: Option<u32>,
}

/// What can be said about PostgreSQL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PostgresStore {
    /// How many connections at most; one more listens. 8 when absent.
    pub pool_size: usize,
    /// How many handlers may be in a transaction of their own at once; 8 when absent.
    pub transactions_max: usize,
    /// Everything lives in this schema; `refrain` when absent.
    pub schema: String,
    /// How long a call may take; 10 seconds when absent.
    pub deadline: Length,
    /// Certificates (PEM) that are trusted in place of the system's.
    pub root_certificates: Option<PathBuf>,
}

/// What can be said about Redis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RedisStore {
    /// What all keys begin with; `refrain` when absent.
    pub prefix: String,
    /// How many parts a new keyspace has; 16 when absent. One that exists keeps its number.
    pub shards: u32,
    /// How long a call may take; 10 seconds when absent.
    pub deadline: Length,
    /// Certificates (PEM) that are trusted in place of the system's.
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

/// The kinds of stores, by what stands before the first colon.
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
            // What stands behind the scheme may hold a password, and where there is none the whole may be one.
            None => {
                let detail = "`store.address` names no kind of store before its first colon";
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

    /// Opens it, with all that is said about its kind.
    ///
    /// # Errors
    /// When the address cannot be found out or names nothing that can be opened.
    pub async fn open(&self) -> Result<Arc<dyn Opened>, Error> {
        let address = self.address.resolve().map_err(|problem| Error::invalid("missing_value", problem))?;
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
                // In memory, or one that the engine refuses in its own words.
                None => Arc::clone(refrain::Refrain::open(&address).await?.store()),
            },
        })
    }

    /// The layout that it has, without opening it for work; none for a store that keeps nothing.
    ///
    /// # Errors
    /// When the address cannot be found out, or nothing answers there.
    pub async fn layout(&self) -> Result<Option<LayoutFound>, Error> {
        let address = self.address.resolve().map_err(|problem| Error::invalid("missing_value", problem))?;
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

    /// How its file is opened, where it is one of SQLite.
    ///
    /// # Errors
    /// When the address cannot be found out.
    pub fn sqlite_file(&self) -> Result<Option<SqliteOptions>, Error> {
        let address = self.address.resolve().map_err(|problem| Error::invalid("missing_value", problem))?;
        Ok(self.sqlite_options(&address))
    }

    fn sqlite_options(&self, address: &str) -> Option<SqliteOptions> {
        let path = address.strip_prefix("sqlite:").filter(|path| *path != ":memory:")?;
        let SqliteStore { readers, pages_max } = self.sqlite;
        Some(SqliteOptions { readers, pages_max, ..SqliteOptions::new(path.strip_prefix("//").unwrap_or(path)) })
    }

    #[cfg(feature = "postgres")]
    fn postgres_options(&self, url: String) -> refrain::store::postgres::PostgresOptions {
        let PostgresStore { pool_size, transactions_max, schema, deadline, root_certificates } = self.postgres.clone();
        let deadline = std::time::Duration::from_secs(deadline.seconds().unsigned_abs());
        refrain::store::postgres::PostgresOptions {
            url,
            pool_size,
            transactions_max,
            schema,
            deadline,
            root_certificates,
        }
    }

    #[cfg(feature = "redis")]
    fn redis_options(&self, url: String) -> refrain::store::redis::RedisOptions {
        let RedisStore { prefix, shards, deadline, root_certificates } = self.redis.clone();
        let deadline = std::time::Duration::from_secs(deadline.seconds().unsigned_abs());
        refrain::store::redis::RedisOptions { url, prefix, shards, deadline, root_certificates }
    }
}
