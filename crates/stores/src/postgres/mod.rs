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

mod audit;
mod call;
mod catalog;
mod change_occurrence;
mod changes;
mod claim;
mod connect;
mod due;
mod effect;
mod error;
mod gaps;
mod history;
mod insert;
mod lease;
mod ledger;
mod listen;
mod marks;
mod migrate;
mod occurrence;
mod options;
mod overdue;
mod pipeline;
mod plan;
mod prune;
mod queue;
mod replan;
mod revise;
mod revisions;
mod row;
mod save;
mod schedule;
mod schedules;
mod settle;
mod status;
mod store;
mod tenants;
mod tls;
mod transaction;
mod vacuum;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicI32;
use std::time::Duration;

use deadpool_postgres::Pool;

use crate::layout::LayoutProbe;
use crate::newest_seen::NewestSeen;
use crate::node_channel::NodeChannel;
pub use effect::{PostgresTransaction, TransactionError};
use listen::{Listener, ListenerConfig};
pub use options::PostgresOptions;
use prune::Retention;
use refrain_ledger::store::StoreError;
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
