//! Ledger in Redis, for many machines. Needs Redis 7 or a compatible server.
//!
//! The keyspace is divided into a fixed number of shards, each one hash slot. A tenant is stored in one shard.
//! Decisions are made in this process, by the same rules as in every store, on data that was just read. One
//! script then writes the result if no other client has changed the schedule since, and refuses it otherwise.
//! So there are no locks that could be left behind. Every change of a schedule with all its rows is one atomic
//! step on one shard, and a refused change is simply decided again.
//!
//! All changes of a batch that belong to one shard are one such step. A batch over several shards is written
//! shard by shard. If it fails after one of them, the call reports that the outcome is unknown, and can be
//! repeated.
//!
//! The guarantees hold while Redis loses no acknowledged write: `appendonly yes`, `appendfsync always` and
//! `maxmemory-policy noeviction`. [`Health`] warns if a server is configured otherwise. Instants after the year
//! 2255 are stored exactly, but ordered with an error of a few microseconds, because scores are floating point.

mod aside;
mod audit;
mod blob;
mod call;
mod catalog;
mod claim;
mod commit;
mod connect;
mod definitions;
mod due;
mod error;
mod group;
mod history;
mod keys;
mod ledger;
mod link;
mod load;
mod marks;
mod migrate;
mod overdue;
mod owners;
mod pack;
mod plan;
mod prune;
mod prune_rows;
mod queue;
mod record;
mod replan;
mod retries;
mod row;
mod scan;
mod schedules;
mod settle;
mod turns;
mod wake;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use redis::Pipeline;
use redis::aio::ConnectionManager;
use tokio::sync::{broadcast, watch};

pub use self::connect::client;
use self::keys::Keys;
use self::link::{Link, Script};
use self::owners::Owners;
use self::prune::Retention;
use self::retries::Retries;
use self::turns::Turns;
use crate::layout::LayoutProbe;
use crate::newest_seen::NewestSeen;
use crate::node_channel::NodeChannel;
use refrain_ledger::store::{Health, Store, StoreError, StoreRollback};

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

/// Maximum number of shards. A claim queries each of them.
pub const SHARDS_MAX: u32 = 1_024;

/// Ledger in Redis.
#[derive(Debug)]
pub struct Redis {
    link: Link,
    keys: Keys,
    scripts: Scripts,
    /// The highest counter that this process has seen or assigned.
    last_counter: AtomicI64,
    seen: NewestSeen,
    owners: Owners,
    turns: Turns,
    retention: Retention,
    node_channel: Arc<NodeChannel>,
    /// Kept alive only: when the store is dropped, the subscription ends, and with it the hints from other nodes.
    _subscriber: ConnectionManager,
}

#[derive(Debug)]
struct Scripts {
    commit: Script,
    numbers: Script,
    mark_if_absent: Script,
    replace_mark: Script,
    count: Script,
    sweep: Script,
    sweep_nodes: Script,
}

impl Redis {
    /// Opens the store, and creates its keyspace if it does not exist.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the server cannot be reached or refuses the connection.
    /// [`StoreError::Newer`] if a newer program has changed the layout. [`StoreError::Invalid`] for invalid
    /// options and for a node of a Redis Cluster.
    pub async fn open(options: RedisOptions) -> Result<Self, StoreError> {
        let client = checked_client(&options)?;
        let link = Link::open(client.clone(), options.deadline).await?;
        connect::refuse_cluster(&link).await?;
        let shards = migrate::open(&link, &options.prefix, options.shards).await?;
        let keys = Keys::new(&options.prefix, shards);
        let last_counter = migrate::last_counter(&link, &keys).await?;
        let node_channel = Arc::new(NodeChannel::new());
        let subscriber = wake::subscribe(client, &keys, Arc::clone(&node_channel)).await?;
        let scripts = Scripts {
            commit: Script::new(include_str!("lua/commit.lua")),
            numbers: Script::new(include_str!("lua/numbers.lua")),
            mark_if_absent: Script::new(include_str!("lua/mark_if_absent.lua")),
            replace_mark: Script::new(include_str!("lua/replace_mark.lua")),
            count: Script::new(include_str!("lua/count.lua")),
            sweep: Script::new(include_str!("lua/sweep.lua")),
            sweep_nodes: Script::new(include_str!("lua/sweep_nodes.lua")),
        };
        let last_counter = AtomicI64::new(last_counter);
        Ok(Self {
            link,
            keys,
            scripts,
            last_counter,
            seen: NewestSeen::default(),
            owners: Owners::default(),
            turns: Turns::new(),
            retention: Retention::default(),
            node_channel,
            _subscriber: subscriber,
        })
    }

    /// Checks the options as [`Redis::open`] does, without contacting the server.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] with the name of the invalid option.
    pub fn check(options: &RedisOptions) -> Result<(), StoreError> {
        checked_client(options).map(drop)
    }

    /// Returns the layout of a keyspace without changing or creating it.
    ///
    /// # Errors
    /// Fails if the server cannot be reached or refuses the connection.
    pub async fn layout(options: RedisOptions) -> Result<LayoutProbe, StoreError> {
        let link = Link::open(connect::client(&options)?, options.deadline).await?;
        migrate::found(&link, &options.prefix).await
    }
}

/// Checks the options and returns the client that opens connections.
fn checked_client(options: &RedisOptions) -> Result<redis::Client, StoreError> {
    let invalid = |field, problem: String| StoreError::Invalid { field, problem };
    // The same characters as in other names, so that keys need no escaping.
    refrain_ledger::model::Namespace::new(&options.prefix).map_err(|error| invalid("prefix", error.to_string()))?;
    if !(1..=SHARDS_MAX).contains(&options.shards) {
        return Err(invalid("shards", format!("{} is not between 1 and {SHARDS_MAX}", options.shards)));
    }
    connect::client(options)
}

#[async_trait]
impl Store for Redis {
    async fn now(&self) -> Result<Timestamp, StoreError> {
        let (second, microsecond): (i64, i64) = link::read(self.link.call(redis::cmd("TIME")).await?)?;
        Timestamp::from_microsecond(second * 1_000_000 + microsecond).map_err(|_| error::unexpected("the time"))
    }

    async fn health(&self) -> Result<Health, StoreError> {
        let mut warnings = migrate::warnings(&self.link).await?;
        warnings.extend(self.damage().await?);
        let found = migrate::found(&self.link, self.keys.prefix()).await?;
        let schema_version = found.layout.map_or(0, |layout| layout.version);
        Ok(Health { kind: "redis", schema_version, known_version: migrate::SCHEMA_VERSION, warnings, full: None })
    }

    async fn restored(&self) -> Result<Option<StoreRollback>, StoreError> {
        self.seen.compare(migrate::last_counter(&self.link, &self.keys)).await
    }

    fn wakes(&self) -> watch::Receiver<u64> {
        self.node_channel.wakes()
    }

    async fn tell(&self, news: &[String]) -> Result<(), StoreError> {
        let mut pipeline = Pipeline::new();
        for words in self.node_channel.words(news)? {
            pipeline.add_command(self.said(&words));
        }
        if news.is_empty() { Ok(()) } else { self.link.calls(&pipeline).await.map(drop) }
    }

    fn news(&self) -> Option<broadcast::Receiver<Arc<str>>> {
        Some(self.node_channel.news())
    }
}
