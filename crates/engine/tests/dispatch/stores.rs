//! Fresh, empty stores of each kind. Each comes with a second handle on the same data, as another process would have.

use std::sync::Arc;

use refrain::store::Store;
use refrain::store::model::Model;

/// Two handles on the same data.
pub(crate) struct Pair {
    pub(crate) one: Arc<dyn Store>,
    pub(crate) other: Arc<dyn Store>,
}

/// Returns two handles on one in-memory store.
pub(crate) fn model() -> Pair {
    let store: Arc<dyn Store> = Arc::new(Model::new());
    Pair { one: Arc::clone(&store), other: store }
}

/// Returns two handles on one SQLite file, in this process. The file stays in the build's temporary folder until that
/// is cleaned.
#[cfg(feature = "sqlite")]
pub(crate) async fn sqlite() -> Pair {
    use std::hash::{BuildHasher, RandomState};

    use refrain::store::sqlite::Sqlite;

    let name = format!("stores-{:016x}.db", RandomState::new().hash_one(std::process::id()));
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let one = Arc::new(Sqlite::open(&file).await.unwrap());
    Pair { one, other: Arc::new(Sqlite::open(&file).await.unwrap()) }
}

/// Returns two handles on a schema of their own, on the server that `REFRAIN_TEST_POSTGRES` names.
#[cfg(feature = "postgres")]
pub(crate) async fn postgres() -> Pair {
    use std::hash::{BuildHasher, RandomState};
    use std::time::Duration;

    use refrain::store::postgres::{Postgres, PostgresOptions};

    let schema = format!("stores_{:016x}", RandomState::new().hash_one(std::process::id()));
    let url = std::env::var("REFRAIN_TEST_POSTGRES")
        .expect("REFRAIN_TEST_POSTGRES must name a server; `make test` starts one");
    let deadline = Duration::from_secs(60);
    let options = PostgresOptions::new(url).with(|it| {
        it.schema = schema;
        it.pool_size = 4;
        it.deadline = deadline;
    });
    let one = Arc::new(Postgres::open(options.clone()).await.unwrap());
    Pair { one, other: Arc::new(Postgres::open(options).await.unwrap()) }
}

/// Returns two handles on a key prefix of their own, on the server that `REFRAIN_TEST_REDIS` names.
#[cfg(feature = "redis")]
pub(crate) async fn redis() -> Pair {
    use std::hash::{BuildHasher, RandomState};
    use std::time::Duration;

    use refrain::store::redis::{Redis, RedisOptions};

    let prefix = format!("stores-{:016x}", RandomState::new().hash_one(std::process::id()));
    let url =
        std::env::var("REFRAIN_TEST_REDIS").expect("REFRAIN_TEST_REDIS must name a server; `make test` starts one");
    let options = RedisOptions::new(url).with(|it| {
        it.prefix = prefix;
        it.deadline = Duration::from_secs(60);
    });
    let one = Arc::new(Redis::open(options.clone()).await.unwrap());
    Pair { one, other: Arc::new(Redis::open(options).await.unwrap()) }
}
