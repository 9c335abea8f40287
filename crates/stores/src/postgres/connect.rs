//! Connection pools, and the preparation of new connections.

use std::time::Duration;

use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, PoolBuilder, RecyclingMethod, Runtime};
use tokio_postgres::{Client, Config};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::error::describe;
use super::options::PostgresOptions;
use refrain_ledger::store::StoreError;

/// Error for a server that only replicates another one.
const IS_STANDBY: &str = "the server is a standby: it replicates another server and accepts no writes";

/// Maximum time a handler may leave its transaction idle. A longer pause means that it has stalled, and it must
/// not hold its locks forever.
const HANDLER_IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// Returns the pool for the store's own calls. Connections are opened on first use.
pub(super) fn pool(config: &Config, tls: MakeRustlsConnect, options: &PostgresOptions) -> Result<Pool, StoreError> {
    let settings = settings("SET", &options.schema, options.deadline);
    build(config, tls, options, settings, |pool| pool.max_size(options.pool_size).wait_timeout(Some(options.deadline)))
}

/// Returns the pool for handlers, so that they never block the store's own calls. A handler waits for a
/// connection as long as its lease allows. These connections keep the server's settings, because handlers run
/// their own statements.
pub(super) fn handler_pool(
    config: &Config,
    tls: MakeRustlsConnect,
    options: &PostgresOptions,
) -> Result<Pool, StoreError> {
    let settings = format!("SET idle_in_transaction_session_timeout TO {}", HANDLER_IDLE_TIMEOUT.as_millis());
    build(config, tls, options, settings, |pool| pool.max_size(options.transactions_max))
}

fn build(
    config: &Config,
    tls: MakeRustlsConnect,
    options: &PostgresOptions,
    settings: String,
    size: impl FnOnce(PoolBuilder) -> PoolBuilder,
) -> Result<Pool, StoreError> {
    let manager = Manager::from_config(config.clone(), tls, ManagerConfig { recycling_method: RecyclingMethod::Fast });
    let prepare = Hook::async_fn(move |client: &mut deadpool_postgres::ClientWrapper, _| {
        let settings = settings.clone();
        Box::pin(async move { prepare(client, &settings).await.map_err(HookError::message) })
    });
    size(Pool::builder(manager))
        .create_timeout(Some(options.deadline))
        .runtime(Runtime::Tokio1)
        .post_create(prepare)
        .build()
        .map_err(|error| StoreError::Invalid { field: "options", problem: error.to_string() })
}

async fn prepare(client: &Client, settings: &str) -> Result<(), String> {
    client.batch_execute(settings).await.map_err(|error| describe(&error))?;
    let rows = client.query(include_str!("sql/connect_is_standby.sql"), &[]).await.map_err(|error| describe(&error))?;
    let is_standby: bool = rows.first().is_some_and(|row| row.get(0));
    if is_standby { Err(IS_STANDBY.to_owned()) } else { Ok(()) }
}

/// Settings of every connection of the store, for the session (`SET`) or for one transaction (`SET LOCAL`).
///
/// Every join of the store looks up the elements of a batch one by one in an index. So locks are taken in batch
/// order and the cost depends on the batch, whatever the statistics say about tables that are empty now and
/// full later. JIT compilation is never worthwhile for such short statements. A client that stalls in a
/// transaction must not hold its locks for long.
pub(super) fn settings(set: &str, schema: &str, deadline: Duration) -> String {
    let deadline_ms = deadline.as_millis().max(1);
    let idle_ms = deadline_ms * 2;
    format!(
        "{set} search_path TO \"{schema}\";
         {set} statement_timeout TO {deadline_ms};
         {set} idle_in_transaction_session_timeout TO {idle_ms};
         {set} default_transaction_isolation TO 'read committed';
         {set} timezone TO 'UTC';
         {set} jit TO off;
         {set} plan_cache_mode TO force_generic_plan;
         {set} enable_seqscan TO off;
         {set} enable_hashjoin TO off;
         {set} enable_mergejoin TO off;
         {set} enable_bitmapscan TO off;"
    )
}
