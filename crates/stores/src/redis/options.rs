//! Options of the Redis store.

use std::path::PathBuf;
use std::time::Duration;

use refrain_ledger::model::Namespace;
use refrain_ledger::store::StoreError;

/// Maximum number of shards. A claim queries each of them.
pub const SHARDS_MAX: u32 = 1_024;

/// Connection settings of a Redis store.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RedisOptions {
    /// Connection URL: `redis://`, `rediss://` for TLS, or `redis+unix://`.
    pub url: String,
    /// Prefix of all keys: letters, digits, `_`, `-` and `.`. Default: `refrain`.
    pub prefix: String,
    /// Number of shards of a new keyspace. An existing keyspace keeps its number. Default: 16.
    pub shards: u32,
    /// Maximum duration of one request. Default: 10 s.
    pub deadline: Duration,
    /// PEM file of certificate authorities that `rediss://` trusts instead of those of the system.
    pub root_certificates: Option<PathBuf>,
}

impl RedisOptions {
    /// Returns the default options for a server.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            prefix: "refrain".to_owned(),
            shards: 16,
            deadline: Duration::from_secs(10),
            root_certificates: None,
        }
    }

    /// Returns the options with a change, such as `options.with(|it| it.field = value)`. Further versions may add
    /// fields, so other crates cannot write the options as a literal.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// Checks the options that do not belong to the URL.
pub(super) fn check(options: &RedisOptions) -> Result<(), StoreError> {
    let invalid = |field, problem: String| StoreError::Invalid { field, problem };
    // The same characters as in other names, so that keys need no escaping.
    Namespace::new(&options.prefix).map_err(|error| invalid("prefix", error.to_string()))?;
    if !(1..=SHARDS_MAX).contains(&options.shards) {
        return Err(invalid("shards", format!("{} is not between 1 and {SHARDS_MAX}", options.shards)));
    }
    Ok(())
}
