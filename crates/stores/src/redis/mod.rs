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
//! `maxmemory-policy noeviction`. [`Health`](refrain_ledger::store::Health) warns if a server is configured
//! otherwise. Instants after the year 2255 are stored exactly, but ordered with an error of a few microseconds,
//! because scores are floating point.

mod aside;
mod audit;
mod blob;
mod catalog;
mod change;
mod change_occurrence;
mod claim;
mod commit;
mod commit_call;
mod connect;
mod due;
mod error;
mod gaps;
mod group;
mod history;
mod insert;
mod keys;
mod lease;
mod ledger;
mod link;
mod listen;
mod load;
mod marks;
mod migrate;
mod occurrence;
mod options;
mod overdue;
mod owners;
mod pack;
mod plan;
mod prune;
mod prune_rows;
mod queue;
mod ready;
mod record;
mod replan;
mod retention;
mod retries;
mod revise;
mod revisions;
mod row;
mod save;
mod schedule;
mod schedules;
mod settle;
mod status;
mod store;
mod turns;

use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use redis::aio::ConnectionManager;

pub use self::connect::client;
use self::keys::Keys;
use self::link::{Link, Script};
pub use self::options::{RedisOptions, SHARDS_MAX};
use self::owners::Owners;
use self::retention::Retention;
use self::retries::Retries;
use self::turns::Turns;
use crate::layout::LayoutProbe;
use crate::newest_seen::NewestSeen;
use crate::node_channel::NodeChannel;
use refrain_ledger::store::StoreError;

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
        let subscriber = listen::subscribe(client, &keys, Arc::clone(&node_channel)).await?;
        let scripts = Scripts {
            commit: Script::new(commit::SCRIPT),
            numbers: Script::new(history::NUMBERS),
            mark_if_absent: Script::new(marks::SET),
            replace_mark: Script::new(marks::REPLACE),
            count: Script::new(marks::COUNT),
            sweep: Script::new(marks::SWEEP),
            sweep_nodes: Script::new(marks::SWEEP_NODES),
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
    options::check(options)?;
    connect::client(options)
}
