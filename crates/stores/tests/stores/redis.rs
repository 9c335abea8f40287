//! The contract applied to Redis.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock};
use std::time::Duration;

use ::redis::AsyncConnectionConfig;
use ::redis::aio::MultiplexedConnection;
use async_trait::async_trait;
use refrain_ledger::model::{OccurrenceId, Revision, ScheduleUid, Tenant};
use refrain_ledger::store::Store;
use refrain_ledger::testing::{INVALID_DEFINITION, Subject, Tamper};
use refrain_stores::redis::{Redis, RedisOptions};

const PATIENCE: Duration = Duration::from_secs(300);

/// Returns the address of the server for tests.
pub(crate) fn server() -> String {
    std::env::var("REFRAIN_TEST_REDIS").expect("REFRAIN_TEST_REDIS must name a server; `make test` starts one")
}

/// Returns a prefix used by one test only.
pub(crate) fn own_prefix() -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    format!("test-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// Returns the options of a test's store. The deadline is long, because a disk that all tests use at once may stall.
pub(crate) fn options(prefix: &str) -> RedisOptions {
    RedisOptions::new(server()).with(|it| {
        it.prefix = prefix.to_owned();
        it.deadline = PATIENCE;
    })
}

/// Opens a connection that bypasses the store. The driver's default timeout of half a second is too short here too.
pub(crate) async fn raw() -> MultiplexedConnection {
    let patient =
        AsyncConnectionConfig::new().set_connection_timeout(Some(PATIENCE)).set_response_timeout(Some(PATIENCE));
    let client = ::redis::Client::open(server()).unwrap();
    client.get_multiplexed_async_connection_with_config(&patient).await.unwrap()
}

/// Returns the keys of a prefix that have this ending.
pub(crate) async fn keys(prefix: &str, end: &str) -> Vec<String> {
    let mut command = ::redis::cmd("KEYS");
    command.arg(format!("{{{prefix}:*{end}")).query_async(&mut raw().await).await.unwrap()
}

/// Removes all keys of a prefix.
pub(crate) async fn remove(prefix: &str) {
    let keys = keys(prefix, "").await;
    if !keys.is_empty() {
        let () = ::redis::cmd("DEL").arg(keys).query_async(&mut raw().await).await.unwrap();
    }
}

/// A store in its own keyspace.
pub(crate) struct RedisSubject {
    store: RwLock<Arc<Redis>>,
    prefix: String,
}

#[async_trait]
impl Subject for RedisSubject {
    async fn open() -> Self {
        let prefix = own_prefix();
        let store = Redis::open(options(&prefix)).await.unwrap();
        Self { store: RwLock::new(Arc::new(store)), prefix }
    }

    fn store(&self) -> Arc<dyn Store> {
        self.store.read().unwrap().clone()
    }

    async fn reopen(&self) -> Arc<dyn Store> {
        Arc::new(Redis::open(options(&self.prefix)).await.unwrap())
    }

    async fn reset(&self) {
        remove(&self.prefix).await;
        let store = Redis::open(options(&self.prefix)).await.unwrap();
        *self.store.write().unwrap() = Arc::new(store);
    }

    async fn close(&self) {
        remove(&self.prefix).await;
    }

    async fn tamper(&self, tenant: &Tenant, how: Tamper) {
        let key = keys(&self.prefix, &format!(":audit:{tenant}")).await.pop().unwrap();
        let mut raw = raw().await;
        match how {
            Tamper::Detail(place) => {
                let index = place - 1;
                let mut entry: Vec<u8> =
                    ::redis::cmd("LINDEX").arg(&key).arg(index).query_async(&mut raw).await.unwrap();
                // The detail precedes the two hashes.
                let last = entry.len() - 65;
                entry[last] = b' ';
                let () = ::redis::cmd("LSET").arg(&key).arg(index).arg(entry).query_async(&mut raw).await.unwrap();
            }
            Tamper::RemoveLast => {
                let _: Vec<u8> = ::redis::cmd("RPOP").arg(&key).query_async(&mut raw).await.unwrap();
            }
        }
    }

    async fn damage_definition(&self, uid: ScheduleUid, revision: Revision) {
        let key = keys(&self.prefix, &format!(":v:{uid}")).await.pop().unwrap();
        let mut raw = raw().await;
        let mut record: Vec<u8> = ::redis::cmd("HGET").arg(&key).arg(revision.0).query_async(&mut raw).await.unwrap();
        // The definition is the last text of its revision; its length does not change.
        let start = record.windows(2).position(|two| two == b"{\"").unwrap();
        record[start..start + INVALID_DEFINITION.len()].copy_from_slice(INVALID_DEFINITION.as_bytes());
        let () = ::redis::cmd("HSET").arg(&key).arg(revision.0).arg(record).query_async(&mut raw).await.unwrap();
    }

    async fn damage_row(&self, id: OccurrenceId) {
        let key = keys(&self.prefix, &format!(":o:{id}")).await.pop().unwrap();
        let () = ::redis::cmd("SET").arg(&key).arg("\u{1}").query_async(&mut raw().await).await.unwrap();
    }
}

refrain_ledger::store_contract!(RedisSubject);
