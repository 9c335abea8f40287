//! A store of a test's own, on the kind of store that is asked for.

use std::path::PathBuf;
use std::sync::Arc;

use refrain::store::Store;
use refrain::store::model::Model;
use refrain::store::postgres::{Postgres, PostgresOptions};
use refrain::store::sqlite::Sqlite;

/// What is taken away when the test has ended.
pub(crate) struct Kept(Option<PathBuf>);

impl Drop for Kept {
    fn drop(&mut self) {
        if let Some(folder) = &self.0 {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// An empty store.
pub(crate) async fn store() -> (Arc<dyn Store>, Kept) {
    let name = format!("http_{}_{:x}", std::process::id(), random());
    match std::env::var("REFRAIN_HTTP_STORE").as_deref() {
        Ok("memory") => (Arc::new(Model::new()), Kept(None)),
        Ok("postgres") => {
            let url = std::env::var("REFRAIN_TEST_POSTGRES").expect("`.ci/services` names a PostgreSQL for tests");
            let options = PostgresOptions { schema: name, pool_size: 4, ..PostgresOptions::new(url) };
            (Arc::new(Postgres::open(options).await.unwrap()), Kept(None))
        }
        Ok("sqlite") | Err(_) => {
            let folder = std::env::temp_dir().join(format!("refrain-{name}"));
            std::fs::create_dir_all(&folder).unwrap();
            (Arc::new(Sqlite::open(folder.join("refrain.db")).await.unwrap()), Kept(Some(folder)))
        }
        Ok(other) => panic!("REFRAIN_HTTP_STORE={other} is no kind of store"),
    }
}

fn random() -> u64 {
    use std::hash::{BuildHasher, Hasher};

    std::collections::hash_map::RandomState::new().build_hasher().finish()
}
