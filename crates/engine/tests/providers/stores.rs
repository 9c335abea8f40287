//! An empty store of every kind.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use refrain::store::Store;
use refrain::store::model::Model;

fn unique(kind: &str) -> String {
    format!("{kind}_{:016x}", RandomState::new().hash_one(std::process::id()))
}

pub(crate) async fn model() -> Arc<dyn Store> {
    Arc::new(Model::new())
}

#[cfg(feature = "sqlite")]
pub(crate) async fn sqlite() -> Arc<dyn Store> {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(unique("providers"));
    std::fs::create_dir_all(&folder).unwrap();
    Arc::new(refrain::store::sqlite::Sqlite::open(folder.join("ledger.db")).await.unwrap())
}

#[cfg(feature = "postgres")]
pub(crate) async fn postgres() -> Arc<dyn Store> {
    use refrain::store::postgres::{Postgres, PostgresOptions};
    let url = crate::world::service("REFRAIN_TEST_POSTGRES");
    let options = PostgresOptions::new(url).with(|it| {
        it.schema = unique("providers");
        it.pool_size = 4;
    });
    Arc::new(Postgres::open(options).await.unwrap())
}

#[cfg(feature = "redis")]
pub(crate) async fn redis() -> Arc<dyn Store> {
    use refrain::store::redis::{Redis, RedisOptions};
    let url = crate::world::service("REFRAIN_TEST_REDIS");
    Arc::new(Redis::open(RedisOptions::new(url).with(|it| it.prefix = unique("providers"))).await.unwrap())
}

/// Defines one named test per case and store. A case is a function in the module that calls the macro; it takes
/// a store.
macro_rules! on_every_store {
    ($($case:ident),* $(,)?) => {
        on_every_store! { @store model, { $($case),* } }
        #[cfg(feature = "sqlite")]
        on_every_store! { @store sqlite, { $($case),* } }
        #[cfg(feature = "postgres")]
        on_every_store! { @store postgres, { $($case),* } }
        #[cfg(feature = "redis")]
        on_every_store! { @store redis, { $($case),* } }
    };
    (@store $store:ident, { $($case:ident),* }) => {
        mod $store {
            $(
                #[tokio::test]
                async fn $case() {
                    super::$case(crate::stores::$store().await).await;
                }
            )*
        }
    };
}
