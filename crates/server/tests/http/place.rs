//! A store for one test, of the requested kind.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use refrain::store::Store;
use refrain::store::model::Model;
use refrain::store::postgres::{Postgres, PostgresOptions};
use refrain::store::redis::{Redis, RedisOptions};
use refrain::store::sqlite::Sqlite;

/// A folder for one test. Dropping it removes the folder.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("refrain-http_{}_{:x}", std::process::id(), random()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Resources that are removed when the test ends.
pub(crate) struct StoreGuard(#[expect(dead_code, reason = "only its drop matters")] Option<Folder>);

impl StoreGuard {
    /// Returns a guard without resources.
    pub(crate) fn nothing() -> Self {
        Self(None)
    }
}

/// Returns an empty store.
pub(crate) async fn store() -> (Arc<dyn Store>, StoreGuard) {
    match std::env::var("REFRAIN_HTTP_STORE").as_deref() {
        Ok("memory") => (Arc::new(Model::new()), StoreGuard(None)),
        Ok("postgres") => {
            let url = std::env::var("REFRAIN_TEST_POSTGRES").expect("`.ci/services` must provide a PostgreSQL");
            let schema = format!("http_{}_{:x}", std::process::id(), random());
            let options = PostgresOptions::new(url).with(|it| {
                it.schema = schema;
                it.pool_size = 4;
            });
            (Arc::new(Postgres::open(options).await.unwrap()), StoreGuard(None))
        }
        Ok("redis") => {
            let url = std::env::var("REFRAIN_TEST_REDIS").expect("`.ci/services` must provide a Redis");
            let prefix = format!("http_{}_{:x}", std::process::id(), random());
            (
                Arc::new(Redis::open(RedisOptions::new(url).with(|it| it.prefix = prefix)).await.unwrap()),
                StoreGuard(None),
            )
        }
        Ok("sqlite") | Err(_) => {
            let folder = Folder::new();
            (Arc::new(Sqlite::open(folder.path().join("refrain.db")).await.unwrap()), StoreGuard(Some(folder)))
        }
        Ok(other) => panic!("REFRAIN_HTTP_STORE={other} is not a kind of store"),
    }
}

fn random() -> u64 {
    use std::hash::{BuildHasher, Hasher};

    std::collections::hash_map::RandomState::new().build_hasher().finish()
}
