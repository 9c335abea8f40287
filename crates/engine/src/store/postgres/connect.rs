//! Connections: how a new one is prepared before anyone uses it.

use std::time::Duration;

use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use tokio_postgres::{Client, Config};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::error::describe;
use super::options::PostgresOptions;
use crate::store::StoreError;

/// What a server that only follows another answers.
const IS_STANDBY: &str = "the server is a standby: it follows another one and takes no writes";

/// A pool of prepared connections. It connects when first asked.
pub(super) fn pool(config: &Config, tls: MakeRustlsConnect, options: &PostgresOptions) -> Result<Pool, StoreError> {
    let manager = Manager::from_config(config.clone(), tls, ManagerConfig { recycling_method: RecyclingMethod::Fast });
    let settings = settings(&options.schema, options.deadline);
    let prepare = Hook::async_fn(move |client: &mut deadpool_postgres::ClientWrapper, _| {
        let settings = settings.clone();
        Box::pin(async move { prepare(client, &settings).await.map_err(HookError::message) })
    });
    Pool::builder(manager)
        .max_size(options.pool_size)
        .wait_timeout(Some(options.deadline))
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

/// What every connection of ours is set to.
///
/// Every join of ours looks up the elements of a batch one by one in an index, so locks are taken in the order of the
/// batch and the cost follows the batch, whatever the statistics say of tables that are empty now and full later. Such
/// short statements are never worth compiling. A client that stalls in the middle must not hold its locks for long.
fn settings(schema: &str, deadline: Duration) -> String {
    let deadline_ms = deadline.as_millis().max(1);
    let idle_ms = deadline_ms * 2;
    format!(
        "SET search_path TO \"{schema}\";
         SET statement_timeout TO {deadline_ms};
         SET idle_in_transaction_session_timeout TO {idle_ms};
         SET default_transaction_isolation TO 'read committed';
         SET timezone TO 'UTC';
         SET jit TO off;
         SET plan_cache_mode TO force_generic_plan;
         SET enable_seqscan TO off;
         SET enable_hashjoin TO off;
         SET enable_mergejoin TO off;
         SET enable_bitmapscan TO off;"
    )
}
