//! Connections: how a new one is prepared before anyone uses it.

use std::time::Duration;

use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, PoolBuilder, RecyclingMethod, Runtime};
use tokio_postgres::{Client, Config};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::error::describe;
use super::options::PostgresOptions;
use crate::store::StoreError;

/// What a server that only follows another answers.
const IS_STANDBY: &str = "the server is a standby: it follows another one and takes no writes";

/// A handler that leaves its transaction alone for longer has stalled, and must not hold its locks for ever.
const HANDLER_IDLE_FOR: Duration = Duration::from_secs(60);

/// The connections of the store's own calls. They are made when first asked for.
pub(super) fn pool(config: &Config, tls: MakeRustlsConnect, options: &PostgresOptions) -> Result<Pool, StoreError> {
    let settings = settings("SET", &options.schema, options.deadline);
    build(config, tls, options, settings, |pool| pool.max_size(options.pool_size).wait_timeout(Some(options.deadline)))
}

/// The connections of handlers, so that these never keep the store's own calls waiting. A handler waits for one as long as
/// it takes, under its lease. They keep the settings of the server, for the statements are not ours.
pub(super) fn handler_pool(
    config: &Config,
    tls: MakeRustlsConnect,
    options: &PostgresOptions,
) -> Result<Pool, StoreError> {
    let settings = format!("SET idle_in_transaction_session_timeout TO {}", HANDLER_IDLE_FOR.as_millis());
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
    let rows = client.query(include_str!("sql/is_standby.sql"), &[]).await.map_err(|error| describe(&error))?;
    let is_standby: bool = rows.first().is_some_and(|row| row.get(0));
    if is_standby { Err(IS_STANDBY.to_owned()) } else { Ok(()) }
}

/// What every connection of ours is set to, for good (`SET`) or for one transaction (`SET LOCAL`).
///
/// Every join of ours looks up the elements of a batch one by one in an index, so locks are taken in the order of the
/// batch and the cost follows the batch, whatever the statistics say of tables that are empty now and full later. Such
/// short statements are never worth compiling. A client that stalls in the middle must not hold its locks for long.
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
