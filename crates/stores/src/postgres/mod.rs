//! Ledger in PostgreSQL, for many nodes over one server, which may fail over to a standby.
//!
//! Every operation is one transaction at `READ COMMITTED` with explicit row locks. Every decision is made by
//! the pure rules of [`ledger`](refrain_ledger::ledger) on locked rows. Locks are taken in a fixed order:
//! occurrences by ID, then their schedules, then the planning rows. Claims never wait and skip locked rows.
//! Batches are sent as arrays.
//!
//! Open rows are in a small table beside the ledger (`open_occurrences`). So frequent operations cost the same
//! however long the history is, and completing a row touches no index of the ledger. The migration describes
//! the tables.
//!
//! A call is either done, refused, or [`Unknown`](StoreError::Unknown) if the connection or the time ran out
//! after a commit was sent. Any other error means that nothing was changed.

mod again;
mod audit;
mod call;
mod catalog;
mod claim;
mod connect;
mod effect;
mod error;
mod history;
mod ledger;
mod listen;
mod marks;
mod migrate;
mod options;
mod pipeline;
mod plan;
mod prune;
mod quarantine;
mod queue;
mod reading;
mod replan;
mod row;
mod schedules;
mod settle;
mod tenants;
mod tls;
mod transaction;
mod vacuum;
mod write;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicI32;
use std::time::Duration;

use async_trait::async_trait;
use deadpool_postgres::Pool;
use jiff::Timestamp;
use tokio::sync::{broadcast, watch};

use crate::layout::LayoutProbe;
use crate::newest_seen::NewestSeen;
use crate::node_channel::NodeChannel;
pub use effect::{PostgresTransaction, TransactionError};
use error::Failure;
use listen::{Listener, ListenerConfig};
pub use options::PostgresOptions;
use prune::Retention;
use refrain_ledger::store::{Health, Store, StoreError, StoreRollback};
use tenants::Tenants;
pub use tokio_postgres;
use vacuum::Vacuum;

/// Ledger in PostgreSQL.
pub struct Postgres {
    pool: Pool,
    /// Connections for handlers whose effects are in the same database.
    handler_pool: Pool,
    schema: String,
    deadline: Duration,
    tenants: Tenants,
    vacuum: Vacuum,
    retention: Retention,
    seen: NewestSeen,
    /// The tenant at which the last claim of this process stopped, if there are many. This is only a hint.
    claim_place: AtomicI32,
    node_channel: Arc<NodeChannel>,
    listener: Listener,
}

impl Postgres {
    /// Connects, migrates the schema and starts to listen for notifications.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] for invalid options. [`StoreError::Unavailable`] if the server cannot be
    /// reached, refuses the connection or is a standby. [`StoreError::Newer`] if a newer program has migrated
    /// the schema. [`StoreError::ReadOnly`] if the schema must be changed and the role may not change it.
    pub async fn open(options: PostgresOptions) -> Result<Self, StoreError> {
        let checked = options::check(&options)?;
        let tls = tls::connector(checked.tls, checked.root_certificates.as_deref())?;
        let pool = connect::pool(&checked.config, tls.clone(), &options)?;
        let handler_pool = connect::handler_pool(&checked.config, tls.clone(), &options)?;
        migrate::migrate(&pool, &options.schema).await?;
        let node_channel = Arc::new(NodeChannel::new());
        let PostgresOptions { schema, deadline, .. } = options;
        let listener = ListenerConfig {
            config: checked.config,
            tls,
            schema: schema.clone(),
            deadline,
            node_channel: Arc::clone(&node_channel),
        }
        .start();
        Ok(Self {
            pool,
            handler_pool,
            schema,
            deadline,
            tenants: Tenants::default(),
            vacuum: Vacuum::default(),
            retention: Retention::default(),
            seen: NewestSeen::default(),
            claim_place: AtomicI32::new(0),
            node_channel,
            listener,
        })
    }

    /// Checks the options as [`Postgres::open`] does, without contacting the server.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] with the name of the invalid option.
    pub fn check(options: &PostgresOptions) -> Result<(), StoreError> {
        let checked = options::check(options)?;
        let tls = tls::connector(checked.tls, checked.root_certificates.as_deref())?;
        connect::pool(&checked.config, tls, options).map(drop)
    }

    /// Returns the layout of a schema without changing or creating it.
    ///
    /// # Errors
    /// Fails if the server cannot be reached or refuses the connection.
    pub async fn layout(options: PostgresOptions) -> Result<LayoutProbe, StoreError> {
        let checked = options::check(&options)?;
        let tls = tls::connector(checked.tls, checked.root_certificates.as_deref())?;
        migrate::found(&connect::pool(&checked.config, tls, &options)?).await
    }

    /// Stops the listener and closes every connection that is not in use. Dropping does the same without waiting.
    pub async fn close(self) {
        self.pool.close();
        self.handler_pool.close();
        self.listener.end().await;
    }
}

impl fmt::Debug for Postgres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Postgres").field("schema", &self.schema).finish_non_exhaustive()
    }
}

#[async_trait]
impl Store for Postgres {
    async fn now(&self) -> Result<Timestamp, StoreError> {
        self.call(|tx| async move {
            let rows = tx.read(include_str!("sql/now.sql"), &[]).await?;
            rows.first().map(|row| row.get(0)).ok_or(Failure::Conflict)
        })
        .await
    }

    async fn health(&self) -> Result<Health, StoreError> {
        self.call(|tx| async move {
            let rows = tx.read(include_str!("sql/health.sql"), &[]).await?;
            let row = rows.first().ok_or(Failure::Conflict)?;
            let settings = [
                (row.get(0), "fsync is off: a crash of the server's machine may lose or damage the ledger"),
                (row.get(1), "full_page_writes is off: a crash of the server's machine may damage the ledger"),
                (row.get(2), "synchronous_commit is off: a crash of the server may lose the last acknowledged writes"),
            ];
            let warnings = settings.into_iter().filter(|(is_on, _): &(bool, _)| !is_on);
            Ok(Health {
                kind: "postgres",
                schema_version: row.get(3),
                known_version: migrate::VERSION,
                warnings: warnings.map(|(_, warning)| warning.to_owned()).collect(),
                full: None,
            })
        })
        .await
    }

    async fn restored(&self) -> Result<Option<StoreRollback>, StoreError> {
        let newest = self.call(|tx| async move {
            let rows = tx.read(include_str!("sql/last_number.sql"), &[]).await?;
            rows.first().map(|row| row.get(0)).ok_or(Failure::Conflict)
        });
        self.seen.compare(newest).await
    }

    fn wakes(&self) -> watch::Receiver<u64> {
        self.node_channel.wakes()
    }

    async fn tell(&self, news: &[String]) -> Result<(), StoreError> {
        let words = &self.node_channel.words(news)?;
        self.call(|tx| async move { tx.read(include_str!("sql/tell.sql"), &[&self.schema, words]).await.map(drop) })
            .await
    }

    fn news(&self) -> Option<broadcast::Receiver<Arc<str>>> {
        Some(self.node_channel.news())
    }
}
